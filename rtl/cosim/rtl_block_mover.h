// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include <isochron/dma/block_mover/block_mover_module.h>

#include "clocked.h"

namespace isochron::cosim {

/// rtl/block_mover/block_mover.v, made C++ by Verilator, between pin transactors.
class RtlBlockMover final : public BlockMoverModule, private Clocked {
 public:
  RtlBlockMover(const sc_core::sc_module_name& name, const Domain& domain, const Config& config);
  ~RtlBlockMover() override;

  AtTargetBase& registers() override;
  AtInitiatorBase& read(Port port) override;
  AtInitiatorBase& write(Port port) override;
  AtTargetBase& stream_in() override;
  AtInitiatorBase& stream_out() override;
  bool interrupt() const override;
  const sc_core::sc_event& interrupt_changed() const override;
  bool active() const override;
  std::uint64_t cycles() const override;

 private:
  struct Parts;

  void settle() override;
  void edge() override;
  bool idle() const override;
  std::unique_ptr<RtlSignals> signals() override;

  std::unique_ptr<Parts> parts_;
};

}  // namespace isochron::cosim
