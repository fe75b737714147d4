// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/language/machine_reader.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include <fmt/format.h>

#include <isochron/machine/language/check_reader.h>
#include <isochron/machine/language/declaration_check.h>
#include <isochron/machine/language/declaration_reader.h>
#include <isochron/machine/language/disk_array_reader.h>
#include <isochron/machine/language/group_passing.h>
#include <isochron/machine/language/parameter_reader.h>
#include <isochron/machine/language/preset_reader.h>
#include <isochron/machine/language/unused_parameters.h>
#include <isochron/machine/workload/workload_kind.h>
#include <isochron/part/part_types.h>
#include <isochron/scenario/file_error.h>
#include <isochron/scenario/input_error.h>
#include <isochron/scenario/sha256.h>
#include <isochron/scenario/suggestion.h>
#include <isochron/scenario/text_file.h>
#include <isochron/scenario/value_reader.h>
#include <isochron/scenario/yaml_reader.h>

namespace isochron {

namespace {

namespace fs = std::filesystem;

void require_machine(const YamlNode& root, const std::string& name) {
  std::vector<std::string> keys{
      "machine", "summary",  "source", "include", "runs",       "flat",    "parameters",        "presets",    "let",
      "checks",  "types",    "parts",  "connect", "statistics", "metrics", "automatic_metrics", "bounds",     "driver",
      "demand",  "estimate", "flows",  "faults",  "pairs",      "groups",  "failures",          "rebuilding", "arrays"};
  for (const WorkloadKind* const kind : workload_kinds())
    if (*kind->section() != 0) keys.emplace_back(kind->section());
  require_map(root, name, keys);
}

/// "raid[raids]" as "raid" and its sizes.
std::pair<std::string, std::vector<Expression>> read_array_name(const YamlNode::Key& key, const std::string& what) {
  const std::size_t bracket = key.text.find('[');
  checked_name(key.text.substr(0, bracket), key.position, what);
  if (bracket == std::string::npos) return {key.text, {}};
  const PathTemplate path = PathTemplate::parse(key.text, key.position);
  if (path.segments().size() != 1)
    throw InputError(key.position, fmt::format("`{}` is no name for {}", key.text.substr(0, 60), what),
                     "Write a name, and sizes in brackets: raid[4]");
  return {path.segments().front().name, path.segments().front().indices};
}

/// The path of a part as it is in the end: "node[0].raid[1]".
std::string read_flat_name(const YamlNode::Key& key) {
  std::string path = PathTemplate::parse(key.text, key.position).path(Names());
  if (path != key.text)
    throw InputError(key.position, fmt::format("`{}` is no path of a part", key.text.substr(0, 60)),
                     fmt::format("Write it as it is, since the file is `flat`: {}", path));
  return path;
}

class Reader {
 public:
  MachineFile read(const std::string& file) {
    const YamlNode root = read_document(file);
    if (const YamlNode* const system = root.find("system"); system != nullptr && root.find("machine") == nullptr)
      throw InputError(root.position, "this is a scenario, and no machine file",
                       fmt::format("Name its machine, `{}`", system->text.substr(0, 60)));
    require_machine(root, "the machine file");
    machine_.file = file;
    machine_.machine.position = root.position;
    const YamlNode& name = required(root, "machine", "the machine file", "Begin with a line `machine: NAME`");
    machine_.machine.name = checked_name(read_text(name, "machine"), name.position, "a machine");
    const std::string stem = fs::path(file).stem().string();
    if (machine_.machine.name != stem) {
      machine_.warnings.push_back(
          {fmt::format("the machine `{}` stands in a file named `{}`, which is its name in scenarios ({})",
                       machine_.machine.name, stem, name.position.text()),
           fmt::format("Write `machine: {}`", stem)});
      machine_.machine.name = checked_name(stem, name.position, "a machine");
    }
    if (const YamlNode* const node = root.find("summary")) machine_.summary = read_text(*node, "summary");
    if (const YamlNode* const node = root.find("source")) machine_.source = read_text(*node, "source");
    if (const YamlNode* const node = root.find("runs")) read_runs(*node);
    if (const YamlNode* const node = root.find("include")) read_includes(*node, file);
    if (const YamlNode* const node = root.find("types")) read_types(*node);
    if (const YamlNode* const node = root.find("flat")) flat_ = read_flag(*node, "flat");
    read_body(root, machine_.machine);
    if (const YamlNode* const node = root.find("presets")) machine_.machine.presets = read_presets(*node);
    if (machine_.machine.parts.empty())
      throw InputError(root.position, "the machine has no parts", "Add `parts:` with at least one");
    for (const WorkloadKind* const kind : workload_kinds())
      if (const YamlNode* const node = *kind->section() == 0 ? nullptr : root.find(kind->section()))
        kind->read(
            *node, [this](const YamlNode& path) { return read_beside(path); }, machine_);
    if (const YamlNode* const node = root.find("statistics")) read_statistics(*node);
    if (const YamlNode* const node = root.find("metrics")) read_metrics(*node);
    if (const YamlNode* const node = root.find("bounds")) read_bounds(*node);
    if (const YamlNode* const node = root.find("flows")) read_flows(*node);
    if (const YamlNode* const node = root.find("faults")) machine_.faults = *node;
    if (const YamlNode* const node = root.find("pairs")) machine_.pairs = *node;
    if (const YamlNode* const node = root.find("groups")) machine_.groups = *node;
    if (const YamlNode* const node = root.find("failures")) machine_.failures = *node;
    if (const YamlNode* const node = root.find("rebuilding")) machine_.rebuilding = *node;
    if (const YamlNode* const node = root.find("arrays")) machine_.disk_arrays = read_disk_arrays(*node);
    if (const YamlNode* const node = root.find("driver")) {
      machine_.run.driver = read_text(*node, "driver");
      machine_.run.driver_position = node->position;
    }
    if (const YamlNode* const node = root.find("demand")) machine_.run.demand = read_formula(*node);
    if (const YamlNode* const node = root.find("estimate")) {
      require_map(*node, "estimate", {"events", "memory"});
      if (const YamlNode* const events = node->find("events"))
        machine_.run.events = Expression::parse_formula(read_text(*events, "events"), events->position);
      if (const YamlNode* const memory = node->find("memory"))
        machine_.run.memory = Expression::parse_formula(read_text(*memory, "memory"), memory->position);
    }
    require_driver();
    if (const YamlNode* const node = root.find("automatic_metrics"))
      machine_.automatic_metrics = read_flag(*node, "automatic_metrics");
    for (const ParameterDeclaration* const unused : unused_parameters(root, machine_.machine))
      machine_.warnings.push_back(
          {fmt::format("nothing uses the parameter `{}` ({})", unused->name, unused->position.text()),
           "Use it in an expression, or take it out"});
    machine_.sha256 = sha256(bytes_);
    return std::move(machine_);
  }

