// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "attribute_judge.h"
#include "axi_checker.h"
#include "axi_memory.h"
#include "command_judge.h"
#include "core_dut.h"
#include "stream_sink.h"
#include "stream_source.h"
#include "transfer_times.h"

namespace isochron::rtl {

/// What surrounds a core in a run.
struct Surroundings {
  std::uint64_t seed = 1;
  std::array<AxiTiming, 2> timing;
  unsigned command_stall = 0;  ///< percent of cycles without a command though there is one
  unsigned done_stall = 0;
  unsigned stream_in_stall = 0;
  unsigned stream_out_stall = 0;

  void latency(unsigned cycles) { timing[0].latency = timing[1].latency = cycles; }
  void stall_memories(unsigned percent) {
    timing[0].stall_all(percent);
    timing[1].stall_all(percent);
  }
};

std::string to_string(const Surroundings& surroundings);

/// Hears of finished commands with what was in flight, for coverage.
class CommandObserver {
 public:
  virtual ~CommandObserver() = default;
  virtual void finished(const Finished& finished, const CoreParameters& core) = 0;
  virtual void in_flight(unsigned port, bool write, unsigned bursts, const CoreParameters& core) = 0;
};

/// A core between two memories and two streams, with every check: the protocol's, the model's, no path from an input to
/// an output, status in order.
class CoreBench {
 public:
  /// Cycles with the core's stall outputs high, and those in which a read address waited on the pins.
  struct Stalls {
    std::uint64_t read = 0;
    std::uint64_t write = 0;
    std::uint64_t address = 0;
    std::uint64_t address_waits = 0;
  };

  CoreBench(CoreDut& core, const Surroundings& surroundings);

  /// With its packet, if it reads the stream.
  void send(const Command& command);
  void send(const std::vector<Command>& commands);
  /// One cycle.
  void clock();
  /// High in the next cycle.
  void abort() { inputs_.abort = true; }
  Surroundings& surroundings() { return surroundings_; }
  /// Clocks until all commands are done, or nothing moves for a long time, which is a failure. True when done.
  bool drain(const std::function<void(CoreBench&)>& each_cycle = {});
  /// After `drain`: the last comparisons. All failures, none when the core is right.
  std::vector<std::string> verdict();

  AxiMemory& port(unsigned number) { return *ports_[number]; }
  SparseMemory& memory(unsigned number) { return memories_[number]; }
  StreamSource& source() { return source_; }
  StreamSink& sink() { return sink_; }
  AxiCounts counts(unsigned number) const { return checkers_[number].counts(); }
  const std::vector<Finished>& finished() const { return finished_; }
  bool stall_outputs_follow_inputs() const { return stall_path_; }
  const Stalls& stalls() const { return stalls_; }
  const CoreOutputs& outputs() const { return outputs_; }
  std::uint64_t cycle() const { return cycle_; }
  /// Of the transfers on both ports and both streams, and of commands and statuses.
  const TransferTimes& times() const { return times_; }
  std::uint64_t accepted() const { return accepted_; }
  /// Nothing is left to do, nor to drain.
  bool done() const { return waiting_.empty() && in_flight_.empty() && !source_.amid(); }
  void observe(CommandObserver& observer) { observer_ = &observer; }

 private:
  void reset();
  void drive_command();
  void take_handshakes();
  void count_times();
  void check_attributes(unsigned port, bool write, std::uint64_t address, unsigned attributes);
  void check_paths(const CoreOutputs& before);
  void check_status_stability();
  void fail(const std::string& what);

  CoreDut& core_;
  Surroundings surroundings_;
  Random random_;
  std::array<SparseMemory, 2> memories_;
  std::array<std::unique_ptr<AxiMemory>, 2> ports_;
  std::vector<AxiChecker> checkers_;
  StreamSource source_;
  StreamSink sink_;
  CommandJudge judge_;
  AttributeJudge attributes_;
  CommandObserver* observer_ = nullptr;

  CoreInputs inputs_;
  CoreOutputs outputs_;
  CoreOutputs status_before_;
  bool status_waits_ = false;
  bool left_behind_ = false;
  bool stall_path_ = false;
  std::deque<Command> waiting_;
  std::deque<Finished> in_flight_;
  std::vector<Finished> finished_;
  Stalls stalls_;
  TransferTimes times_;
  std::uint64_t presented_ = 0;
  std::uint64_t cycle_ = 0;
  std::uint64_t last_move_ = 0;
  std::uint64_t accepted_ = 0;
  std::vector<std::string> failures_;
};

}  // namespace isochron::rtl
