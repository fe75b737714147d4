// SPDX-License-Identifier: Apache-2.0
#include <isochron/compose/flattener.h>

#include <algorithm>
#include <functional>
#include <set>
#include <unordered_map>

#include <fmt/format.h>

#include <isochron/compose/parameter_store.h>
#include <isochron/fabric/general_link.h>
#include <isochron/scenario/input_error.h>
#include <isochron/scenario/suggestion.h>
#include <isochron/scenario/value_error.h>

namespace isochron {

namespace {

/// Counts the variables of `loop` through and calls `body` where its condition holds.
void for_each(const Loop& loop, Names& names, const std::function<void()>& body, std::size_t variable = 0) {
  if (variable == loop.variables.size()) {
    if (!loop.when || loop.when->flag(names, "`when`")) body();
    return;
  }
  const auto& [name, limit] = loop.variables[variable];
  // It would hide the other.
  if (names.find(name) != nullptr)
    throw InputError(limit.position(), fmt::format("the variable `{}` is a parameter too", name),
                     "Give it another name");
  const std::uint64_t count = limit.count(names, fmt::format("the number of `{}`", name));
  for (std::uint64_t value = 0; value < count; ++value) {
    names.set(name, Number::whole(value));
    for_each(loop, names, body, variable + 1);
    names.forget(name);
  }
}

bool begins(Port::Role role) {
  return role == Port::Role::initiator || role == Port::Role::sender;
}

Port::Role end_of(Port::Role role) {
  return role == Port::Role::initiator ? Port::Role::target : Port::Role::receiver;
}

const char* role_name(Port::Role role) {
  switch (role) {
    case Port::Role::initiator:
      return "an initiator";
    case Port::Role::target:
      return "a target";
    case Port::Role::sender:
      return "a sender";
    case Port::Role::receiver:
      return "a receiver";
  }
  return "";
}

class Flattener {
 public:
  Flattener(const MachineFile& file, InstanceOverrides& overrides) : file_(file), overrides_(overrides) {}

  Netlist flatten(const Names& parameters) {
    Names names = parameters;
    expand(file_.machine, "", names);
    join_all();
    size_ports();
    settle_fabrics();
    require_all_joined();
    add_traffic(names);
    add_metrics(names);
    return std::move(netlist_);
  }

 private:
  /// A connection whose ends are still paths.
  struct Wire {
    std::string from;
    std::string to;
    SourcePosition from_position;
    SourcePosition to_position;
    SourcePosition position;
  };
  struct End {
    std::size_t part = 0;
    PortRef port;
  };

  // Parts

  void expand(const TypeDeclaration& type, const std::string& prefix, Names& names) {
    if (++depth_ > 16)
      throw InputError(type.position, fmt::format("`{}` is made of itself", type.name), "Take it out of its parts");
    for (const PartDeclaration& part : type.parts) {
      if (part.when && !part.when->flag(names, "`when`")) {
        absent_.insert(prefix + part.name);
        continue;
      }
      const TypeDeclaration* const composite = file_.type(part.type);
      if (composite == nullptr && component_types().count(part.type) == 0) unknown_type(part);
      std::vector<std::uint64_t> sizes;
      for (const Expression& size : part.sizes)
        sizes.push_back(size.count(names, fmt::format("the size of `{}`", part.name)));
      for_each_index(sizes, [&](const std::vector<std::uint64_t>& index) {
        std::string path = prefix + part.name;
        for (const std::uint64_t i : index) path += fmt::format("[{}]", i);
        // What stands in an array may depend on its place there.
        Names inside = names;
        if (!index.empty()) inside.set("index", Number::whole(index.back()));
        if (composite != nullptr)
          expand_composite(*composite, part, path, inside);
        else
          add_part(path, part.type, part.position, part.settings, inside);
      });
    }
    for (const ConnectionDeclaration& connection : type.connections)
      for_each(connection.loop, names, [&] { connect(connection, prefix, names); });
    --depth_;
  }

  static void for_each_index(const std::vector<std::uint64_t>& sizes,
                             const std::function<void(const std::vector<std::uint64_t>&)>& body) {
    std::vector<std::uint64_t> index(sizes.size(), 0);
    for (const std::uint64_t size : sizes)
      if (size == 0) return;
    for (;;) {
      body(index);
      std::size_t digit = sizes.size();
      while (digit > 0 && ++index[digit - 1] == sizes[digit - 1]) index[--digit] = 0;
      if (digit == 0) return;
    }
  }