 private:
  YamlNode read_document(const std::string& file) {
    const std::string text = read_regular_file(file);
    bytes_ += text;
    machine_.files.push_back(file);
    YamlNode root = read_yaml(text, file);
    if (root.is_null())
      throw InputError({file, 1, 1}, "the machine file is empty", "Begin with a line `machine: NAME`");
    return root;
  }

  void read_runs(const YamlNode& node) {
    const std::string& runs = read_text(node, "runs");
    if (runs != "measured" && runs != "until_done")
      throw InputError(node.position, fmt::format("`runs` cannot be `{}`", runs.substr(0, 40)),
                       suggestion(runs, {"measured", "until_done"}));
    machine_.until_done = runs == "until_done";
  }

  void read_includes(const YamlNode& node, const std::string& from) {
    if (!node.is_sequence())
      throw InputError(node.position, fmt::format("`include` has {} instead of a list", node.kind_name()),
                       "Write [nodes.yaml]");
    for (const YamlNode& item : node.items) {
      const std::string file = (fs::path(from).parent_path() / read_text(item, "include")).lexically_normal().string();
      if (std::find(open_.begin(), open_.end(), file) != open_.end() || file == fs::path(from).lexically_normal())
        throw InputError(item.position, fmt::format("`{}` includes itself", item.text.substr(0, 80)),
                         "Take one of the includes out");
      if (std::find(machine_.files.begin(), machine_.files.end(), file) != machine_.files.end()) continue;
      YamlNode root;
      try {
        root = read_document(file);
      } catch (const FileError& error) {
        throw InputError(item.position, "cannot be included: " + error.cause(), "Give a path beside this file");
      }
      // Of a whole machine its types alone count.
      require_machine(root, file);
      open_.push_back(fs::path(from).lexically_normal().string());
      if (const YamlNode* const inner = root.find("include")) read_includes(*inner, file);
      open_.pop_back();
      if (const YamlNode* const types = root.find("types")) read_types(*types);
    }
  }

