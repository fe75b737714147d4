// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include <isochron/core/clock_grid.h>
#include <isochron/dma/block_mover/block_mover_driver.h>
#include <isochron/dma/block_mover/block_mover_module.h>
#include <isochron/dma/block_mover/driver_access.h>
#include <isochron/dma/block_mover/local_memory.h>
#include <isochron/dma/block_mover/move_list.h>
#include <isochron/dma/block_mover/unused_port.h>
#include <isochron/observe/parameter_table.h>
#include <isochron/observe/server_probes.h>
#include <isochron/observe/time_in.h>
#include <isochron/observe/traced.h>
#include <isochron/observe/type_registry.h>
#include <isochron/observe/with_statistics.h>

namespace isochron {

/// A block mover, as a model or as Verilog, with a memory of its own at port A and a processor that gives it one list
/// of descriptors, made beforehand: one doorbell, and one interrupt at the end of the chain. What is moved is real, and
/// nothing but the descriptors' own cost lies between two moves. Source: docs/hardware/block_mover.md, Chains.
///
/// Its region keeps to the kernel's time.
class ChainMover final : public sc_core::sc_module, public WithStatistics<ChainMover>, public Traced {
 public:
  using Implementation = BlockMoverModule::Implementation;
  struct Config {
    Implementation implementation = Implementation::tlm;
    std::uint64_t clock = 100'000'000;               ///< hertz
    std::uint64_t memory_latency = 50 * nanosecond;  ///< ps, of the memory of data and of that of descriptors

    ParameterTable parameters();
    /// Those of any implementation.
    ParameterTable timing_parameters();
  };
  /// What it moves, from time 0 on, is `list`. Messages of the domain's pool must hold BlockMoverModule::pool_capacity
  /// bytes. Throws ModelError if this program
  /// does not have what `config` says.
  ChainMover(const sc_core::sc_module_name& name, const Domain& domain, const Config& config, MoveList& list);

  /// What port A sees.
  LocalMemory& memory() { return memory_; }

  /// When the processor began to write the registers that start the chain, and when the interrupt of the chain's end
  /// came; an end that comes while it looks at another interrupt it sees when it has, a dozen clocks later at most.
  Time started() const { return started_; }
  Time ended() const { return ended_; }
  /// From the one to the other, also in clocks of the block mover; 0 before the end.
  Time time() const { return ended_ - std::min(started_, ended_); }
  std::uint64_t clocks() const { return edges_.tick_at_or_before(ended_) - edges_.tick_at_or_before(ended_ - time()); }
  /// Clock cycles of Verilog simulated; 0 for a model.
  std::uint64_t cycles() const { return mover_->cycles(); }

  static Statistics<ChainMover> statistics();
  void report_waits(std::vector<Wait>& waits) const override;

  void list_probes(ProbeList& list) override;
  void start_trace(Time now) override;
  void stop_trace() override { probes_ = nullptr; }

  static constexpr const char* type = "chain_mover";
  static TypeInfo type_info();

 private:
  void processor();
  void store(LocalMemoryAccess& access) const;
  void take(std::uint64_t moves, Time now);
  void require_all_done(LocalMemoryAccess& access, block_mover::BlockMoverDriver& driver) const;
  /// The move that is under way, if there is one.
  TransactionId present() const;
  std::size_t waiting() const;
  static std::uint64_t address_of(std::size_t descriptor);
  static std::uint64_t bytes_of(const block_mover::Move& move);

  MoveList& list_;
  ClockGrid edges_;
  LocalMemory memory_;
  LocalMemory descriptors_;
  UnusedTarget no_reads_;
  UnusedTarget no_writes_;
  UnusedInitiator no_stream_in_;
  UnusedTarget no_stream_out_;
  TransportRegisterAccess registers_{"registers"};
  std::unique_ptr<BlockMoverModule> mover_;

  std::vector<block_mover::Move> moves_;
  bool under_way_ = false;
  Time started_ = 0;
  Time ended_ = 0;
  std::uint64_t done_ = 0;  ///< moves
  TimeIn busy_;
  std::uint64_t bytes_ = 0;
  std::uint64_t descriptors_done_ = 0;

  ServerProbes* probes_ = nullptr;  ///< while it is traced
  std::unique_ptr<ServerProbes> own_probes_;
};

}  // namespace isochron