  void expand_composite(const TypeDeclaration& type, const PartDeclaration& part, const std::string& path,
                        const Names& outside) {
    ParameterStore store(type.parameters);
    const ParameterTable table = store.table();
    for (const Setting& setting : part.settings)
      apply_setting(setting, table, outside, fmt::format("the type `{}`", type.name));
    Names names = store.names();
    if (const Value* const index = outside.find("index")) names.set("index", *index);
    for (const PortDeclaration& port : type.ports) {
      if (!port.size) {
        aliases_[path + "." + port.name] = path + "." + port.inside.path(names);
        continue;
      }
      const std::uint64_t count = port.size->count(names, fmt::format("the size of `{}`", port.name));
      for (std::uint64_t i = 0; i < count; ++i) {
        Names counted = names;
        counted.set("i", Number::whole(i));
        aliases_[fmt::format("{}.{}[{}]", path, port.name, i)] = path + "." + port.inside.path(counted);
      }
    }
    composites_[path] = &type;
    expand(type, path + ".", names);
  }

  [[noreturn]] void unknown_type(const PartDeclaration& part) const {
    std::vector<std::string> known;
    for (const TypeDeclaration& type : file_.types) known.push_back(type.name);
    for (const auto& [name, type] : component_types()) known.push_back(name);
    throw InputError(part.type_position, fmt::format("unknown type `{}`", part.type.substr(0, 60)),
                     suggestion(part.type, known));
  }

  void add_part(const std::string& path, const std::string& type, const SourcePosition& position,
                const std::vector<Setting>& settings, const Names& names) {
    if (netlist_.parts.size() == most_parts)
      throw InputError(position, fmt::format("the machine has more than {} parts", most_parts),
                       "Make its arrays smaller");
    FlatPart part;
    part.path = path;
    part.type = type;
    part.position = position;
    part.config = component_types().at(type).make();
    ParameterTable table = part.config->parameters();
    for (const Setting& setting : settings) apply_setting(setting, table, names, fmt::format("a `{}`", type));
    for (const ParameterProblem& problem : table.problems())
      throw InputError(position, fmt::format("`{}`: `{}`: {}", path, problem.path, problem.message), problem.remedy);
    overrides_.apply(path, table);
    part.config->inner([&](const std::string& name, const char*, ParameterTable& inner) {
      overrides_.apply(path + "." + name, inner);
    });
    part.groups = part.config->ports();
    part.joined.resize(part.groups.size());
    if (!places_.emplace(path, netlist_.parts.size()).second)
      throw InputError(position, fmt::format("there are two parts `{}`", path), "Give one another name");
    netlist_.parts.push_back(std::move(part));
  }

  // Connections

  void connect(const ConnectionDeclaration& connection, const std::string& prefix, Names& names) {
    const std::string from = prefix + connection.from.path(names), to = prefix + connection.to.path(names);
    const SourcePosition &begin = connection.from.position(), &end = connection.to.position();
    if (wires_.size() > 8 * most_parts)
      throw InputError(connection.position, "the machine has too many connections", "Make its arrays smaller");
    if (!connection.link) {
      wires_.push_back({from, to, begin, end, connection.position});
      return;
    }
    const LinkDeclaration& link = *connection.link;
    const auto found = component_types().find(link.type);
    if (found == component_types().end())
      throw InputError(link.type_position, fmt::format("unknown type `{}`", link.type.substr(0, 60)),
                       suggestion(link.type, {"serial_link", "delay"}));
    const std::string path = prefix + link.name.path(names);
    const std::vector<PortGroup> groups = found->second.make()->ports();
    const bool is_link = groups.size() == 2 && groups[0].name == "in" && groups[1].name == "out" && !groups[0].array;
    if (!is_link)
      throw InputError(link.type_position, fmt::format("a `{}` is no link", link.type),
                       "Use a part with the ports `in` and `out`");
    add_part(path, link.type, link.name.position(), link.settings, names);
    wires_.push_back({from, path + ".in", begin, begin, connection.position});
    wires_.push_back({path + ".out", to, end, end, connection.position});
  }

