// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <isochron/bus/pci_bus.h>
#include <isochron/endpoint/gige_card.h>
#include <isochron/fabric/infiniband_chip.h>
#include <isochron/fabric/sg1010_switch.h>
#include <isochron/fabric/sg2010_bridge.h>
#include <isochron/part/assembly.h>
#include <isochron/storage/raid_controller.h>
#include <isochron/system/seachange_parameters.h>

namespace isochron {

/// A node of the SeaChange cluster: RAID controllers, each with a PCI bus and an SG2010; an SG1010; PCI buses of GigE
/// cards behind an SG2010 each; and towards the other nodes SG2010s, PCI and InfiniBand chips (Milkovits 2005, section
/// 2; docs/systems/seachange_cluster.md draws it). The order of its parts is the canonical order of its links and
/// buses.
class SeachangeNode {
 public:
  /// What a node's parts need of the machine they are in.
  struct BuildContext {
    Departures& departures;
    GigeCard::Arrivals& arrivals;
    std::uint64_t seed;
    std::uint64_t io_limit;
  };

  /// `around` is null where the node is only planned; it and `parameters` must outlive the node.
  SeachangeNode(const SeachangeParameters& parameters, const BuildContext* around, unsigned index);
  ~SeachangeNode();

  /// Its parts and connections, within the scope that is open; all but the far ends of its InfiniBand links.
  void assemble(Assembly& machine);

  /// The chip port of node `node` that leads to node `other`, and back.
  static unsigned port_to(unsigned node, unsigned other) { return other < node ? other : other - 1; }
  static unsigned node_at(unsigned node, unsigned port) { return port < node ? port : port + 1; }
  /// The link from chip `chip` to node `other`, within its node.
  static std::string ib_link(unsigned chip, unsigned other);

  // Once it is built:
  const std::vector<RaidController*>& raids() const { return raids_; }
  const std::vector<GigeCard*>& cards() const { return cards_; }

 private:
  class SwitchRouter;

  void add_bridges_and_links(Assembly& machine);
  void add_raids(Assembly& machine);
  void add_ib_side(Assembly& machine);
  void add_gige_side(Assembly& machine);
  void add_bridge(Assembly& machine, const std::string& name, unsigned links_out, unsigned links_in);
  PciBus* add_pci(Assembly& machine, const std::string& name, unsigned devices, unsigned windows);
  template <class Link>
  void add_link(Assembly& machine, const std::string& name, std::uint64_t rate);
  RaidController::Workload workload() const;
  /// The IB-side bus that bridge or chip `i` is on, and its device index there.
  unsigned ib_bus_of(unsigned i) const { return p_.ib_pci_buses == 1 ? 0 : i; }
  unsigned ib_device_of_bridge(unsigned bridge) const { return p_.ib_pci_buses == 1 ? bridge : 0; }
  unsigned ib_device_of_chip(unsigned chip) const {
    return p_.ib_pci_buses == 1 ? static_cast<unsigned>(p_.bridges) + chip : 1;
  }

  const SeachangeParameters& p_;
  const BuildContext* around_;
  unsigned index_;
  unsigned nodes_;
  std::unique_ptr<SwitchRouter> router_;
  std::vector<RaidController*> raids_;
  std::vector<GigeCard*> cards_;
};

}  // namespace isochron