  void read_types(const YamlNode& node) {
    require_entries(node, "types");
    for (std::size_t i = 0; i < node.keys.size(); ++i) {
      TypeDeclaration type;
      type.name = checked_name(node.keys[i].text, node.keys[i].position, "a type");
      type.position = node.keys[i].position;
      if (component_types().count(type.name) != 0)
        throw InputError(type.position, fmt::format("`{}` is a type of the library", type.name),
                         "Give it another name");
      if (machine_.type(type.name) != nullptr)
        throw InputError(type.position, fmt::format("the type `{}` is there twice", type.name),
                         "Give one another name");
      require_map(node.items[i], type.name, {"parameters", "let", "checks", "ports", "parts", "connect", "about"});
      read_body(node.items[i], type);
      machine_.types.push_back(std::move(type));
    }
  }

  void read_body(const YamlNode& node, TypeDeclaration& type) {
    if (const YamlNode* const parameters = node.find("parameters")) type.parameters = read_parameters(*parameters);
    if (const YamlNode* const values = node.find("let")) type.values = read_values(*values);
    if (const YamlNode* const checks = node.find("checks")) type.checks = read_checks(*checks);
    if (const YamlNode* const ports = node.find("ports")) read_ports(*ports, type);
    if (const YamlNode* const parts = node.find("parts")) read_parts(*parts, type);
    if (const YamlNode* const connect = node.find("connect")) read_connections(*connect, type);
  }

  void read_ports(const YamlNode& node, TypeDeclaration& type) {
    require_entries(node, "ports");
    for (std::size_t i = 0; i < node.keys.size(); ++i) {
      auto [name, sizes] = read_array_name(node.keys[i], "a port");
      if (sizes.size() > 1)
        throw InputError(node.keys[i].position, fmt::format("the port `{}` has two sizes", name), "Give it one");
      PortDeclaration port{
          name, node.keys[i].position, {}, PathTemplate::parse(read_text(node.items[i], name), node.items[i].position)};
      if (!sizes.empty()) port.size = sizes.front();
      type.ports.push_back(std::move(port));
    }
  }

  /// What a part stands for, in words; empty where the file does not say.
  static std::string read_about(const YamlNode& entry) {
    const YamlNode* const about = entry.find("about");
    return about == nullptr ? "" : read_text(*about, "about");
  }