  void join_all() {
    for (const Wire& wire : wires_) {
      const End from = find(wire.from, wire.from_position), to = find(wire.to, wire.to_position);
      const PortGroup &output = group_of(from), &input = group_of(to);
      if (!begins(output.role))
        throw InputError(wire.from_position,
                         fmt::format("`{}` is {}: nothing begins there", wire.from, role_name(output.role)),
                         "Swap `from` and `to`, or name another port");
      if (input.role != end_of(output.role))
        throw InputError(wire.to_position,
                         fmt::format("`{}` is {} and cannot be joined to `{}`, {}", wire.to, role_name(input.role),
                                     wire.from, role_name(output.role)),
                         output.role == Port::Role::initiator ? "Join it to a target: a bus, or a part with a socket"
                                                              : "Join it to a receiver: a link, or the end of one");
      if (output.line != input.line)
        throw InputError(
            wire.to_position,
            output.line ? fmt::format("nothing carries what `{}` sends to `{}`", wire.from, wire.to)
                        : fmt::format("the link `{}` cannot follow `{}`, which is the end of one", wire.to, wire.from),
            output.line ? "Put a link between: link: {type: serial_link, name: ..., rate: ...}"
                        : "Put a switch between, or leave one of the links out");
      if (!output.protocol.empty() && !input.protocol.empty() && output.protocol != input.protocol)
        throw InputError(wire.to_position,
                         fmt::format("`{}` speaks {}, `{}` {}", wire.to, input.protocol, wire.from, output.protocol),
                         "Put a bridge between them");
      const std::size_t number = netlist_.connections.size();
      take(from, number, wire.from, wire.from_position);
      take(to, number, wire.to, wire.to_position);
      netlist_.connections.push_back({from.part, from.port, to.part, to.port, wire.position});
    }
  }

  const PortGroup& group_of(const End& end) const { return netlist_.parts[end.part].groups[end.port.group]; }

  void take(const End& end, std::size_t number, const std::string& path, const SourcePosition& position) {
    auto& ports = netlist_.parts[end.part].joined[end.port.group];
    if (ports.size() <= end.port.index) ports.resize(end.port.index + 1);
    if (ports[end.port.index])
      throw InputError(position,
                       fmt::format("`{}` is joined twice, first at {}", path,
                                   netlist_.connections[*ports[end.port.index]].position.text()),
                       "A port has one connection: use another index, or put a switch or a bus between");
    ports[end.port.index] = number;
  }

  /// What a name within a type stands for, in the end.
  std::string settled(std::string path) const {
    for (auto found = aliases_.find(path); found != aliases_.end(); found = aliases_.find(path)) path = found->second;
    return path;
  }

  End find(const std::string& written, const SourcePosition& position) const {
    const std::string path = settled(written);
    const std::size_t dot = path.rfind('.');
    const std::string owner = dot == std::string::npos ? "" : path.substr(0, dot);
    const std::string port = path.substr(dot == std::string::npos ? 0 : dot + 1);
    const auto found = places_.find(owner);
    if (found == places_.end()) no_part(written, owner, port, position);
    const FlatPart& part = netlist_.parts[found->second];
    const std::size_t bracket = port.find('[');
    const std::string name = port.substr(0, bracket);
    for (unsigned g = 0; g < part.groups.size(); ++g) {
      const PortGroup& group = part.groups[g];
      if (group.name != name) continue;
      if (group.array != (bracket != std::string::npos))
        throw InputError(
            position,
            fmt::format("the port `{}` of `{}` {}", name, owner, group.array ? "needs an index" : "has no index"),
            group.array ? fmt::format("Write {}[0]", name) : fmt::format("Write {}", name));
      const std::uint64_t index = group.array ? std::stoull(port.substr(bracket + 1)) : 0;
      const std::uint64_t limit = group.array ? group.count.value_or(1 << 20) : group.count.value_or(1);
      if (index >= limit)
        throw InputError(
            position, fmt::format("`{}` has {} ports `{}`, there is no number {}", owner, limit, name, index),
            limit == 0 ? "Set the parameter that says how many there are"
                       : fmt::format("Use 0 to {}, or set the parameter that says how many there are", limit - 1));
      return {found->second, {g, static_cast<unsigned>(index)}};
    }
    std::vector<std::string> known;
    for (const PortGroup& group : part.groups) known.push_back(group.name + (group.array ? "[0]" : ""));
    throw InputError(position, fmt::format("`{}`, a `{}`, has no port `{}`", owner, part.type, name),
                     suggestion(port, known));
  }

