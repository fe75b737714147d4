// SPDX-License-Identifier: Apache-2.0
#include <isochron/compose/netlist_text.h>

#include <fmt/format.h>

#include <isochron/compose/flow_loads.h>
#include <isochron/scenario/units.h>
#include <isochron/scenario/value_reader.h>

namespace isochron {

namespace {

std::string parameters_text(PartConfig& config) {
  std::string text;
  const ParameterTable table = config.parameters();
  for (const Parameter& parameter : table.all())
    if (parameter.counts())
      text += fmt::format(", {}: {}", parameter.path, format_value(parameter.get(), parameter.quantity));
  return text;
}

}  // namespace

std::string netlist_text(const Netlist& netlist) {
  std::string text = "parts:\n";
  for (const FlatPart& part : netlist.parts)
    text += fmt::format("  \"{}\": {{type: {}{}}}\n", part.path, part.type, parameters_text(*part.config));
  text += "connect:\n";
  for (const FlatConnection& one : netlist.connections) {
    const FlatPart &from = netlist.parts[one.from], &to = netlist.parts[one.to];
    text += fmt::format("  - {{from: \"{}.{}\", to: \"{}.{}\"}}\n", from.path, from.port_name(one.output), to.path,
                        to.port_name(one.input));
  }
  text += "traffic:\n";
  for (const FlatTraffic& traffic : netlist.traffic) {
    Endpoints endpoints(netlist, traffic);
    for (std::size_t s = 0; s < traffic.sources.size(); ++s)
      text += fmt::format(
          "  - {{name: {}, from: \"{}\"{}{}, to: {} sinks}}\n", traffic.name, netlist.parts[traffic.sources[s]].path,
          traffic.rate.zero() ? "" : ", rate: " + (traffic.rate / Number::whole(traffic.shares[s])).text(),
          traffic.traces.empty() ? "" : fmt::format(", ios: {}", traffic.traces[s]->size()), endpoints.of(s)->size());
  }
  return text;
}

}  // namespace isochron
