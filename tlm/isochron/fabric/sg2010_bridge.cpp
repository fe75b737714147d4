// SPDX-License-Identifier: Apache-2.0
#include <isochron/fabric/sg2010_bridge.h>

namespace isochron {

Sg2010Bridge::Sg2010Bridge(const sc_core::sc_module_name& name, const Domain& domain, unsigned links_out,
                           unsigned links_in, unsigned buffers, BufferFreed freed)
    : sc_module(name) {
  for (unsigned i = 0; i < links_out; ++i) {
    const std::string index = "[" + std::to_string(i) + "]";
    senders_.push_back(std::make_unique<StarFabricSender>("link_out" + index, domain, buffers, freed));
    ways_.push_back(std::make_unique<OneWay>(*senders_.back()));
    windows_.push_back(std::make_unique<BusReceiver>("window" + index, domain, *ways_.back()));
    has(*senders_.back());
  }
  if (links_in == 0) return;
  to_pci_ = std::make_unique<BusSender>("pci_out", domain, buffers, freed);
  has(*to_pci_);
  ways_.push_back(std::make_unique<OneWay>(*to_pci_));
  for (unsigned i = 0; i < links_in; ++i)
    receivers_.push_back(std::make_unique<StarFabricReceiver>("link_in[" + std::to_string(i) + "]", *ways_.back()));
}

void Sg2010Bridge::start_of_simulation() {
  for (const auto& sender : senders_) sender->connect();
  for (const auto& receiver : receivers_) receiver->connect();
}

TypeInfo Sg2010Bridge::type_info() {
  TypeInfo info;
  info.name = type;
  info.kind = "fabric";
  info.summary = "SG2010: bridge between a PCI bus and up to two StarFabric links, buffers at every output port";
  info.source = "Milkovits 2005, Table 1 and section 6.1";
  info.ports = {{"window[i]", "base protocol", "target", "posts writes into link i's output port"},
                {"pci_out", "base protocol", "initiator", "the output port towards PCI"},
                {"link_out[i]", "starfabric", "sender", "an output port towards a link"},
                {"link_in[i]", "starfabric", "receiver", "the end of a link"}};
  info.describe_output_port("link_out[i]");
  info.describe_output_port("pci_out");
  return info;
}

}  // namespace isochron
