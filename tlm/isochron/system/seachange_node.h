// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <isochron/bus/pci_bus.h>
#include <isochron/device/gige_card.h>
#include <isochron/device/raid_controller.h>
#include <isochron/fabric/infiniband_chip.h>
#include <isochron/fabric/sg1010_switch.h>
#include <isochron/fabric/sg2010_bridge.h>
#include <isochron/observe/instance_overrides.h>
#include <isochron/system/seachange_parameters.h>

namespace isochron {

/// A node of the SeaChange cluster: RAID controllers, each with a PCI bus and an SG2010; an SG1010; PCI buses of GigE
/// cards behind an SG2010 each; and towards the other nodes SG2010s, PCI and InfiniBand chips (Milkovits 2005, section
/// 2; docs/systems/seachange_cluster.md draws it). The order of construction is the canonical order of its links and
/// buses.
class SeachangeNode final : public sc_core::sc_module {
 public:
  /// What a node's parts need of the machine they are in.
  struct Surroundings {
    const SeachangeParameters& parameters;
    const Domain& domain;
    InstanceOverrides& overrides;
    RaidController::Departures& departures;
    GigeCard::Arrivals& arrivals;
    std::uint64_t seed;
    std::uint64_t io_limit;
  };

  SeachangeNode(const sc_core::sc_module_name& name, const Surroundings& around, unsigned index);
  ~SeachangeNode() override;

  /// The chip port of this node that leads to node `other`.
  unsigned port_to(unsigned other) const { return other < index_ ? other : other - 1; }
  InfiniBandLink& ib_link(unsigned chip, unsigned other) { return *ib_links_.at(chip * (nodes_ - 1) + port_to(other)); }

  std::vector<std::unique_ptr<RaidController>> raids;
  std::vector<std::unique_ptr<PciBus>> raid_pci;
  std::vector<std::unique_ptr<Sg2010Bridge>> raid_bridges;
  std::unique_ptr<Sg1010Switch> fabric_switch;
  std::vector<std::unique_ptr<Sg2010Bridge>> ib_bridges;
  std::vector<std::unique_ptr<PciBus>> ib_pci;
  std::vector<std::unique_ptr<InfiniBandChip>> chips;
  std::vector<std::unique_ptr<Sg2010Bridge>> gige_bridges;
  std::vector<std::unique_ptr<PciBus>> gige_pci;
  std::vector<std::unique_ptr<GigeCard>> cards;

  /// The IB-side bus that bridge or chip `i` is on, and its device index there.
  unsigned ib_bus_of(unsigned i) const { return ib_buses_ == 1 ? 0 : i; }
  unsigned ib_device_of_bridge(unsigned bridge) const { return ib_buses_ == 1 ? bridge : 0; }
  unsigned ib_device_of_chip(unsigned chip) const { return ib_buses_ == 1 ? bridges_ + chip : 1; }

  /// Every part that keeps statistics.
  std::vector<Measured*> measured();

 private:
  class SwitchRouter;

  void build_bridges_and_links(const Surroundings& around);
  void build_ib_side(const Surroundings& around);
  void build_raids(const Surroundings& around);
  void build_gige_side(const Surroundings& around);
  PciConfig pci_config(const Surroundings& around, const std::string& part) const;
  GigeCard::Config gige_config(const Surroundings& around, const std::string& part) const;
  template <class Link>
  std::unique_ptr<Link> make_link(const Surroundings& around, const std::string& part, std::uint64_t rate) const;

  unsigned index_;
  unsigned nodes_;
  unsigned bridges_;
  unsigned ib_buses_;
  std::unique_ptr<SwitchRouter> router_;
  std::vector<std::unique_ptr<StarFabricLink>> sf_links_;
  std::vector<std::unique_ptr<InfiniBandLink>> ib_links_;
};

}  // namespace isochron
