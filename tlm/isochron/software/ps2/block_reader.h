// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <isochron/observe/measured.h>
#include <isochron/observe/probe.h>
#include <isochron/observe/traced.h>
#include <isochron/observe/type_registry.h>
#include <isochron/protocol/domain.h>
#include <isochron/protocol/hand_over.h>

namespace isochron {

/// A program that measures disks: asks for a batch of numbered blocks at once, and for the next when all of it are
/// read. A request's tag has the block's number as `stream`. Source: PS2, section 6, Fig. 9.
class BlockReader final : public sc_core::sc_module, public Measured, public Traced {
 public:
  class Done {
   public:
    /// `read`: blocks of the batch, without those of failed disks.
    virtual void batch_read(std::uint64_t read, Time now) = 0;

   protected:
    ~Done() = default;
  };
  struct Config {
    std::uint64_t batch = 1;    ///< blocks, numbered from 0 on
    std::uint64_t batches = 1;  ///< numbered on
  };

  BlockReader(const sc_core::sc_module_name& name, const Domain& domain, const Config& config, Done& done);

  OutletPort request;  ///< blocks that are asked for
  InletPort read;      ///< blocks that are read
  InletPort failed;    ///< requests whose disk has failed; they count as read

  std::uint64_t blocks_read() const { return read_so_far_; }
  bool done() const { return read_so_far_ == config_.batch * config_.batches; }

  void start_window(Time) override {}
  void report(StatisticSink& sink) override;
  void list_probes(ProbeList& list) override;
  void start_trace(Time now) override;
  void stop_trace() override { traced_ = false; }

  static constexpr const char* type = "block_reader";
  static TypeInfo type_info();

 private:
  void start();
  /// Asks for the next batch as long as all that was asked for is there.
  void go_on(Time now);
  void ask(Time now);
  void take(Payload& payload, Time now);
  void miss(Payload& payload, Time now);

  Domain domain_;
  Config config_;
  Done& done_;
  InletOf<BlockReader> read_{*this, &BlockReader::take};
  InletOf<BlockReader> failed_{*this, &BlockReader::miss};
  std::uint64_t asked_ = 0;
  bool asking_ = false;  ///< within ask(): a failed disk answers at once
  std::uint64_t read_so_far_ = 0;
  std::uint64_t failed_so_far_ = 0;
  std::uint64_t failed_before_ = 0;  ///< in the batches that are read
  PhaseProbe phase_probe_;
  NumberProbe probe_;
  bool traced_ = false;
};

}  // namespace isochron