  [[noreturn]] void no_part(const std::string& written, const std::string& owner, const std::string& port,
                            const SourcePosition& position) const {
    const auto composite = composites_.find(owner);
    if (composite != composites_.end()) {
      std::vector<std::string> known;
      for (const PortDeclaration& declared : composite->second->ports)
        known.push_back(declared.name + (declared.size ? "[0]" : ""));
      throw InputError(position, fmt::format("`{}`, a `{}`, has no port `{}`", owner, composite->second->name, port),
                       known.empty() ? "Add `ports:` to the type" : suggestion(port, known));
    }
    std::vector<std::string> known;
    for (const FlatPart& part : netlist_.parts)
      if (known.size() < 10'000) known.push_back(part.path);
    for (const auto& [path, type] : composites_) known.push_back(path);
    const std::string plain = owner.substr(0, owner.find('['));
    if (absent_.count(plain) != 0)
      throw InputError(position, fmt::format("`{}`: the part `{}` is left out by its `when`", written, plain),
                       "Give the connection the same `when`");
    throw InputError(position,
                     owner.empty() ? fmt::format("`{}` names a part and no port", written)
                                   : fmt::format("`{}`: there is no part `{}`", written, owner),
                     owner.empty() ? "Write part.port" : suggestion(owner, known));
  }

  void size_ports() {
    for (FlatPart& part : netlist_.parts)
      for (std::size_t g = 0; g < part.groups.size(); ++g) {
        const PortGroup& group = part.groups[g];
        const std::size_t count = group.count ? *group.count : group.array ? part.joined[g].size() : 1;
        part.joined[g].resize(count);
        part.plan.counts.push_back(static_cast<unsigned>(count));
      }
  }

  void require_all_joined() const {
    for (const FlatPart& part : netlist_.parts)
      for (unsigned g = 0; g < part.groups.size(); ++g)
        for (unsigned i = 0; i < part.joined[g].size(); ++i)
          if (part.groups[g].required && !part.joined[g][i])
            throw InputError(part.position,
                             fmt::format("`{}.{}` is joined to nothing", part.path, part.port_name({g, i})),
                             "Add it to `connect`, or lower the number of ports");
  }

  /// What is spoken at ports that have no protocol of their own: what comes from their neighbours.
  void settle_fabrics() {
    for (bool changed = true; changed;) {
      changed = false;
      for (const FlatConnection& one : netlist_.connections) {
        FlatPart &from = netlist_.parts[one.from], &to = netlist_.parts[one.to];
        const std::string &output = from.groups[one.output.group].protocol,
                          &input = to.groups[one.input.group].protocol;
        const std::string& spoken = output.empty() ? from.plan.fabric : output;
        const std::string& heard = input.empty() ? to.plan.fabric : input;
        if (spoken == heard) continue;
        if (!spoken.empty() && !heard.empty())
          throw InputError(one.position, fmt::format("`{}` speaks {}, `{}` {}", from.path, spoken, to.path, heard),
                           "Put a bridge between them");
        (spoken.empty() ? from : to).plan.fabric = spoken.empty() ? heard : spoken;
        changed = true;
      }
    }
    // Where nobody says anything it is the general link.
    for (FlatPart& part : netlist_.parts)
      if (needs_fabric(part)) part.plan.fabric = GeneralLink::name;
  }
  static bool needs_fabric(const FlatPart& part) {
    return part.plan.fabric.empty() && std::any_of(part.groups.begin(), part.groups.end(),
                                                   [](const PortGroup& group) { return group.protocol.empty(); });
  }

  // Traffic and figures

  /// The parts that match, in the machine's order.
  std::vector<std::size_t> matching(const PathPattern& pattern) const {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < netlist_.parts.size(); ++i)
      if (matches_path(pattern.text, netlist_.parts[i].path)) found.push_back(i);
    if (!found.empty()) return found;
    std::vector<std::string> kinds;
    for (const FlatPart& part : netlist_.parts) {
      std::string kind;
      bool inside = false;
      for (const char letter : part.path) {
        if (letter == ']') inside = false;
        if (!inside) kind += letter;
        if (letter == '[') {
          inside = true;
          kind += '*';
        }
      }
      if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) kinds.push_back(kind);
    }
    throw InputError(pattern.position, fmt::format("`{}` matches no part", pattern.text.substr(0, 80)),
                     suggestion(pattern.text, kinds));
  }

