// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/workload/traffic/flat_traffic.h>
#include <isochron/machine/workload/traffic/traffic_text.h>

#include <filesystem>
#include <map>
#include <set>

#include <fmt/format.h>

#include <isochron/machine/language/literal.h>
#include <isochron/machine/route/via_names.h>
#include <isochron/machine/workload/traffic/flow_loads.h>
#include <isochron/machine/workload/traffic/offered_load.h>
#include <isochron/machine/workload/traffic/option_rules.h>
#include <isochron/scenario/value_reader.h>

namespace isochron {

namespace {

/// Writes what is declared of a traffic and is no plain option of it.
class TrafficWriter {
 public:
  TrafficWriter(const TrafficDeclaration& declared, const Names& parameters)
      : declared_(declared), parameters_(parameters) {}

  /// `option` as one value, or as {of: [...], weights: [...]}; empty: nothing is said of it.
  std::string text_of(const std::string& option) const {
    if (const Setting* const single = find(option)) return single->value->text_with(parameters_, {});
    const Setting *const values = find(option + ".of"), *const weights = find(option + ".weights");
    if (values == nullptr) return {};
    return fmt::format("{{of: [{}]{}}}", list_text(values->raw),
                       weights == nullptr ? "" : fmt::format(", weights: [{}]", list_text(weights->raw)));
  }
  std::string text_of_weights() const {
    std::string text;
    const std::set<std::string> ends(end_names.begin(), end_names.end());
    for (std::size_t p = 0; p < declared_.to.size(); ++p)
      text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", quoted_text(declared_.to[p].text),
                          weight_text(declared_.weights[p], ends));
    return "{" + text + "}";
  }
  /// Quoted where it is more than a number.
  std::string weight_text(const Expression& weight, const std::set<std::string>& ends) const {
    const std::string text = weight.text_with(parameters_, ends);
    return text.find_first_not_of("0123456789") == std::string::npos ? text : quoted_text(text);
  }
  std::string text_of_scope() const {
    const Setting* const scope = find("per");
    return scope == nullptr ? "" : quoted_text(scope->raw.text);
  }
  std::string text_of_via() const {
    const std::set<std::string> free(route_names.begin(), route_names.end());
    std::string text;
    for (const ViaDeclaration& via : declared_.via) {
      const std::string when = via.when ? via.when->text_with(parameters_, free) : "true";
      if (when == "false") continue;
      text += fmt::format("{}{{at: {}{}}}", text.empty() ? "" : ", ", quoted_text(via.at.text_with(parameters_, free)),
                          when == "true" ? "" : ", when: " + when);
    }
    return text.empty() ? "" : "[" + text + "]";
  }
  std::string text_of_file() const {
    return declared_.trace == nullptr ? "" : quoted_text(std::filesystem::absolute(declared_.trace->file).string());
  }

 private:
  const Setting* find(const std::string& path) const {
    for (const Setting& setting : declared_.settings)
      if (setting.path == path) return &setting;
    return nullptr;
  }
  std::string list_text(const YamlNode& list) const {
    std::string text;
    for (const YamlNode& item : list.items)
      text += (text.empty() ? "" : ", ") + Expression::parse(item.text, item.position).text_with(parameters_, {});
    return text;
  }

  const TrafficDeclaration& declared_;
  const Names& parameters_;
};

std::string text_of(const PathPatterns& patterns) {
  std::string text;
  for (const PathPattern& one : patterns) text += (text.empty() ? "" : ", ") + quoted_text(one.text);
  return patterns.size() == 1 ? text : "[" + text + "]";
}

/// What the routes of a source are forced through, and to how many sinks: ", 1 via spine[0]".
std::string via_text(const FlatTraffic& traffic, std::size_t number) {
  if (traffic.explicit_routes == nullptr) return "";
  const ExplicitRoutes& explicit_routes = *traffic.explicit_routes;
  const std::size_t of_source = explicit_routes.chosen.size() / traffic.sources.size(), ways = traffic.options.ways;
  std::map<std::uint32_t, std::set<std::size_t>> sinks;
  for (std::size_t i = 0; i < of_source; ++i)
    if (const std::uint32_t one = explicit_routes.chosen[number * of_source + i]; one != ExplicitRoutes::unused)
      sinks[one].insert(i / ways);
  std::string text;
  for (const auto& [one, to] : sinks) {
    std::string passed;
    for (const std::uint32_t waypoint : explicit_routes.all[one])
      passed += (passed.empty() ? "" : " and ") + explicit_routes.waypoints[waypoint].pattern;
    if (!passed.empty()) text += fmt::format(", {} via {}", to.size(), passed);
  }
  return text;
}

/// Who sends, for people: a line of each source.
std::string sources_text(const FlatTraffic& traffic, const Netlist& netlist) {
  std::string text;
  Endpoints endpoints(netlist, traffic);
  for (std::size_t s = 0; s < traffic.sources.size(); ++s) {
    const std::size_t sinks = endpoints.used(s).size();
    text += fmt::format("    # {} to {} sink{}{}", netlist.parts[traffic.sources[s]].path, sinks, sinks == 1 ? "" : "s",
                        via_text(traffic, s));
    if (!traffic.rate.zero()) text += " at " + (traffic.rate / Number::whole(traffic.shares[s])).text();
    if (is_silent(traffic)) text += ", silent";
    if (!traffic.traces.empty()) text += fmt::format(", {} I/Os", traffic.traces[s]->size());
    text += '\n';
  }
  return text;
}

}  // namespace

std::string traffic_text(const FlatTraffic& traffic, const Netlist& netlist, const Names& parameters) {
  const TrafficDeclaration& declared = *traffic.declaration;
  const TrafficWriter writer(declared, parameters);
  std::string text = fmt::format("  - {{name: {}, from: {}, to: {}", traffic.name, text_of(declared.from),
                                 declared.weights.empty() ? text_of(declared.to) : writer.text_of_weights());
  const auto add = [&text](const std::string& name, const std::string& value) {
    if (!value.empty()) text += fmt::format(", {}: {}", name, value);
  };
  TrafficOptions options = traffic.options;
  const ParameterTable table = options.parameters();
  const auto counts = [&table](const char* option) { return has_effect(traffic_option_rules(), option, table); };
  if (counts("rate")) add("rate", writer.text_of("rate"));
  if (counts("per")) add("per", writer.text_of_scope());
  add("via", writer.text_of_via());
  const std::set<std::string> ends(end_names.begin(), end_names.end());
  if (declared.only) add("only", quoted_text(declared.only->text_with(parameters, ends)));
  if (declared.order) add("order", quoted_text(declared.order->text_with(parameters, ends)));
  if (declared.recorded_as)
    add("recorded_as", declared.recorded_as->text_with(parameters, {"sink.node", "sink.index"}));
  if (counts("file")) add("file", writer.text_of_file());
  if (traffic.leader) add("after", netlist.workloads.of<FlatTraffic>()[*traffic.leader].name);
  for (const Parameter& option : table.all()) {
    const bool drawn = option.path == "io" && traffic.sizes != nullptr;
    if (option.counts()) add(option.path, drawn ? writer.text_of("io") : format_value(option.get(), option.quantity));
  }
  return text + "}\n" + sources_text(traffic, netlist);
}

}  // namespace isochron
