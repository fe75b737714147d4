// SPDX-License-Identifier: Apache-2.0
#include <isochron/fabric/infiniband_chip.h>

namespace isochron {

InfiniBandChip::InfiniBandChip(const sc_core::sc_module_name& name, const Domain& domain, unsigned ports,
                               unsigned buffers, BufferFreed freed)
    : sc_module(name), to_pci_("pci_out", domain, buffers, freed), to_pci_way_(to_pci_) {
  for (unsigned i = 0; i < ports; ++i) {
    const std::string index = "[" + std::to_string(i) + "]";
    senders_.push_back(std::make_unique<InfiniBandSender>("link_out" + index, domain, buffers, freed));
    ways_.push_back(std::make_unique<OneWay>(*senders_.back()));
    windows_.push_back(std::make_unique<BusReceiver>("window" + index, domain, *ways_.back()));
    receivers_.push_back(std::make_unique<InfiniBandReceiver>("link_in" + index, to_pci_way_));
    has(*senders_.back());
  }
  has(to_pci_);
}

void InfiniBandChip::start_of_simulation() {
  for (const auto& sender : senders_) sender->connect();
  for (const auto& receiver : receivers_) receiver->connect();
}

TypeInfo InfiniBandChip::type_info() {
  TypeInfo info;
  info.name = type;
  info.kind = "fabric";
  info.summary = "InfiniBand bridge and switch: 1X ports and a PCI side, buffers at every output port";
  info.source = "Milkovits 2005, Table 1 and section 6.1";
  info.ports = {{"window[i]", "base protocol", "target", "posts writes into link i's output port"},
                {"pci_out", "base protocol", "initiator", "the output port towards PCI"},
                {"link_out[i]", "infiniband", "sender", "an output port towards another node"},
                {"link_in[i]", "infiniband", "receiver", "the end of a link"}};
  info.describe_output_port("link_out[i]");
  info.describe_output_port("pci_out");
  return info;
}

}  // namespace isochron
