// SPDX-License-Identifier: Apache-2.0
#include <isochron/app/describe_command.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include <fmt/format.h>

#include <isochron/app/exit_code.h>
#include <isochron/app/log.h>
#include <isochron/app/output_set.h>
#include <isochron/app/text_table.h>
#include <isochron/machine/composed_machine.h>
#include <isochron/machine/language/machine_library.h>
#include <isochron/machine/language/whole_file.h>
#include <isochron/machine/run/machine_description.h>
#include <isochron/part/part_types.h>
#include <isochron/scenario/input_error.h>
#include <isochron/scenario/json_writer.h>
#include <isochron/scenario/result_json.h>
#include <isochron/scenario/suggestion.h>
#include <isochron/scenario/units.h>
#include <isochron/scenario/value_reader.h>

namespace isochron {

namespace {

using Json = nlohmann::ordered_json;

Json parameter_json(const TypeInfo::DescribedParameter& described) {
  const Parameter& parameter = described.parameter;
  Json entry = {{"name", parameter.path},
                {"unit", si_unit(parameter.quantity)},
                {"default", to_json(described.standard, parameter.quantity)},
                {"default_text", format_value(described.standard, parameter.quantity)},
                {"valid", format_range(parameter)},
                {"doc", parameter.doc},
                {"source", parameter.source}};
  if (!parameter.choices.empty()) entry["choices"] = parameter.choices;
  entry["counts_with"] = Json::array();
  if (described.preset) entry["preset"] = {{"choice", described.preset->choice}, {"source", described.preset->source}};
  for (const Condition& condition : parameter.conditions)
    entry["counts_with"].push_back(Json{{"parameter", condition.path}, {"values", condition.values}});
  return entry;
}

/// What it is, which preset its default comes from, and where it counts.
std::string doc_text(const TypeInfo::DescribedParameter& described) {
  const Parameter& parameter = described.parameter;
  std::string text = parameter.doc;
  if (described.preset) text += fmt::format(" (preset {})", described.preset->choice);
  for (const Condition& condition : parameter.conditions)
    text += fmt::format("{}{}: {}", &condition == &parameter.conditions.front() ? " (with " : ", ", condition.path,
                        condition.values);
  return text + (parameter.conditions.empty() ? "" : ")");
}

Json statistics_json(const std::vector<StatisticInfo>& statistics) {
  Json list = Json::array();
  for (const StatisticInfo& statistic : statistics) {
    list.push_back(Json{{"name", statistic.name}, {"unit", statistic.unit}, {"doc", statistic.doc}});
    if (statistic.distribution) list.back()["distribution"] = true;
  }
  return list;
}

std::string statistics_text(const std::string& heading, const std::vector<StatisticInfo>& statistics) {
  TextTable table({heading, "unit", "what it is"});
  for (const StatisticInfo& statistic : statistics) table.add({statistic.name, statistic.unit, statistic.doc});
  return table.empty() ? "" : "\n" + table.text();
}

/// What a machine file can say of a part of this type; nullopt: it can have none.
std::optional<TypeInfo> as_part(const TypeInfo& type) {
  if (type.kind == "system" || component_types().count(type.name) == 0) return std::nullopt;
  return part_registry().at(type.name);
}

/// The part has the parameters of the model, and no others.
bool same_parameters(const TypeInfo& type, const TypeInfo& part) {
  return std::equal(type.parameters.begin(), type.parameters.end(), part.parameters.begin(), part.parameters.end(),
                    [](const auto& one, const auto& other) {
                      return one.parameter.path == other.parameter.path && one.standard == other.standard &&
                             format_range(one.parameter) == format_range(other.parameter);
                    });
}

/// Where machine files come in, for a line below the summary.
std::string part_line(const TypeInfo& type, const TypeInfo& part) {
  if (part.parameters.empty()) return "In machine files: a part without parameters\n";
  return same_parameters(type, part) ? "In machine files: a part with these parameters\n"
                                     : "In machine files: a part with parameters of its own\n";
}

Json presets_json(const std::vector<TypeInfo::DescribedPreset>& presets) {
  Json list = Json::array();
  for (const TypeInfo::DescribedPreset& preset : presets) {
    list.push_back(Json{{"parameter", preset.parameter}, {"choice", preset.choice}, {"sets", Json::object()}});
    for (const auto& [path, value] : preset.values) list.back()["sets"][path] = value;
    list.back()["source"] = preset.source;
  }
  return list;
}

std::string presets_text(const std::vector<TypeInfo::DescribedPreset>& presets) {
  TextTable table({"preset", "what it sets", "source"});
  for (const TypeInfo::DescribedPreset& preset : presets) {
    std::vector<std::string> sets;
    for (const auto& [path, value] : preset.values) sets.push_back(fmt::format("{}: {}", path, value));
    table.add({preset.parameter + "=" + preset.choice, fmt::format("{}", fmt::join(sets, ", ")), preset.source});
  }
  return table.empty() ? "" : "\n" + table.text();
}

Json type_json(const TypeInfo& type) {
  Json entry = {{"name", type.name}, {"kind", type.kind}, {"summary", type.summary}, {"source", type.source}};
  entry["parameters"] = Json::array();
  for (const auto& described : type.parameters) entry["parameters"].push_back(parameter_json(described));
  entry["presets"] = presets_json(type.presets);
  entry["faults"] = Json::array();
  for (const TypeInfo::FaultInfo& fault : type.faults)
    entry["faults"].push_back(Json{{"name", fault.name}, {"doc", fault.doc}});
  entry["changeable"] = type.changeable;
  entry["ports"] = Json::array();
  for (const PortInfo& port : type.ports)
    entry["ports"].push_back(
        Json{{"name", port.name}, {"protocol", port.protocol}, {"role", port.role}, {"doc", port.doc}});
  entry["part"] = nullptr;
  if (const std::optional<TypeInfo> part = as_part(type)) {
    entry["part"] = {{"same_parameters", same_parameters(type, *part)}, {"parameters", Json::array()}};
    for (const auto& described : part->parameters) entry["part"]["parameters"].push_back(parameter_json(described));
  }
  entry["statistics"] = statistics_json(type.statistics);
  entry["metrics"] = statistics_json(type.metrics);
  return entry;
}

std::string parameters_text(const std::string& heading, const std::vector<TypeInfo::DescribedParameter>& parameters) {
  TextTable table({heading, ">default", "valid", "what it is", "source"});
  for (const TypeInfo::DescribedParameter& described : parameters) {
    const Parameter& parameter = described.parameter;
    const bool has_source = described.preset && !described.preset->source.empty();
    table.add({parameter.path, format_value(described.standard, parameter.quantity), format_range(parameter),
               doc_text(described), has_source ? described.preset->source : parameter.source});
  }
  return table.empty() ? "" : "\n" + table.text();
}

std::string type_text(const TypeInfo& type) {
  std::string text = fmt::format("{} ({})\n{}\n", type.name, type.kind, type.summary);
  if (!type.source.empty()) text += fmt::format("Source: {}\n", type.source);
  const std::optional<TypeInfo> part = as_part(type);
  if (part) text += part_line(type, *part);
  text += parameters_text("parameter", type.parameters);
  if (part && !same_parameters(type, *part)) text += parameters_text("in machine files", part->parameters);
  text += presets_text(type.presets);
  TextTable faults({"fault", "what happens"});
  for (const TypeInfo::FaultInfo& fault : type.faults) faults.add({fault.name, fault.doc});
  if (!type.changeable.empty()) faults.add({"set", fmt::format("changes {}", fmt::join(type.changeable, ", "))});
  if (!faults.empty()) text += "\n" + faults.text();
  TextTable ports({"port", "protocol", "role", "what it is"});
  for (const PortInfo& port : type.ports) ports.add({port.name, port.protocol, port.role, port.doc});
  if (!ports.empty()) text += "\n" + ports.text();
  text += statistics_text("statistic", type.statistics) + statistics_text("metric of the results", type.metrics);
  return text;
}

/// "part", "link", or nothing where machine files cannot use the type.
std::string place_in_files(const std::string& type) {
  const auto found = component_types().find(type);
  if (found == component_types().end()) return "";
  return is_link(*found->second.make()) ? "link" : "part";
}

/// The machine of a file with the figures that it has with its parameters as they are at first.
TypeInfo at_defaults(const MachineType& type) {
  TypeInfo info = type.info;
  const std::vector<StatisticInfo> figures = type.make()->figures();
  info.metrics.insert(info.metrics.begin(), figures.begin(), figures.end());
  return info;
}

/// The machine of a file: its path, or a name of the library's folder; nullptr: there is none of this name.
std::shared_ptr<const MachineType> find_machine(const std::string& name) {
  const bool is_path = name.find('/') != std::string::npos || std::filesystem::path(name).extension() == ".yaml";
  if (is_path) return std::make_shared<const MachineType>(composed_machine_type(name));
  return MachineLibrary().in_library(name);
}

/// A model of the library, or the machine of a file.
TypeInfo find_type(const std::string& name) {
  const auto found = described_types().find(name);
  if (found != described_types().end()) return found->second;
  if (const auto machine = find_machine(name)) return at_defaults(*machine);
  const MachineLibrary files;
  std::vector<std::string> names = files.library();
  for (const auto& [known, type] : described_types()) {
    static_cast<void>(type);
    names.push_back(known);
  }
  throw InputError({"describe", 0, 0}, fmt::format("unknown type `{}`", name.substr(0, 80)), suggestion(name, names));
}

/// Every type of the library, and the machines of its files.
TypeRegistry all_types() {
  TypeRegistry all = described_types();
  const MachineLibrary files;
  for (const std::string& name : files.library()) all.emplace(name, at_defaults(*files.in_library(name)));
  return all;
}

/// The file of a machine, for a copy.
std::string file_text(const std::string& name) {
  const auto machine = find_machine(name);
  if (machine == nullptr)
    throw InputError({"describe", 0, 0}, fmt::format("`{}` is no machine that a file describes", name.substr(0, 80)),
                     suggestion(name, MachineLibrary().library()));
  const WholeFile whole = whole_file(machine->files.front());
  for (const std::string& file : whole.beside)
    log_note(fmt::format("The machine reads `{}` beside its file: copy {} too", file,
                         (std::filesystem::path(machine->files.front()).parent_path() / file).string()));
  return whole.text;
}

}  // namespace

int describe_command(const DescribeOptions& options) {
  OutputSet output;
  if (options.file) {
    output.print(file_text(options.type));
  } else if (!options.type.empty()) {
    const TypeInfo type = find_type(options.type);
    output.print(options.json ? write_json(type_json(type)) : type_text(type));
  } else if (options.json) {
    Json types = Json::array();
    for (const auto& [name, type] : all_types()) types.push_back(type_json(type));
    output.print(write_json(types));
  } else {
    TextTable table({"type", "kind", "in machine files", "summary"});
    for (const auto& [name, type] : all_types()) table.add({name, type.kind, place_in_files(name), type.summary});
    output.print(table.text() + "\nisochron describe TYPE says more of one, or of a machine file.\n");
  }
  output.commit();
  return exit_well;
}

}  // namespace isochron
