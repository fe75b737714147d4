// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include <isochron/fabric/starfabric.h>
#include <isochron/observe/type_registry.h>
#include <isochron/protocol/bus_receiver.h>
#include <isochron/protocol/bus_sender.h>
#include <isochron/protocol/output_ports.h>

namespace isochron {

/// SG2010: bridge between a PCI bus and up to two StarFabric links (the paper, Table 1). Buffers at every output port:
/// one port a link, one towards PCI. A link's PCI window posts writes into that link's port.
class Sg2010Bridge final : public sc_core::sc_module, public OutputPorts {
 public:
  static constexpr unsigned max_links = 2;

  /// What of the bridge is in use: `links_out` windows and link senders, `links_in` link receivers (with any of them,
  /// the PCI initiator side exists too).
  Sg2010Bridge(const sc_core::sc_module_name& name, const Domain& domain, unsigned links_out, unsigned links_in,
               unsigned buffers, BufferFreed freed);

  unsigned links_out() const { return static_cast<unsigned>(senders_.size()); }
  BusReceiver& window(unsigned link) { return *windows_.at(link); }
  StarFabricSender& sender(unsigned link) { return *senders_.at(link); }
  StarFabricReceiver& receiver(unsigned link) { return *receivers_.at(link); }
  BusSender& to_pci() { return *to_pci_; }

  static constexpr const char* type = "sg2010_bridge";
  static TypeInfo type_info();

 private:
  void start_of_simulation() override;

  std::vector<std::unique_ptr<StarFabricSender>> senders_;
  std::unique_ptr<BusSender> to_pci_;
  std::vector<std::unique_ptr<OneWay>> ways_;
  std::vector<std::unique_ptr<BusReceiver>> windows_;
  std::vector<std::unique_ptr<StarFabricReceiver>> receivers_;
};

}  // namespace isochron