  void read_parts(const YamlNode& node, TypeDeclaration& type) {
    require_entries(node, "parts");
    std::set<std::string> names;
    for (std::size_t i = 0; i < node.keys.size(); ++i) {
      PartDeclaration part;
      if (flat_ && &type == &machine_.machine)
        part.name = read_flat_name(node.keys[i]);
      else
        std::tie(part.name, part.sizes) = read_array_name(node.keys[i], "a part");
      part.position = node.keys[i].position;
      if (!names.insert(part.name).second)
        throw InputError(part.position, fmt::format("the part `{}` is there twice", part.name),
                         "Give one another name");
      const YamlNode& entry = node.items[i];
      if (!entry.is_map())
        throw InputError(entry.position, fmt::format("`{}` has {} instead of a map", part.name, entry.kind_name()),
                         "Write {type: ..., and its parameters}");
      if (const YamlNode* const when = entry.find("when")) part.when = read_expression(*when, "when");
      if (const YamlNode* const down = entry.find("down")) part.down = read_expression(*down, "down");
      part.settings = read_settings(entry, {"type", "when", "down", "about", "scope"});
      part.about = read_about(entry);
      if (const YamlNode* const scope = entry.find("scope")) read_scope(*scope, part);
      const YamlNode& part_type = required(entry, "type", part.name, "Add `type: ...`");
      if (part_type.is_map()) {
        for (PartDeclaration& one : read_choice(part_type, part)) type.parts.push_back(std::move(one));
        continue;
      }
      part.type = read_text(part_type, "type");
      part.type_position = part_type.position;
      type.parts.push_back(std::move(part));
    }
  }

  static void read_scope(const YamlNode& node, PartDeclaration& part) {
    if (read_text(node, "scope") != "none")
      throw InputError(node.position, fmt::format("`scope` cannot be `{}`", node.text.substr(0, 40)),
                       "Write `scope: none`, or leave it out");
    if (!part.sizes.empty())
      throw InputError(node.position,
                       fmt::format("`{}` is an array, and its parts cannot all be without a scope", part.name),
                       "Leave `scope` out, or the sizes");
    part.has_no_scope = true;
  }

  /// `part` of each type that {choice: a parameter, among: types} has.
  static std::vector<PartDeclaration> read_choice(const YamlNode& node, const PartDeclaration& part) {
    require_map(node, "type", {"choice", "among"});
    auto choice = std::make_shared<TypeChoice>();
    const YamlNode& parameter = required(node, "choice", "type", "Add `choice: ...`, a parameter that is a choice");
    choice->parameter = read_text(parameter, "choice");
    choice->position = parameter.position;
    const YamlNode& among = required(node, "among", "type", "Add `among: [...]`, the types that it chooses among");
    if (among.items.empty())
      throw InputError(among.position, "`among` has no types",
                       "Write [a type, another one], or a map of the parameter's values to types");
    std::vector<PartDeclaration> parts;
    for (std::size_t i = 0; i < among.items.size(); ++i) {
      const YamlNode& item = among.items[i];
      PartDeclaration one = part;
      one.choice = choice;
      // What the type alone takes stands beside it.
      const YamlNode& type = item.is_map() ? required(item, "type", "among", "Add `type: ...`") : item;
      if (item.is_map())
        for (Setting& setting : read_settings(item, {"type"})) one.settings.push_back(std::move(setting));
      one.position = item.position;
      one.type = read_text(type, "among");
      one.type_position = type.position;
      choice->values.push_back(among.is_map() ? among.keys[i].text : one.type);
      one.chosen = Expression::parse(choice->parameter + " == '" + choice->values.back() + "'", parameter.position);
      parts.push_back(std::move(one));
    }
    return parts;
  }

  static Loop read_loop(const YamlNode& entry) {
    Loop loop;
    if (const YamlNode* const variables = entry.find("for")) {
      require_entries(*variables, "for");
      for (std::size_t i = 0; i < variables->keys.size(); ++i)
        loop.variables.emplace_back(checked_name(variables->keys[i].text, variables->keys[i].position, "a variable"),
                                    read_expression(variables->items[i], variables->keys[i].text));
    }
    if (const YamlNode* const when = entry.find("when")) loop.when = read_expression(*when, "when");
    return loop;
  }

  void read_connections(const YamlNode& node, TypeDeclaration& type) {
    if (!node.is_sequence())
      throw InputError(node.position, fmt::format("`connect` has {} instead of a list", node.kind_name()),
                       "Write lines `- {from: ..., to: ...}`");
    for (const YamlNode& entry : node.items) {
      require_map(entry, "connect", {"for", "when", "from", "to", "between", "link", "master"});
      const YamlNode* const between = entry.find("between");
      auto [from, to] = between == nullptr
                            ? std::pair(read_path(entry, "from", "connect"), read_path(entry, "to", "connect"))
                            : read_peers(entry, *between);
      ConnectionDeclaration connection{entry.position,    read_loop(entry), std::move(from), std::move(to), {}, {},
                                       between != nullptr};
      if (const YamlNode* const master = entry.find("master")) {
        require_entries(*master, "master");
        connection.master = read_settings(*master, {});
      }
      if (const YamlNode* const link = entry.find("link")) connection.link = read_link(*link);
      type.connections.push_back(std::move(connection));
    }
  }

