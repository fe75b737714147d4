// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include <isochron/disk_node/disk_node_module.h>

#include "clocked.h"

namespace isochron::cosim {

/// rtl/disk_node/disk_node.v, made C++ by Verilator, between pin transactors.
class RtlDiskNode final : public DiskNodeModule, private Clocked {
 public:
  RtlDiskNode(const sc_core::sc_module_name& name, const Domain& domain, const Config& config, DiskChannel& channel);
  ~RtlDiskNode() override;

  AtTargetBase& registers() override;
  AtInitiatorBase& read(Port port) override;
  AtInitiatorBase& write(Port port) override;
  void arrived(std::uint64_t number, Time now) override;
  bool interrupt() const override;
  const sc_core::sc_event& interrupt_changed() const override;
  std::uint64_t cycles() const override;

 private:
  struct Parts;

  void settle() override;
  void edge() override;
  bool idle() const override { return stands_; }
  bool settled(unsigned cycles) override;
  unsigned period() const override { return period_; }
  void stood(std::uint64_t cycles) override;
  std::unique_ptr<RtlSignals> signals() override;

  bool stands_;
  unsigned period_ = 1;
  unsigned next_state_ = 0;  ///< cycle of a rest in which the state is to be remembered
  std::unique_ptr<Parts> parts_;
};

}  // namespace isochron::cosim
