// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <isochron/observe/measured.h>
#include <isochron/observe/type_registry.h>
#include <isochron/pcie/pcie_switch_config.h>
#include <isochron/pcie/pcie_switch_port.h>
#include <isochron/pcie/port_router.h>
#include <isochron/protocol/rerouted.h>

namespace isochron {

/// A PCI Express switch. A packet that has come in fills a buffer of its input port until its last byte has left by the
/// output. At each output every input has queues of its own, so that a packet which cannot leave holds back those of
/// its input and type for that output, and no others. Which output a packet takes is its PortRouter's decision.
class PcieSwitch final : public sc_core::sc_module, public Measured, public Rerouted {
 public:
  static constexpr const char* type = "pcie_switch";
  using Config = PcieSwitchConfig;

  /// `router` must route to this switch's ports, and outlive it. Throws ModelError where the weights do not fit.
  PcieSwitch(const sc_core::sc_module_name& name, const Config& config, const PortRouter& router);
  ~PcieSwitch() override;

  unsigned ports() const { return static_cast<unsigned>(ports_.size()); }
  /// To be bound to a link's end. Throws std::out_of_range.
  PcieSocket& port(unsigned i) { return ports_.at(i)->socket; }

  static TypeInfo type_info();

  void start_window(Time now) override;
  void report(StatisticSink& sink) override;

 private:
  void start_of_simulation() override;

  Config config_;
  std::vector<std::unique_ptr<PcieSwitchPort>> ports_;
};

}  // namespace isochron