  void add_traffic(const Names& names) {
    std::unordered_map<std::size_t, std::string> users;  // of sources, by their traffic
    for (const TrafficDeclaration& declared : file_.traffic) {
      if (declared.when && !declared.when->flag(names, "`when`")) continue;
      FlatTraffic traffic;
      traffic.name = declared.name;
      traffic.position = declared.position;
      traffic.sources = matching(declared.from);
      traffic.sinks = matching(declared.to);
      traffic.shares.assign(traffic.sources.size(), 1);
      const ParameterTable table = traffic.options.parameters();
      bool has_rate = false;
      for (const Setting& setting : declared.settings) {
        if (setting.path == "rate") {
          read_rate(setting, names, traffic);
          has_rate = true;
        } else if (setting.path == "per") {
          read_shares(setting, traffic);
        } else {
          apply_setting(setting, table, names, fmt::format("the traffic `{}`", declared.name));
        }
      }
      const bool needs_rate = traffic.options.arrivals != SourceLoad::Arrivals::closed &&
                              traffic.options.arrivals != SourceLoad::Arrivals::at_start;
      if (needs_rate && !has_rate)
        throw InputError(declared.position, fmt::format("the traffic `{}` has no `rate`", declared.name),
                         "Add `rate: 240 MB/s`, what a source asks for");
      const bool all_at_start = traffic.options.arrivals == SourceLoad::Arrivals::at_start;
      if (traffic.options.ios == 0 && (file_.until_done || all_at_start))
        throw InputError(
            declared.position,
            fmt::format("the traffic `{}` has no `ios`: {}", declared.name,
                        all_at_start ? "all are asked for at the start" : "the machine would never be done"),
            "Add `ios: 100`, how many I/Os a source sends");
      for (const std::size_t source : traffic.sources) {
        const FlatPart& part = netlist_.parts[source];
        if (part.config->sources().empty())
          throw InputError(declared.from.position, fmt::format("`{}`, a `{}`, generates nothing", part.path, part.type),
                           "Name sources: raid_controller, source, bus_source");
        SourceLoad load;
        load.arrivals = traffic.options.arrivals;
        if (const std::string why = part.config->why_not(load); !why.empty())
          throw InputError(declared.position, fmt::format("`{}` cannot send this: {}", part.path, why),
                           "Change `arrivals`");
        const auto [user, is_new] = users.emplace(source, declared.name);
        if (!is_new)
          throw InputError(declared.from.position,
                           fmt::format("`{}` is a source of `{}` already", part.path, user->second),
                           "Give each source one traffic");
      }
      for (const std::size_t sink : traffic.sinks)
        if (!netlist_.parts[sink].config->is_sink())
          throw InputError(
              declared.to.position,
              fmt::format("`{}`, a `{}`, takes no data", netlist_.parts[sink].path, netlist_.parts[sink].type),
              "Name sinks: gige_card, sink, bus_sink");
      netlist_.traffic.push_back(std::move(traffic));
    }
    for (std::size_t i = 0; i < netlist_.parts.size(); ++i)
      if (netlist_.parts[i].config->is_sink()) netlist_.endpoints.push_back(i);
  }

  static void read_rate(const Setting& setting, const Names& names, FlatTraffic& traffic) {
    if (!setting.value)
      throw InputError(setting.problem.empty() ? setting.raw.position.text() + ": `rate` is no single value"
                                               : setting.problem);
    const Value value = setting.value->evaluate(names);
    const Number* const rate = std::get_if<Number>(&value);
    if (const std::string* const name = std::get_if<std::string>(&value))
      throw InputError(setting.raw.position, fmt::format("`rate`: unknown name `{}`", name->substr(0, 60)),
                       suggestion(*name, names.all()));
    if (rate == nullptr || rate->dimension() != Dimension::data_rate || rate->negative() || rate->zero())
      throw InputError(setting.raw.position,
                       fmt::format("`rate` is {}", rate == nullptr ? kind_of(value)
                                                   : rate->zero()  ? "0"
                                                                   : kind_of(value)),
                       "Write a rate above 0, such as 240 MB/s");
    constexpr Number::Wide most = Number::Wide{1} << 40;
    if (rate->numerator() > most * 1000 || rate->denominator() > most)
      throw InputError(setting.raw.position, "`rate` cannot be kept exactly", "Use rounder numbers");
    traffic.rate = *rate;
  }

