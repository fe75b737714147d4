// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include <isochron/core/time.h>

#include "rtl_signals.h"

namespace isochron::cosim {

/// A block of hardware simulated cycle by cycle, as ClockOnDemand drives it.
class Clocked {
 public:
  virtual ~Clocked() = default;

  /// The inputs are set, the clock is low: the logic behind them settles.
  virtual void settle() = 0;
  /// The rising edge.
  virtual void edge() = 0;
  /// Nothing inside would change without an access from outside, timers included. Whoever cannot tell says false, and
  /// the clock runs for ever.
  virtual bool idle() const = 0;
  /// Asked in each cycle of a rest, `cycles` counted from 0: the clock may stand now. What goes round inside must be
  /// where it was period() cycles ago.
  virtual bool settled(unsigned cycles) {
    (void)cycles;
    return true;
  }
  /// The clock then stands for multiples of this many cycles.
  virtual unsigned period() const { return 1; }
  /// The clock has stood for `cycles`.
  virtual void stood(std::uint64_t cycles) { (void)cycles; }
  /// What a trace can see inside; nullptr: nothing. After elaboration, at most once.
  virtual std::unique_ptr<RtlSignals> signals() { return nullptr; }
};

/// Something between the pins of a Clocked and TLM. At each edge: `drive` sets the block's inputs, the block settles,
/// `sample` looks at its outputs. What it saw may make a call into TLM necessary: then it says so to the clock
/// (ClockOnDemand::crossing), and is called back with `cross` when the kernel has reached the time of that edge.
class Transactor {
 public:
  virtual ~Transactor() = default;

  /// What came from TLM strictly before `now` is on the pins at the edge at `now`: so nothing depends on the order in
  /// which the kernel runs the processes of an instant.
  virtual void drive(Time now) = 0;
  virtual void sample(Time now) = 0;
  virtual void cross() = 0;
  /// Nothing is under way.
  virtual bool quiet() const = 0;
  /// The pins stay as they are until a call from TLM wakes the clock; something may be under way.
  virtual bool waits() const { return quiet(); }
};

}  // namespace isochron::cosim
