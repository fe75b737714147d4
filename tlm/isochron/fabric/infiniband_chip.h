// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include <isochron/fabric/infiniband.h>
#include <isochron/observe/type_registry.h>
#include <isochron/protocol/bus_receiver.h>
#include <isochron/protocol/bus_sender.h>
#include <isochron/protocol/output_ports.h>

namespace isochron {

/// InfiniBand bridge and switch: 1X ports and a PCI side (the paper, Table 1), buffers at every output port. Each port
/// has a window of its own on PCI, so that a full port holds back only what is meant for it.
class InfiniBandChip final : public sc_core::sc_module, public OutputPorts {
 public:
  /// `ports`: full-duplex 1X ports in use.
  InfiniBandChip(const sc_core::sc_module_name& name, const Domain& domain, unsigned ports, unsigned buffers,
                 BufferFreed freed);

  BusReceiver& window(unsigned port) { return *windows_.at(port); }
  InfiniBandSender& sender(unsigned port) { return *senders_.at(port); }
  InfiniBandReceiver& receiver(unsigned port) { return *receivers_.at(port); }
  BusSender& to_pci() { return to_pci_; }

  static constexpr const char* type = "infiniband_chip";
  static TypeInfo type_info();

 private:
  void start_of_simulation() override;

  std::vector<std::unique_ptr<InfiniBandSender>> senders_;
  BusSender to_pci_;
  OneWay to_pci_way_;
  std::vector<std::unique_ptr<OneWay>> ways_;
  std::vector<std::unique_ptr<BusReceiver>> windows_;
  std::vector<std::unique_ptr<InfiniBandReceiver>> receivers_;
};

}  // namespace isochron