  /// Both paths of `between` in the connection `entry`.
  static std::pair<PathTemplate, PathTemplate> read_peers(const YamlNode& entry, const YamlNode& between) {
    for (const char* const other : {"from", "to", "master"})
      if (const YamlNode* const node = entry.find(other))
        throw InputError(node->position, fmt::format("a connection `between` two ports has no `{}`", other),
                         fmt::format("Leave `{}` out, or `between`", other));
    if (!between.is_sequence() || between.items.size() != 2)
      throw InputError(between.position, "`between` is no list of two ports", "Write between: [card.port, root.port]");
    const auto path = [](const YamlNode& item) {
      return PathTemplate::parse(read_text(item, "between"), item.position);
    };
    return {path(between.items[0]), path(between.items[1])};
  }

  static LinkDeclaration read_link(const YamlNode& node) {
    if (!node.is_map())
      throw InputError(node.position, fmt::format("`link` has {} instead of a map", node.kind_name()),
                       "Write {type: serial_link, name: ..., and its parameters}");
    const YamlNode& type = required(node, "type", "link", "Add `type: serial_link`");
    const YamlNode& name = required(node, "name", "link", "Add `name: ...`: every link has a path of its own");
    return {read_text(type, "type"), type.position, PathTemplate::parse(read_text(name, "name"), name.position),
            read_settings(node, {"type", "name", "about"}), read_about(node)};
  }

  /// A file beside the machine's: its full name and text.
  std::pair<std::string, std::string> read_beside(const YamlNode& node) {
    const std::string file =
        (fs::path(machine_.file).parent_path() / read_text(node, "file")).lexically_normal().string();
    std::string text;
    try {
      text = read_regular_file(file);
    } catch (const FileError& error) {
      throw InputError(node.position, "cannot be read: " + error.cause(), "Give a path beside this file");
    }
    bytes_ += text;
    machine_.files.push_back(file);
    return {file, text};
  }

  /// "node[*].bandwidth": a formula of what is in each node.
  void read_statistics(const YamlNode& node) {
    require_entries(node, "statistics");
    for (std::size_t i = 0; i < node.keys.size(); ++i) {
      const YamlNode::Key& key = node.keys[i];
      const std::size_t dot = key.text.rfind('.');
      if (dot == std::string::npos || dot == 0)
        throw InputError(key.position, fmt::format("`{}` is no statistic of a scope", key.text.substr(0, 80)),
                         "Write \"node[*].bandwidth\": {sum: \"disk[*].bandwidth\"}");
      check_parameter_name(key.text.substr(dot + 1), key.position);
      const MetricDeclaration read = read_metric({key.text, key.position}, node.items[i]);
      if (!read.formula || read.loop.when)
        throw InputError(key.position, fmt::format("the statistic `{}` is no formula", key.text.substr(0, 80)),
                         "Write {sum: \"disk[*].bandwidth\"}, or `formula`, without `when`");
      machine_.statistics.push_back(
          {key.text.substr(0, dot), key.text.substr(dot + 1), key.position, *read.formula, read.about});
    }
  }

  void read_metrics(const YamlNode& node) {
    require_entries(node, "metrics");
    for (std::size_t i = 0; i < node.keys.size(); ++i) {
      const YamlNode::Key& name = node.keys[i];
      check_parameter_name(name.text, name.position);
      const YamlNode& entry = node.items[i];
      for (const YamlNode& one : entry.is_sequence() ? entry.items : std::vector<YamlNode>{entry})
        machine_.metrics.push_back(read_metric(name, one));
    }
  }

