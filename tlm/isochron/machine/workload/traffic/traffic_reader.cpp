// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/workload/traffic/traffic_reader.h>

#include <array>
#include <memory>
#include <set>
#include <utility>

#include <fmt/format.h>

#include <isochron/machine/language/declaration_reader.h>
#include <isochron/machine/workload/traffic/arrival_trace_reader.h>
#include <isochron/machine/workload/traffic/traffic_declaration.h>
#include <isochron/scenario/input_error.h>
#include <isochron/scenario/value_reader.h>

namespace isochron {

namespace {

/// A path, a list of paths, or paths with their weights.
void read_sinks(const YamlNode& node, TrafficDeclaration& traffic) {
  if (!node.is_map()) {
    traffic.to = read_patterns(node, "to");
    return;
  }
  for (std::size_t i = 0; i < node.keys.size(); ++i) {
    traffic.to.push_back({node.keys[i].text, node.keys[i].position});
    traffic.weights.push_back(read_expression(node.items[i], "a weight in `to`"));
  }
  if (traffic.to.empty()) throw InputError(node.position, "`to` is an empty map", "Write {a: 3, b: 1}");
}

/// A path, or a list of paths and of maps with one.
std::vector<ViaDeclaration> read_via(const YamlNode& node) {
  std::vector<ViaDeclaration> via;
  for (const YamlNode& item : node.is_sequence() ? node.items : std::vector<YamlNode>{node}) {
    std::optional<Expression> when;
    if (item.is_map()) {
      require_map(item, "via", {"at", "when"});
      if (const YamlNode* const condition = item.find("when")) when = read_expression(*condition, "when");
    }
    const YamlNode& at = item.is_map() ? required(item, "at", "via", "Add `at: ...`, the path of a part") : item;
    via.push_back({PatternTemplate::parse(read_text(at, "via"), at.position), std::move(when)});
  }
  return via;
}

/// Throws InputError at an option that traffic had once.
void require_none_of_old(const YamlNode& entry) {
  constexpr std::array<std::pair<const char*, const char*>, 5> gone{
      {{"degraded", "Write `down: CONDITION` at the parts that are down, and `rebuild_every` and `rebuild_parts` here"},
       {"failed_node", "Write `down: index == N` at the parts that are down"},
       {"rebuild",
        "Write `rebuild_every` and `rebuild_parts`: how many of a source's I/Os rebuild, and of how many parts"},
       {"rotate_by", "Write `order`: an expression of source.node, source.index, sink.node and sink.index"},
       {"sink_groups", "Write `only`: a condition of source.node, source.index, sink.node and sink.index"}}};
  for (const auto& [option, remedy] : gone)
    if (const YamlNode* const node = entry.find(option))
      throw InputError(node->position, fmt::format("traffic has no option `{}` any more", option), remedy);
}

}  // namespace

void read_traffic(const YamlNode& node, const FileReader& beside, MachineFile& machine) {
  if (!node.is_sequence())
    throw InputError(node.position, fmt::format("`traffic` has {} instead of a list", node.kind_name()),
                     "Write lines `- {name: ..., from: ..., to: ...}`");
  std::set<std::string> names;
  for (const YamlNode& entry : node.items) {
    if (!entry.is_map())
      throw InputError(entry.position, fmt::format("`traffic` has {} instead of a map", entry.kind_name()),
                       "Write {name: ..., from: ..., to: ...}");
    require_none_of_old(entry);
    TrafficDeclaration traffic;
    const YamlNode& name = required(entry, "name", "traffic", "Add `name: ...`");
    traffic.name = checked_name(read_text(name, "name"), name.position, "traffic");
    traffic.position = entry.position;
    if (!names.insert(traffic.name).second)
      throw InputError(name.position, fmt::format("the traffic `{}` is there twice", traffic.name),
                       "Give one another name");
    if (const YamlNode* const when = entry.find("when")) traffic.when = read_expression(*when, "when");
    traffic.from = read_patterns(required(entry, "from", traffic.name, "Add `from: node[*].raid[*]`"), "from");
    read_sinks(required(entry, "to", traffic.name, "Add `to: node[*].card[*]`"), traffic);
    if (const YamlNode* const file = entry.find("file")) {
      const auto [name_of_file, text] = beside(*file);
      traffic.trace = std::make_shared<const ArrivalTrace>(read_arrival_trace(text, name_of_file));
      traffic.trace_position = file->position;
    }
    if (const YamlNode* const after = entry.find("after")) {
      traffic.after = read_text(*after, "after");
      traffic.after_position = after->position;
    }
    if (const YamlNode* const via = entry.find("via")) traffic.via = read_via(*via);
    for (const auto& [key, expression] : {std::pair{"only", &traffic.only}, std::pair{"order", &traffic.order},
                                          std::pair{"recorded_as", &traffic.recorded_as}})
      if (const YamlNode* const node_of_key = entry.find(key)) *expression = read_expression(*node_of_key, key);
    traffic.settings =
        read_settings(entry, {"name", "when", "from", "to", "file", "after", "via", "only", "order", "recorded_as"});
    machine.workloads.of<TrafficDeclaration>().push_back(std::move(traffic));
  }
}

}  // namespace isochron
