// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace isochron::cosim {

/// A name of a signal in a Verilated block. Names of one signal have the same code.
struct RtlSignal {
  std::string scope;  ///< instances below the block, divided by dots; empty: the block itself
  std::string name;
  const char* kind = "";  ///< input, output, wire or reg
  int most = 0;           ///< numbers of its most and least significant bit
  int least = 0;
  std::uint32_t code = 0;
};

/// What a trace can see of a Verilated block; nothing of SystemC, see VerilatedBlockMover.
class RtlSignals {
 public:
  /// Takes values: a letter 0 or 1 for each bit, the most significant first.
  class Sink {
   public:
    virtual void bits(std::uint32_t code, std::string_view value) = 0;

   protected:
    ~Sink() = default;
  };

  virtual ~RtlSignals() = default;

  virtual const std::vector<RtlSignal>& list() const = 0;
  virtual std::uint32_t clock() const = 0;  ///< its code
  /// Codes are less than this.
  virtual std::uint32_t codes() const = 0;

  /// The value of every signal.
  virtual void write_all(Sink& sink) = 0;
  /// Values of the signals that are not as they were written last.
  virtual void write_changes(Sink& sink) = 0;
  /// The clock counts as written low.
  virtual void clock_is_low() = 0;
};

}  // namespace isochron::cosim