  /// Each a pattern, a list of them, or a map {of: ..., about: ...}.
  void read_bounds(const YamlNode& node) {
    require_entries(node, "bounds");
    for (std::size_t i = 0; i < node.keys.size(); ++i) {
      const YamlNode::Key& name = node.keys[i];
      check_parameter_name(name.text, name.position);
      const YamlNode& entry = node.items[i];
      if (entry.is_map() && entry.find("capacity") != nullptr) {
        machine_.bounds.push_back(read_own_bound(name.text, entry));
        continue;
      }
      if (entry.is_map()) require_map(entry, name.text, {"of", "about"});
      const YamlNode& of =
          entry.is_map() ? required(entry, "of", name.text, "Add `of: ...`, parts of the machine") : entry;
      machine_.bounds.push_back({name.text, read_patterns(of, name.text), entry.is_map() ? read_about(entry) : ""});
    }
  }

  /// Each a pattern, or a list of them.
  void read_flows(const YamlNode& node) {
    require_entries(node, "flows");
    for (std::size_t i = 0; i < node.keys.size(); ++i) {
      const YamlNode::Key& name = node.keys[i];
      check_parameter_name(name.text, name.position);
      machine_.flows.push_back({name.text, name.position, read_patterns(node.items[i], name.text)});
    }
  }

  /// By a formula of its own: {capacity: ..., number: ..., each: ..., about: ..., when: ...}.
  static BoundDeclaration read_own_bound(const std::string& name, const YamlNode& entry) {
    require_map(entry, name, {"of", "resource", "about", "capacity", "number", "each", "whole", "when"});
    if (const YamlNode* const of = entry.find("of"))
      throw InputError(of->position, fmt::format("the bound `{}` is of parts, and has a capacity of its own", name),
                       "Leave one of them out");
    BoundDeclaration bound{name, {}, read_about(entry)};
    if (const YamlNode* const resource = entry.find("resource")) {
      bound.resource = read_text(*resource, "resource");
      check_parameter_name(bound.resource, resource->position);
    }
    const YamlNode& capacity = *entry.find("capacity");
    bound.capacity = Expression::parse_formula(read_text(capacity, "capacity"), capacity.position);
    if (const YamlNode* const number = entry.find("number")) bound.number = read_expression(*number, "number");
    if (const YamlNode* const each = entry.find("each"))
      bound.each = Expression::parse_formula(read_text(*each, "each"), each->position);
    if (const YamlNode* const whole = entry.find("whole")) bound.whole = read_expression(*whole, "whole");
    if (const YamlNode* const when = entry.find("when")) bound.when = read_expression(*when, "when");
    return bound;
  }

  /// A formula, or {when: ..., formula: ...}.
  static ParameterFormula read_formula(const YamlNode& node) {
    ParameterFormula read;
    if (node.is_map()) {
      require_map(node, "demand", {"when", "formula"});
      if (const YamlNode* const when = node.find("when")) read.when = read_expression(*when, "when");
    }
    const YamlNode& formula = node.is_map() ? required(node, "formula", "demand", "Add `formula: ...`") : node;
    read.formula = Expression::parse_formula(read_text(formula, "demand"), formula.position);
    return read;
  }

  /// What is asked for, and bounds by formulas, are of it.
  void require_driver() const {
    if (!machine_.run.driver.empty()) return;
    const auto own = std::find_if(machine_.bounds.begin(), machine_.bounds.end(),
                                  [](const BoundDeclaration& one) { return one.capacity.has_value(); });
    if (own == machine_.bounds.end() && !machine_.run.demand.formula) return;
    throw InputError(machine_.run.demand.formula ? machine_.run.demand.formula->position() : own->capacity->position(),
                     "nothing says of which metric this is", "Add `driver: NAME`, a metric of the machine");
  }

