// SPDX-License-Identifier: Apache-2.0
#include "systems/seachange/seachange_parameters.h"

#include <sstream>

namespace isochron::testbench {

namespace {

const char* unit_of(Quantity quantity) {
  switch (quantity) {
    case Quantity::bytes:
      return " B";
    case Quantity::duration:
      return " ps";
    case Quantity::data_rate:
      return " b/s";
    case Quantity::frequency:
      return " Hz";
    case Quantity::bits:
      return " bit";
    default:
      return "";
  }
}

struct Print {
  std::ostream& out;
  void operator()(std::uint64_t number) const { out << number; }
  void operator()(bool flag) const { out << (flag ? "true" : "false"); }
  void operator()(const std::string& name) const { out << name; }
  void operator()(const std::vector<std::uint64_t>& numbers) const {
    out << '[';
    for (std::size_t i = 0; i < numbers.size(); ++i) out << (i > 0 ? ", " : "") << numbers[i];
    out << ']';
  }
};

}  // namespace

ParameterTable SeachangeParameters::table() {
  ParameterTable table;
  const auto count = [&table](const char* path, std::uint64_t& value) { table.count(path, value, {}, ""); };
  const auto data_rate = [&table](const char* path, std::uint64_t& value) { table.data_rate(path, value, {}, ""); };
  count("nodes", nodes);
  count("raid_controllers", raid_controllers);
  count("gige_cards", gige_cards);
  count("gige_buses", gige_buses);
  data_rate("target_bandwidth", target_bandwidth);
  table.include(raid.parameters());
  table.choice("destination.drawn", drawn, {"per_message", "per_io", "rotation"}, "");
  table.flag("destination.include_self", include_self, "");
  count("buffers_per_port", buffers_per_port);
  table.choice("buffer_freed", buffer_freed, {"on_send", "on_arrival"}, "");
  count("ib_side.chips", chips);
  count("ib_side.pci_buses", ib_pci_buses);
  count("ib_side.bridges", bridges);
  count("ib_side.sf_links", sf_links);
  table.choice("ib_side.chip_of", chip_of, {"raid", "balanced", "parity"}, "");
  table.nest("pci", pci.parameters());
  data_rate("starfabric.rate", starfabric_rate);
  data_rate("infiniband.rate", infiniband_rate);
  count("infiniband.ports", infiniband_ports);
  table.nest("gige", gige.parameters());
  table.indices("failed_nodes", failed_nodes, {}, "");
  table.choice("rebuild", rebuild, {"brute", "stripe_buffered"}, "");
  count("streams.count", stream_count);
  data_rate("streams.rate", stream_rate);
  table.duration("streams.client_buffer", client_buffer, {}, "");
  table.choice("bus_model", bus_model, {"fast", "reference"}, "buses in closed form, or an event a slice", "our own");
  return table;
}

Settings SeachangeParameters::settings() const {
  SeachangeParameters copy = *this;
  SeachangeParameters standard;
  const ParameterTable ours = copy.table();
  const ParameterTable standards = standard.table();
  Settings settings;
  for (std::size_t i = 0; i < ours.all().size(); ++i) {
    const Parameter& parameter = ours.all()[i];
    const ParameterValue value = parameter.get();
    if (value == standards.all()[i].get()) continue;
    std::ostringstream text;
    std::visit(Print{text}, value);
    const bool is_number = std::holds_alternative<std::uint64_t>(value);
    settings[parameter.path] = text.str() + (is_number ? unit_of(parameter.quantity) : "");
  }
  return settings;
}

LostUnits SeachangeParameters::lost_units() const {
  if (failed_nodes.empty()) return {};
  return {rebuild == Rebuild::brute ? 2 : nodes};
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

}  // namespace isochron::testbench
