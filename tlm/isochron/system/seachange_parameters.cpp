// SPDX-License-Identifier: Apache-2.0
#include <isochron/system/seachange_parameters.h>

#include <algorithm>

#include <isochron/fabric/sg1010_switch.h>
#include <isochron/fabric/sg2010_bridge.h>

namespace isochron {

ParameterTable SeachangeParameters::table() {
  const std::string paper = "Milkovits 2005, ";
  constexpr std::uint64_t gigabit = 1'000'000'000;
  ParameterTable table;
  table.count("nodes", nodes, {2, 255}, "nodes, fully meshed", paper + "section 2");
  table.count("raid_controllers", raid_controllers, {1, 4}, "RAID controllers a node", paper + "section 2");
  table.count("gige_cards", gige_cards, {1, 64}, "GigE cards a node", paper + "section 2");
  table.count("gige_buses", gige_buses, {1, 4}, "PCI buses for them, a node", "our reading of Figure 2");
  table.data_rate("target_bandwidth", target_bandwidth, {8, 8000 * gigabit},
                  "asked of a node's RAID controllers together", paper + "section 6");
  table.include(raid.parameters());
  table.choice("destination.drawn", drawn, {"per_message", "per_io", "rotation"}, "when a new destination is drawn",
               "open in " + paper + "section 6");
  table.flag("destination.include_self", include_self, "the sender's own node is among the destinations",
             paper + "section 2: 42 destinations");
  table.count("buffers_per_port", buffers_per_port, {1, 1 << 16}, "message buffers of an output port",
              "open in " + paper + "Table 1");
  table.choice("buffer_freed", buffer_freed, {"on_send", "on_arrival"}, "when a buffer is free again",
               "open in " + paper + "section 6.1.2");
  table.count("ib_side.chips", chips, {1, 2}, "InfiniBand chips a node", "our reading of Figure 2");
  table.count("ib_side.pci_buses", ib_pci_buses, {1, 2}, "PCI buses between StarFabric and InfiniBand, a node",
              "our reading of Table 2: four devices on one");
  table.count("ib_side.bridges", bridges, {1, 2}, "SG2010 bridges towards InfiniBand, a node",
              "our reading of Figure 2");
  table.count("ib_side.sf_links", sf_links, {1, 4}, "StarFabric links between switch and these bridges, a node",
              "our reading of Figure 2");
  table.choice("ib_side.chip_of", chip_of, {"raid", "balanced", "parity"}, "what decides the chip of a message",
               "open in " + paper + "Table 4");
  table.nest("pci", pci.parameters());
  table.data_rate("starfabric.rate", starfabric_rate, {8, 1000 * gigabit}, "payload rate of a StarFabric link",
                  paper + "Table 1");
  table.data_rate("infiniband.rate", infiniband_rate, {8, 1000 * gigabit}, "payload rate of an InfiniBand 1X link",
                  paper + "Table 1");
  table.count("infiniband.ports", infiniband_ports, {1, 254}, "ports a chip, one needed to every other node",
              paper + "Table 1");
  table.nest("gige", gige.parameters());
  table.indices("failed_nodes", failed_nodes, {0, 254}, "nodes that are down; RAID-5 survives one",
                paper + "section 2");
  table.choice("rebuild", rebuild, {"brute", "stripe_buffered"},
               "lost units: every survivor's unit is read again, or whole stripes are read and kept", "our own");
  table.count("streams.count", stream_count, {0, 10'000'000},
              "streams played by the cluster; 0: none, the target bandwidth counts", "our own");
  table.data_rate("streams.rate", stream_rate, {8, gigabit}, "a stream", paper + "section 1");
  table.duration("streams.client_buffer", client_buffer, {0, 1000 * second}, "playing time that a client holds",
                 "our own");
  add_bus_model(table, bus_model);

  const Condition streams = table.at_least("streams.count", 1);
  table.counts_where({"streams.count", "0", [this] { return stream_count == 0; }},
                     {"target_bandwidth", "destination.drawn", "destination.include_self"},
                     {"streams.count", "streams.rate"});
  table.counts_where(streams, {"streams.rate", "streams.client_buffer"}, {"target_bandwidth"});
  table.counts_where({"failed_nodes", "a node", [this] { return !failed_nodes.empty(); }}, {"rebuild"});
  table.counts_where(table.at_least("ib_side.chips", 2), {"ib_side.chip_of"});
  table.check([this] { return own_problems(); });
  return table;
}

bool SeachangeParameters::failed(unsigned node) const {
  return std::find(failed_nodes.begin(), failed_nodes.end(), node) != failed_nodes.end();
}

std::vector<ParameterProblem> SeachangeParameters::own_problems() const {
  std::vector<ParameterProblem> found;
  const auto text = [](std::uint64_t number) { return std::to_string(number); };

  if (nodes - 1 > infiniband_ports)
    found.push_back({"nodes",
                     text(nodes) + " nodes need " + text(nodes - 1) + " InfiniBand ports a chip, there are " +
                         text(infiniband_ports),
                     "use fewer nodes or raise infiniband.ports",
                     {"nodes", "infiniband.ports"}});
  const std::uint64_t used = raid_controllers + gige_buses + sf_links;
  if (used > Sg1010Switch::ports)
    found.push_back({"ib_side.sf_links",
                     "the SG1010 has 6 ports; " + text(raid_controllers) + " RAID bridges, " + text(gige_buses) +
                         " GigE bridges and " + text(sf_links) + " links towards InfiniBand need " + text(used),
                     "use fewer raid_controllers, gige_buses or ib_side.sf_links",
                     {"ib_side.sf_links", "gige_buses", "raid_controllers", "ib_side.bridges"}});
  if (sf_links % bridges != 0 || sf_links / bridges > Sg2010Bridge::max_links)
    found.push_back({"ib_side.bridges",
                     text(sf_links) + " StarFabric links do not spread evenly over " + text(bridges) +
                         (bridges == 1 ? " bridge" : " bridges") + ", which has 1 or 2 links each",
                     "use 1 or 2 links a bridge",
                     {"ib_side.sf_links", "ib_side.bridges", "ib_side.pci_buses", "raid_controllers", "gige_buses"}});
  if (ib_pci_buses > 1 && (chips != ib_pci_buses || bridges != ib_pci_buses))
    found.push_back({"ib_side.pci_buses",
                     text(ib_pci_buses) + " buses need a chip and a bridge each",
                     "use as many chips and bridges as buses, or one bus",
                     {"ib_side.chips", "ib_side.bridges", "ib_side.pci_buses"}});
  if (gige_cards % gige_buses != 0)
    found.push_back({"gige_cards",
                     text(gige_cards) + " GigE cards do not spread evenly over " + text(gige_buses) + " buses",
                     "use a multiple of gige_buses",
                     {"gige_cards", "gige_buses"}});
  if (failed_nodes.size() > 1)
    found.push_back({"failed_nodes",
                     "RAID-5 survives one failed node, not " + text(failed_nodes.size()),
                     "name one node at most",
                     {"failed_nodes"}});
  for (const std::uint64_t node : failed_nodes)
    if (node >= nodes)
      found.push_back(
          {"failed_nodes", "there is no node " + text(node), "use 0 to " + text(nodes - 1), {"failed_nodes", "nodes"}});
  if (!failed_nodes.empty() && nodes < 3)
    found.push_back({"failed_nodes",
                     "two nodes cannot lose one: RAID-5 needs three",
                     "use 3 nodes or more",
                     {"failed_nodes", "nodes"}});
  if (surviving() < 2 && !include_self)
    found.push_back({"destination.include_self",
                     "a lone node has nowhere else to send to",
                     "set it to true",
                     {"destination.include_self", "failed_nodes", "nodes"}});
  return found;
}

SeachangeParameters::Load SeachangeParameters::load() const {
  Load load{target_bandwidth, raid_controllers, 1, 1};
  if (stream_count > 0) load = {stream_count * stream_rate, nodes * raid_controllers, 1, 1};
  if (!failed_nodes.empty()) {
    if (rebuild == Rebuild::brute) {
      load.scale_numerator = 2;
    } else {
      load.scale_numerator = nodes;
      load.scale_denominator = nodes - 1;
    }
  }
  return load;
}

LostUnits SeachangeParameters::lost_units() const {
  if (failed_nodes.empty()) return {};
  return {rebuild == Rebuild::brute ? 2 : nodes};
}

double SeachangeParameters::controller_demand() const {
  const Load asked = load();
  return static_cast<double>(asked.bits_per_second) / 8 / static_cast<double>(asked.controllers) *
         static_cast<double>(asked.scale_numerator) / static_cast<double>(asked.scale_denominator);
}

double SeachangeParameters::sent_on() const {
  if (failed_nodes.empty() || rebuild == Rebuild::stripe_buffered) return 1;
  return (1 + 1.0 / surviving()) / 2;  // every second I/O is a part
}

unsigned SeachangeParameters::link_out(unsigned chip, unsigned lane) const {
  const unsigned bridge = bridges == chips ? chip : lane % static_cast<unsigned>(bridges);
  return bridge * links_per_bridge() + lane % links_per_bridge();
}

unsigned SeachangeParameters::bridge_in(unsigned chip, unsigned card) const {
  return bridges == chips ? chip : card / cards_per_bus() % static_cast<unsigned>(bridges);
}

unsigned SeachangeParameters::link_in(unsigned chip, unsigned card) const {
  return bridge_in(chip, card) * links_per_bridge() + card / cards_per_bus() % links_per_bridge();
}

unsigned SeachangeParameters::chip_for(unsigned source, unsigned destination, unsigned lane) const {
  const unsigned count = static_cast<unsigned>(chips);
  if (source == destination || chip_of == ChipOf::raid) return lane % count;
  if (chip_of == ChipOf::parity) return (source + destination) % count;
  // Destinations in order of distance take the chips in turn; the first chip changes from source to source.
  const unsigned n = static_cast<unsigned>(nodes);
  const unsigned rank = (destination + n - source - 1) % n;
  return (rank + source) % count;
}

}  // namespace isochron