  /// Sources below one part have the rate together.
  void read_shares(const Setting& setting, FlatTraffic& traffic) const {
    const std::string pattern = setting.raw.text;
    if (pattern == "source") return;
    std::unordered_map<std::string, std::uint64_t> sizes;
    std::vector<std::string> groups;
    for (const std::size_t source : traffic.sources) {
      const std::string& path = netlist_.parts[source].path;
      std::string group;
      for (std::size_t dot = path.find('.'); dot != std::string::npos && group.empty(); dot = path.find('.', dot + 1))
        if (matches_path(pattern, path.substr(0, dot))) group = path.substr(0, dot);
      if (group.empty())
        throw InputError(setting.raw.position, fmt::format("`{}` is not within `{}`", path, pattern.substr(0, 60)),
                         "Write what the sources are in, such as node[*], or `source`");
      groups.push_back(group);
      ++sizes[group];
    }
    for (std::size_t i = 0; i < groups.size(); ++i) traffic.shares[i] = sizes[groups[i]];
  }

  void add_metrics(const Names& names) {
    for (const MetricDeclaration& declared : file_.metrics) {
      FlatMetric metric;
      metric.declaration = &declared;
      metric.unit = unit_of(declared.of);
      if (declared.divided_by) {
        unit_of(*declared.divided_by);
        metric.unit = "1";
      }
      if (declared.quantile) {
        const Value value = declared.quantile->evaluate(names);
        const Number* const at = std::get_if<Number>(&value);
        if (at == nullptr || at->dimension() != Dimension::plain || at->negative() || at->to_double() > 1)
          throw InputError(declared.quantile->position(), "`at` is no fraction", "Write 0 to 1, such as 95 %");
        metric.quantile = at->to_double();
      }
      netlist_.metrics.push_back(std::move(metric));
    }
  }

  /// Of the statistic that `pattern` ends with, at the parts that the rest of it matches.
  std::string unit_of(const PathPattern& pattern) const {
    // The statistic's name may have dots: the longest path that is a part's is the part.
    for (std::size_t dot = pattern.text.rfind('.'); dot != std::string::npos && dot > 0;
         dot = pattern.text.rfind('.', dot - 1)) {
      const std::string path = pattern.text.substr(0, dot);
      const std::string statistic = without_indices(pattern.text.substr(dot + 1));
      for (const FlatPart& part : netlist_.parts) {
        if (!matches_path(path, part.path)) continue;
        const TypeInfo info = component_types().at(part.type).info();
        std::vector<std::string> known;
        for (const StatisticInfo& one : info.statistics) {
          if (without_indices(one.name) == statistic) return one.unit;
          known.push_back(one.name);
        }
        throw InputError(pattern.position,
                         fmt::format("a `{}` has no statistic `{}`", part.type, pattern.text.substr(dot + 1)),
                         known.empty() ? "It has none" : suggestion(pattern.text.substr(dot + 1), known));
      }
    }
    matching(pattern);  // says what there is
    throw InputError(pattern.position,
                     fmt::format("`{}` names a part and no statistic of it", pattern.text.substr(0, 80)),
                     "Write part.statistic: node[*].card[*].bandwidth");
  }
  const MachineFile& file_;
  InstanceOverrides& overrides_;
  Netlist netlist_;
  std::unordered_map<std::string, std::size_t> places_;
  std::unordered_map<std::string, std::string> aliases_;
  std::unordered_map<std::string, const TypeDeclaration*> composites_;
  std::set<std::string> absent_;
  std::vector<Wire> wires_;
  int depth_ = 0;
};

}  // namespace

std::string FlatPart::port_name(const PortRef& port) const {
  const PortGroup& group = groups[port.group];
  return group.array ? fmt::format("{}[{}]", group.name, port.index) : group.name;
}

std::string kind_of_path(const std::string& path) {
  std::string kind;
  bool inside = false;
  for (const char letter : path) {
    inside = inside || letter == '[';
    if (!inside) kind += letter;
    inside = inside && letter != ']';
  }
  return kind;
}

Netlist flatten(const MachineFile& file, const Names& parameters, InstanceOverrides& overrides) {
  return Flattener(file, overrides).flatten(parameters);
}

}  // namespace isochron
