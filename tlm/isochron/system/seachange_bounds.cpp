// SPDX-License-Identifier: Apache-2.0
// What the arithmetic says of the cluster's parts.
#include <algorithm>

#include <isochron/system/seachange_parameters.h>

namespace isochron {

std::vector<ResourceBound> SeachangeParameters::bounds() const {
  const SeachangeParameters& p = *this;
  const double demand = p.controller_demand();
  const double raids = static_cast<double>(p.raid_controllers);
  const double in_service = p.surviving();
  const double remote = p.include_self || p.stream_count > 0 ? (in_service - 1) / in_service : 1.0;
  const double starfabric = Capacity::of_rate(p.starfabric_rate).alone;
  const double infiniband = Capacity::of_rate(p.infiniband_rate).alone;
  const Capacity pci_bus = p.pci.capacity(p.raid.message);
  const double per_gige_bus = raids * demand / static_cast<double>(p.gige_buses);
  // With a chip for each controller, fewer controllers than chips leave chips, bridges and links idle.
  const double lanes = p.chip_of == SeachangeParameters::ChipOf::raid ? raids : static_cast<double>(p.chips);
  const auto used = [lanes](std::uint64_t parts) { return std::min(static_cast<double>(parts), lanes); };
  const double per_sf_link = raids * demand * remote / used(p.sf_links);

  std::vector<ResourceBound> bounds;
  const auto add = [&](const char* resource, const char* description, double load, double capacity) {
    bounds.push_back({resource, description, load, capacity, load > 0 ? capacity / load * demand : 0});
  };
  if (p.raid.disk_rate > 0) add("disks", "disks of a RAID controller", demand, p.raid.capacity().alone);
  add("raid_pci", "PCI bus between a RAID controller and its StarFabric bridge", demand,
      p.raid.dma_engines > 1 ? pci_bus.contended : pci_bus.alone);
  add("sf_raid", "StarFabric link from a RAID bridge to the switch", demand, starfabric);
  add("sf_to_ib_side", "StarFabric link from the switch to a bridge towards InfiniBand", per_sf_link, starfabric);
  add("ib_pci", "PCI bus between the StarFabric and InfiniBand bridges",
      2 * raids * demand * remote / used(p.ib_pci_buses), pci_bus.contended);
  add("ib_link", "InfiniBand link from a node to another", raids * demand * remote / ((in_service - 1) * used(p.chips)),
      infiniband);
  add("sf_from_ib_side", "StarFabric link from a bridge at InfiniBand to the switch", per_sf_link, starfabric);
  add("sf_to_gige", "StarFabric link from the switch to a GigE bridge", per_gige_bus, starfabric);
  add("gige_pci", "PCI bus of the GigE cards", per_gige_bus, pci_bus.alone);
  if (p.gige.rate > 0) {
    // The one buffer is taken while a message comes over the bus and while it is sent.
    add("gige", "GigE card", raids * demand / static_cast<double>(p.gige_cards),
        1 / (1 / pci_bus.alone + p.sent_on() / p.gige.capacity().alone));
  }
  return bounds;
}

std::vector<UnlimitedParts> SeachangeParameters::unlimited() const {
  std::vector<UnlimitedParts> parts;
  if (gige.rate == 0) parts.push_back({"gige_card", "gige.rate"});
  if (raid.disk_rate == 0) parts.push_back({"raid_controller", "disk_rate"});
  return parts;
}

}  // namespace isochron
