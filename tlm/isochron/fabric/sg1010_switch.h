// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include <isochron/fabric/starfabric.h>
#include <isochron/observe/type_registry.h>
#include <isochron/protocol/output_ports.h>
#include <isochron/protocol/rerouted.h>

namespace isochron {

/// SG1010: StarFabric switch with six full-duplex ports (the paper, Table 1), buffers at every output port. Which port
/// a message leaves by is its Router's decision.
class Sg1010Switch final : public sc_core::sc_module, public OutputPorts, public Rerouted {
 public:
  static constexpr unsigned ports = 6;

  /// Uses `outputs` <= 6 transmitters and `inputs` <= 6 receivers. `router` must route to this switch's senders.
  Sg1010Switch(const sc_core::sc_module_name& name, const Domain& domain, unsigned outputs, unsigned inputs,
               const Router& router, unsigned buffers, BufferFreed freed);

  unsigned outputs() const { return static_cast<unsigned>(senders_.size()); }
  StarFabricSender& sender(unsigned port) { return *senders_.at(port); }
  StarFabricReceiver& receiver(unsigned port) { return *receivers_.at(port); }

  static constexpr const char* type = "sg1010_switch";
  static TypeInfo type_info();

 private:
  void start_of_simulation() override;

  std::vector<std::unique_ptr<StarFabricSender>> senders_;
  std::vector<std::unique_ptr<StarFabricReceiver>> receivers_;
};

}  // namespace isochron