  /// A map, or a pattern whose parts have all that they show.
  static MetricDeclaration read_metric(const YamlNode::Key& name, const YamlNode& entry) {
    MetricDeclaration metric;
    metric.name = name.text;
    metric.position = name.position;
    if (entry.is_scalar()) {
      metric.of = read_templates(entry, metric.name);
      return metric;
    }
    require_map(entry, metric.name,
                {"when", "for", "formula", "sum", "mean", "min", "max", "quantile", "ratio", "at", "to", "of",
                 "statistics", "statistic", "series", "about"});
    metric.loop = read_loop(entry);
    metric.about = read_about(entry);
    std::vector<std::string> found;
    for (const char* const key : {"formula", "sum", "mean", "min", "max", "quantile", "ratio", "of"})
      if (entry.find(key) != nullptr) found.emplace_back(key);
    if (found.size() != 1)
      throw InputError(metric.position,
                       fmt::format("the metric `{}` is not one of formula, sum, mean, min, max, quantile, ratio and of",
                                   metric.name),
                       "Write one of them: {sum: node[*].card[*].bandwidth}");
    const std::string& kind = found.front();
    const YamlNode& what = *entry.find(kind);
    if (kind == "of") {
      read_group(entry, what, metric);
      return metric;
    }
    for (const char* const key : {"for", "statistics", "statistic", "series"})
      if (const YamlNode* const other = entry.find(key))
        throw InputError(other->position, fmt::format("`{}` beside `{}`", key, kind),
                         "Write {of: PARTS, statistics: [NAME]}, or leave it out");
    if (kind == "formula") {
      metric.formula = Expression::parse_formula(read_text(what, kind), what.position);
      return metric;
    }
    std::vector<PatternTemplate> statistics = read_templates(what, kind);
    std::optional<Expression> at;
    if (kind == "quantile") at = read_expression(required(entry, "at", metric.name, "Add `at: 95 %`"), "at");
    if (kind == "ratio") {
      const YamlNode& to = required(entry, "to", metric.name, "Add `to: ...`, what it is divided by");
      statistics = {read_template(what, kind), read_template(to, "to")};
    }
    metric.formula = Expression::of_statistics(kind, std::move(statistics), at, what.position);
    return metric;
  }

  static void read_group(const YamlNode& entry, const YamlNode& of, MetricDeclaration& metric) {
    metric.of = read_templates(of, "of");
    if (const YamlNode* const one = entry.find("statistic")) metric.statistic = read_text(*one, "statistic");
    if (const YamlNode* const several = entry.find("statistics"))
      metric.statistics = read_names(*several, "statistics");
    if (const YamlNode* const over_time = entry.find("series")) metric.series = read_names(*over_time, "series");
  }

  static std::vector<std::string> read_names(const YamlNode& node, const std::string& key) {
    if (!node.is_sequence() || node.items.empty())
      throw InputError(node.position, fmt::format("`{}` has no list", key), "Write [bandwidth, utilisation]");
    std::vector<std::string> names;
    for (const YamlNode& one : node.items) names.push_back(read_text(one, key));
    return names;
  }

  static PatternTemplate read_template(const YamlNode& node, const std::string& name) {
    return PatternTemplate::parse(read_text(node, name), node.position);
  }

  /// A pattern, or a list of patterns.
  static std::vector<PatternTemplate> read_templates(const YamlNode& node, const std::string& name) {
    std::vector<PatternTemplate> patterns;
    for (const PathPattern& one : read_patterns(node, name))
      patterns.push_back(PatternTemplate::parse(one.text, one.position));
    return patterns;
  }

  MachineFile machine_;
  std::string bytes_;
  bool flat_ = false;              ///< the machine's parts are named by their paths
  std::vector<std::string> open_;  ///< files whose includes are being read
};

}  // namespace

MachineFile read_machine_file(const std::string& file) {
  MachineFile machine = Reader().read(file);
  pass_groups(machine);
  check_declarations(machine);
  return machine;
}

bool is_machine_file(const std::string& path) {
  const YamlNode root = read_yaml(read_regular_file(path), path);
  return root.is_map() && root.find("machine") != nullptr;
}

}  // namespace isochron
