// SPDX-License-Identifier: Apache-2.0
#include <isochron/fabric/sg1010_switch.h>

#include <isochron/core/error.h>

namespace isochron {

Sg1010Switch::Sg1010Switch(const sc_core::sc_module_name& name, const Domain& domain, unsigned outputs, unsigned inputs,
                           const Router& router, unsigned buffers, BufferFreed freed)
    : sc_module(name) {
  if (outputs > ports || inputs > ports) throw ModelError(std::string(this->name()) + ": an SG1010 has six ports");
  for (unsigned i = 0; i < outputs; ++i) {
    senders_.push_back(
        std::make_unique<StarFabricSender>("link_out[" + std::to_string(i) + "]", domain, buffers, freed));
    has(*senders_.back());
  }
  for (unsigned i = 0; i < inputs; ++i)
    receivers_.push_back(std::make_unique<StarFabricReceiver>("link_in[" + std::to_string(i) + "]", router));
}

void Sg1010Switch::start_of_simulation() {
  for (const auto& sender : senders_) sender->connect();
  for (const auto& receiver : receivers_) receiver->connect();
}

TypeInfo Sg1010Switch::type_info() {
  TypeInfo info;
  info.name = type;
  info.kind = "fabric";
  info.summary = "SG1010: StarFabric switch with six full-duplex ports, buffers at every output port";
  info.source = "Milkovits 2005, Table 1 and section 6.1";
  info.ports = {{"link_out[i]", "starfabric", "sender", "an output port"},
                {"link_in[i]", "starfabric", "receiver", "the end of a link"}};
  info.describe_output_port("link_out[i]");
  return info;
}

}  // namespace isochron
