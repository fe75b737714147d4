// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/language/machine_reader.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>

#include <fmt/format.h>

#include <isochron/machine/language/arrival_trace_reader.h>
#include <isochron/machine/language/declaration_check.h>
#include <isochron/machine/language/declaration_reader.h>
#include <isochron/machine/language/unused_parameters.h>
#include <isochron/machine/workload/jobs/job_reader.h>
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

/// How a file names what a parameter measures.
constexpr std::array<std::pair<const char*, Quantity>, 12> quantities{{{"count", Quantity::count},
                                                                       {"size", Quantity::bytes},
                                                                       {"duration", Quantity::duration},
                                                                       {"data_rate", Quantity::data_rate},
                                                                       {"bit_rate", Quantity::data_rate},
                                                                       {"frequency", Quantity::frequency},
                                                                       {"event_rate", Quantity::event_rate},
                                                                       {"bits", Quantity::bits},
                                                                       {"fraction", Quantity::fraction},
                                                                       {"flag", Quantity::flag},
                                                                       {"choice", Quantity::choice},
                                                                       {"dimensions", Quantity::dimensions}}};

void require_machine(const YamlNode& root, const std::string& name) {
  require_map(root, name,
              {"machine", "summary", "source", "include", "runs", "flat", "parameters", "types", "parts", "connect",
               "traffic", "jobs", "statistics", "metrics", "automatic_metrics"});
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
    if (machine_.machine.name != stem)
      throw InputError(name.position,
                       fmt::format("the machine `{}` stands in a file named `{}`", machine_.machine.name, stem),
                       fmt::format("Name the file {}.yaml, or the machine {}", machine_.machine.name, stem));
    if (const YamlNode* const node = root.find("summary")) machine_.summary = read_text(*node, "summary");
    if (const YamlNode* const node = root.find("source")) machine_.source = read_text(*node, "source");
    if (const YamlNode* const node = root.find("runs")) read_runs(*node);
    if (const YamlNode* const node = root.find("include")) read_includes(*node, file);
    if (const YamlNode* const node = root.find("types")) read_types(*node);
    if (const YamlNode* const node = root.find("flat")) flat_ = read_flag(*node, "flat");
    read_body(root, machine_.machine);
    if (machine_.machine.parts.empty())
      throw InputError(root.position, "the machine has no parts", "Add `parts:` with at least one");
    if (const YamlNode* const node = root.find("traffic")) read_traffic(*node);
    if (const YamlNode* const node = root.find("jobs")) machine_.jobs = read_jobs(*node);
    if (const YamlNode* const node = root.find("statistics")) read_statistics(*node);
    if (const YamlNode* const node = root.find("metrics")) read_metrics(*node);
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
      require_map(node.items[i], type.name, {"parameters", "ports", "parts", "connect", "about"});
      read_body(node.items[i], type);
      machine_.types.push_back(std::move(type));
    }
  }

  void read_body(const YamlNode& node, TypeDeclaration& type) {
    if (const YamlNode* const parameters = node.find("parameters")) read_parameters(*parameters, type);
    if (const YamlNode* const ports = node.find("ports")) read_ports(*ports, type);
    if (const YamlNode* const parts = node.find("parts")) read_parts(*parts, type);
    if (const YamlNode* const connect = node.find("connect")) read_connections(*connect, type);
  }

  void read_parameters(const YamlNode& node, TypeDeclaration& type) {
    require_entries(node, "parameters");
    for (std::size_t i = 0; i < node.keys.size(); ++i) {
      const YamlNode& entry = node.items[i];
      ParameterDeclaration parameter;
      parameter.name = node.keys[i].text;
      parameter.position = node.keys[i].position;
      check_parameter_name(parameter.name, parameter.position);
      require_map(entry, parameter.name,
                  {"type", "default", "or", "range", "choices", "counts_with", "about", "source"});
      const YamlNode& quantity = required(entry, "type", parameter.name, "Add `type: count`, or what it measures");
      parameter.quantity = read_quantity(quantity);
      parameter.standard = required(entry, "default", parameter.name, "Add `default: ...`");
      if (const YamlNode* const instead = entry.find("or")) read_instead(*instead, parameter);
      if (const YamlNode* const range = entry.find("range")) {
        if (!range->is_sequence() || range->items.size() != 2)
          throw InputError(range->position, "`range` is no pair", "Write [smallest, largest]");
        parameter.range.emplace(range->items[0], range->items[1]);
      }
      if (const YamlNode* const choices = entry.find("choices")) read_choices(*choices, parameter);
      if (parameter.quantity == Quantity::choice && parameter.choices.empty())
        throw InputError(parameter.position, fmt::format("`{}` is a choice of nothing", parameter.name),
                         "Add `choices: [...]`");
      if (const YamlNode* const others = entry.find("counts_with")) read_conditions(*others, parameter);
      if (const YamlNode* const about = entry.find("about")) parameter.about = read_text(*about, "about");
      if (const YamlNode* const source = entry.find("source")) parameter.source = read_text(*source, "source");
      type.parameters.push_back(std::move(parameter));
    }
  }

  static Quantity read_quantity(const YamlNode& node) {
    const std::string& name = read_text(node, "type");
    std::vector<std::string> known;
    for (const auto& [text, quantity] : quantities) {
      if (text == name) return quantity;
      known.emplace_back(text);
    }
    throw InputError(node.position, fmt::format("a parameter cannot be a `{}`", name.substr(0, 40)),
                     suggestion(name, known));
  }

  /// A name that a number may have.
  static void read_instead(const YamlNode& node, ParameterDeclaration& parameter) {
    parameter.instead = checked_name(read_text(node, "or"), node.position, "a value");
    const auto may = {Quantity::count, Quantity::bytes, Quantity::duration, Quantity::data_rate};
    if (std::find(may.begin(), may.end(), parameter.quantity) == may.end())
      throw InputError(node.position, fmt::format("`{}` cannot have a name in place of its value", parameter.name),
                       "Leave `or` out, or make it a count, size, duration or data_rate");
  }

  static void read_choices(const YamlNode& node, ParameterDeclaration& parameter) {
    if (!node.is_sequence() || node.items.empty())
      throw InputError(node.position, "`choices` is no list", "Write [first, second]");
    for (const YamlNode& item : node.items) parameter.choices.push_back(read_text(item, "choices"));
  }

  static void read_conditions(const YamlNode& node, ParameterDeclaration& parameter) {
    require_entries(node, "counts_with");
    for (std::size_t i = 0; i < node.keys.size(); ++i) {
      const YamlNode& values = node.items[i];
      CountsWith condition{node.keys[i].text, node.keys[i].position, {values}};
      if (values.is_sequence()) condition.values = values.items;
      if (condition.values.empty())
        throw InputError(values.position, fmt::format("`{}` counts with no value", parameter.name),
                         "Name one: {mode: near}");
      parameter.conditions.push_back(std::move(condition));
    }
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
      const YamlNode& part_type = required(entry, "type", part.name, "Add `type: ...`");
      part.type = read_text(part_type, "type");
      part.type_position = part_type.position;
      if (const YamlNode* const when = entry.find("when")) part.when = read_expression(*when, "when");
      part.settings = read_settings(entry, {"type", "when", "about"});
      part.about = read_about(entry);
      type.parts.push_back(std::move(part));
    }
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
      require_map(entry, "connect", {"for", "when", "from", "to", "link", "master"});
      ConnectionDeclaration connection{entry.position,
                                       read_loop(entry),
                                       read_path(entry, "from", "connect"),
                                       read_path(entry, "to", "connect"),
                                       {},
                                       {}};
      if (const YamlNode* const master = entry.find("master")) {
        require_entries(*master, "master");
        connection.master = read_settings(*master, {});
      }
      if (const YamlNode* const link = entry.find("link")) connection.link = read_link(*link);
      type.connections.push_back(std::move(connection));
    }
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

  static PathPattern read_pattern(const YamlNode& node, const std::string& name) {
    return {read_text(node, name), node.position};
  }

  /// A path, or a list of paths.
  static PathPatterns read_patterns(const YamlNode& node, const std::string& name) {
    if (!node.is_sequence()) return {read_pattern(node, name)};
    if (node.items.empty())
      throw InputError(node.position, fmt::format("`{}` is an empty list", name), "Write [a path, another one]");
    PathPatterns patterns;
    for (const YamlNode& one : node.items) patterns.push_back(read_pattern(one, name));
    return patterns;
  }

  /// A path, a list of paths, or paths with their weights.
  static void read_sinks(const YamlNode& node, TrafficDeclaration& traffic) {
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

  void read_traffic(const YamlNode& node) {
    if (!node.is_sequence())
      throw InputError(node.position, fmt::format("`traffic` has {} instead of a list", node.kind_name()),
                       "Write lines `- {name: ..., from: ..., to: ...}`");
    std::set<std::string> names;
    for (const YamlNode& entry : node.items) {
      if (!entry.is_map())
        throw InputError(entry.position, fmt::format("`traffic` has {} instead of a map", entry.kind_name()),
                         "Write {name: ..., from: ..., to: ...}");
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
        traffic.trace = read_trace(*file);
        traffic.trace_position = file->position;
      }
      if (const YamlNode* const via = entry.find("via")) traffic.via = read_via(*via);
      traffic.settings = read_settings(entry, {"name", "when", "from", "to", "file", "via"});
      machine_.traffic.push_back(std::move(traffic));
    }
  }

  /// A path, or a list of paths and of maps with one.
  static std::vector<ViaDeclaration> read_via(const YamlNode& node) {
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

  /// A file beside the machine's.
  std::shared_ptr<const ArrivalTrace> read_trace(const YamlNode& node) {
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
    return std::make_shared<const ArrivalTrace>(read_arrival_trace(text, file));
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
  check_declarations(machine);
  return machine;
}

bool is_machine_file(const std::string& path) {
  const YamlNode root = read_yaml(read_regular_file(path), path);
  return root.is_map() && root.find("machine") != nullptr;
}

}  // namespace isochron
