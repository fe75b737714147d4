// SPDX-License-Identifier: Apache-2.0
#include <isochron/app/schema_command.h>

#include <nlohmann/json.hpp>

#include <fmt/format.h>

#include <isochron/app/exit_code.h>
#include <isochron/app/output_set.h>
#include <isochron/machine/faults/fault_options.h>
#include <isochron/machine/language/disk_array_options.h>
#include <isochron/machine/language/machine_library.h>
#include <isochron/machine/run/machine_description.h>
#include <isochron/machine/workload/jobs/job_options.h>
#include <isochron/machine/workload/traffic/option_rules.h>
#include <isochron/machine/workload/traffic/traffic_options.h>
#include <isochron/part/part_types.h>
#include <isochron/scenario/input_error.h>
#include <isochron/scenario/json_writer.h>
#include <isochron/scenario/suggestion.h>
#include <isochron/scenario/value_reader.h>

namespace isochron {

namespace {

using Json = nlohmann::ordered_json;

const Json a_text = {{"type", "string"}};
/// What an expression may be in YAML: a number, true, or a text.
const Json an_expression = {{"type", {"string", "number", "boolean"}}};

Json with(Json schema, const std::string& description) {
  schema["description"] = description;
  return schema;
}

Json object(const Json& properties, const std::vector<std::string>& required = {}) {
  Json schema = {{"type", "object"}, {"properties", properties}, {"additionalProperties", false}};
  if (!required.empty()) schema["required"] = required;
  return schema;
}

Json map_of(const Json& value) {
  return {{"type", "object"}, {"additionalProperties", value}};
}

Json list_of(const Json& item) {
  return {{"type", "array"}, {"items", item}};
}

Json one_of_names(const std::vector<std::string>& names, const std::string& description) {
  return with({{"anyOf", {{{"enum", names}}, a_text}}}, description);
}

/// What a machine file calls what a parameter measures.
const char* measured(Quantity quantity) {
  switch (quantity) {
    case Quantity::count:
      return "count";
    case Quantity::bytes:
      return "size";
    case Quantity::duration:
      return "duration";
    case Quantity::data_rate:
      return "data_rate";
    case Quantity::frequency:
      return "frequency";
    case Quantity::event_rate:
      return "event_rate";
    case Quantity::bits:
      return "bits";
    case Quantity::fraction:
      return "fraction";
    case Quantity::probability:
      return "probability";
    case Quantity::flag:
      return "flag";
    case Quantity::choice:
      return "choice";
    case Quantity::indices:
      return "indices";
    case Quantity::dimensions:
      return "dimensions";
    case Quantity::text:
      return "text";
  }
  return "";
}

/// The parameters of a type: what each is, beside groups written as maps. An expression may stand for any value, so
/// that what is valid is said and not demanded.
Json settings(const ParameterTable& table) {
  Json properties = Json::object();
  for (const Parameter& parameter : table.all()) {
    Json entry = {{"description", fmt::format("{} ({})", parameter.doc, format_range(parameter))},
                  {"default", format_value(parameter.get(), parameter.quantity)},
                  {"quantity", measured(parameter.quantity)},
                  {"valid", format_range(parameter)},
                  {"doc", parameter.doc},
                  {"source", parameter.source}};
    if (!parameter.choices.empty()) entry["choices"] = parameter.choices;
    for (const Condition& condition : parameter.conditions)
      entry["counts_with"].push_back(fmt::format("{}: {}", condition.path, condition.values));
    properties[parameter.path] = entry;
  }
  return properties;
}

/// The parameter that says how many ports a group has; empty where none does.
std::string counted_by(PartConfig& config, std::size_t group) {
  const ParameterTable table = config.parameters();
  for (const Parameter& parameter : table.all()) {
    if (parameter.quantity != Quantity::count) continue;
    const ParameterValue before = parameter.get();
    const auto follows = [&](std::uint64_t count) {
      parameter.set(count);
      return config.ports()[group].count == count;
    };
    const bool decides = follows(2) && follows(3);
    parameter.set(before);
    if (decides) return parameter.path;
  }
  return "";
}

/// A type of the library: its parameters and the groups of its ports, as a machine file has them.
Json library_type(const ComponentType& type) {
  const TypeInfo info = type.info();
  const std::unique_ptr<PartConfig> config = type.make();
  Json ports = Json::array();
  const std::vector<PortGroup> groups = config->ports();
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const PortGroup& group = groups[g];
    if (group.half == PeerHalf::rx) continue;  // the other direction of the same ports
    Json port = {{"name", group.name},
                 {"role", name_of(group.is_peer() ? Port::Role::peer : group.role)},
                 {"array", group.array},
                 {"protocol", group.protocol.empty() ? "any" : group.protocol},
                 {"line", group.line}};
    if (const std::string count = counted_by(*config, g); !count.empty()) port["count"] = count;
    ports.push_back(std::move(port));
  }
  const ParameterTable table = config->parameters();
  Json schema = {{"type", "object"}, {"description", info.summary}, {"properties", settings(table)}, {"ports", ports}};
  for (const DerivedValue& one : config->derived()) schema["derived"].push_back(one.name);
  return schema;
}

/// Faults of all kinds, each with what it may have.
Json faults_schema() {
  const Json parts =
      with({{"anyOf", {a_text, list_of(a_text)}}}, "parts that it strikes, or groups of them: node[0].ib_link[*]");
  Json kinds = Json::array();
  for (const std::string kind : {"down", "slow", "random", "set", "bit_errors", "fail"}) {
    FaultOptions options;
    Json properties = Json::object();
    Json retry = Json::object(), rebuild = Json::object();
    const Json all = settings(options.parameters(kind));
    for (const auto& [path, entry] : all.items())
      (path.rfind("retry.", 0) == 0     ? retry[path.substr(6)]
       : path.rfind("rebuild.", 0) == 0 ? rebuild[path.substr(8)]
                                        : properties[path]) =
          with(an_expression, entry.at("description").get<std::string>());
    properties["name"] = with(a_text, "of its figures; else fault0, fault1 and so on");
    if (!retry.empty()) properties["retry"] = with(object(retry), "how what is wrong is sent again");
    if (!rebuild.empty())
      properties["rebuild"] = with(object(rebuild), "how the contents of what returns empty come back");
    if (kind == "set") properties["set"] = with(map_of(an_expression), "parameters with their values");
    properties[kind == "set" || kind == "bit_errors" ? "on" : kind] = parts;
    kinds.push_back(object(properties, {kind}));
  }
  return with(list_of({{"anyOf", kinds}}), "what strikes parts during a run, and when");
}

Json scenario_schema() {
  const std::vector<std::string> systems = MachineLibrary().library();
  const Json any = Json::object();
  const Json measure = object({{"warm_up", with(an_expression, "simulated time before the window")},
                               {"duration", with(an_expression, "simulated time of the window")},
                               {"replications", with(an_expression, "runs, each with random numbers of its own")},
                               {"every", with(an_expression, "an interval: figures are series too, a value for each")},
                               {"series", with(list_of(a_text), "of these figures; else of all metrics")},
                               {"confidence", with(an_expression, "of the intervals")},
                               {"seed", with(an_expression, "of all random numbers")}});
  Json schema = object({{"system", one_of_names(systems, "a machine of the library, or the path of a machine file")},
                        {"title", with(a_text, "in one line")},
                        {"description", a_text},
                        {"parameters", with(map_of(any), "of the machine: isochron describe SYSTEM lists them")},
                        {"instances", with(map_of(any), "parameters of single parts, by path: node[0].raid[*]")},
                        {"measure", measure},
                        {"vary", with(map_of(list_of(any)), "a point for each value")},
                        {"faults", faults_schema()},
                        {"negative_control", {{"type", "boolean"}}},
                        {"expect", list_of(with({{"type", "object"}}, "a metric and the band that it must lie in"))}},
                       {"system"});
  schema["title"] = "Isochron scenario";
  return schema;
}

Json machine_schema() {
  std::vector<std::string> types;
  Json library = Json::object();
  Json each = Json::array();  // what the parameters of a part of each type are
  for (const auto& [name, type] : component_types()) {
    types.push_back(name);
    library[name] = library_type(type);
    each.push_back({{"if", {{"properties", {{"type", {{"const", name}}}}}}}, {"then", {{"$ref", "#/$defs/" + name}}}});
  }
  const Json any = Json::object();
  const Json names = {{"anyOf", {a_text, list_of(a_text), map_of(a_text)}}};
  // One of its own, a group, or a change of a parameter that a group has.
  const Json parameter = object({{"type",
                                  {{"enum",
                                    {"count", "size", "duration", "data_rate", "bit_rate", "frequency", "event_rate",
                                     "bits", "fraction", "probability", "flag", "choice", "indices", "dimensions"}}}},
                                 {"default", any},
                                 {"or", with(a_text, "a name in place of a number: unlimited")},
                                 {"range", list_of(an_expression)},
                                 {"choices", list_of(a_text)},
                                 {"repeats", with({{"type", "boolean"}}, "of indices: a number may be there twice")},
                                 {"counts_with", with(map_of(any),
                                                      "other parameters, with the values with which it counts: "
                                                      "a choice or a list of them, true, the least count, or "
                                                      "{is: those values in words, when: a condition}")},
                                 {"about", a_text},
                                 {"source", a_text},
                                 {"of", with(a_text, "of a group: the type whose parameters it has")},
                                 {"as", with(names, "of a group: what is before their names, or those that are taken")},
                                 {"without", with(list_of(a_text), "of a group: parameters that are not taken")},
                                 {"set", with(map_of(any), "of a group: what others are")}},
                                {});
  const Json check = object({{"require", with(an_expression, "must hold of the parameters")},
                             {"at", with(a_text, "the parameter that is to blame")},
                             {"cause", with(a_text, "what is wrong, with expressions between braces")},
                             {"remedy", with(a_text, "what helps where no value is found that does")},
                             {"others", with(list_of(a_text), "parameters of which another value may help")},
                             {"try", with(map_of(an_expression), "values of parameters that may help")}},
                            {"require", "at", "cause", "remedy"});
  const Json part = {{"type", "object"},
                     {"properties",
                      {{"type",
                        {{"anyOf",
                          {one_of_names(types, "a type of the library or of this file"),
                           object({{"choice", with(a_text, "the parameter that chooses it")},
                                   {"among", with(any, "types, or a map of the parameter's values to them")}},
                                  {"choice", "among"})}}}},
                       {"when", with(an_expression, "it is there where this holds")},
                       {"down", with(an_expression, "it stands there and does nothing where this holds")},
                       {"scope", with({{"const", "none"}}, "its parts are named as those beside it")},
                       {"about", with(a_text, "what it stands for")}}},
                     {"required", {"type"}},
                     {"allOf", each}};
  const std::vector<std::string> links =
      names_of_types([](const PartConfig& one) { return is_link(one) || is_link_of_peers(one); });
  const Json link = {{"type", "object"},
                     {"properties",
                      {{"type", one_of_names(links, "a part with the ports in and out, or the peers a and b")},
                       {"name", with(a_text, "its path: up[n]")},
                       {"about", with(a_text, "what it stands for")}}},
                     {"required", {"type", "name"}},
                     {"allOf", each}};
  const Json master =
      object({{"read", with(an_expression, "rate of what it reads")},
              {"write", with(an_expression, "rate of what it writes")},
              {"window", with(an_expression, "of the bus, that it reads and writes by")},
              {"read_window", with(an_expression, "of the bus, that it reads by, if that is another")}});
  const Json pair = {{"type", "array"}, {"items", a_text}, {"minItems", 2}, {"maxItems", 2}};
  Json connection = object({{"for", with(map_of(an_expression), "variables, each from 0 to below a number")},
                            {"when", an_expression},
                            {"from", with(a_text, "an initiator or sender")},
                            {"to", with(a_text, "a target or receiver")},
                            {"between", with(pair, "two peers, which carry both directions")},
                            {"link", link},
                            {"master", with(master, "what `from` is on the bus `to`, a fifo_bus")}});
  connection["oneOf"] =
      Json::array({Json{{"required", Json::array({"from", "to"})}}, Json{{"required", Json::array({"between"})}}});
  const Json body = {{"parameters", map_of(parameter)},
                     {"let", with(map_of(an_expression), "names for what is worked out of parameters")},
                     {"checks", list_of(check)},
                     {"parts", map_of(part)},
                     {"connect", list_of(connection)}};
  Json type = body;
  type["ports"] = with(map_of(a_text), "names for ports inside");
  type["about"] = a_text;

  TrafficOptions options;
  Json traffic = settings(options.parameters());
  traffic["name"] = a_text;
  traffic["when"] = an_expression;
  const Json patterns = {{"anyOf", {a_text, list_of(a_text)}}};
  traffic["from"] = with(patterns, "sources: node[*].raid[*], or a list of such paths");
  traffic["to"] = with({{"anyOf", {a_text, list_of(a_text), map_of(an_expression)}}},
                       "sinks: node[*].card[*], a list of such paths, or a map of them with their weights");
  const Json weighted = with(object({{"of", list_of(an_expression)}, {"weights", list_of(an_expression)}}, {"of"}),
                             "one of several, as often as its weight says");
  traffic["rate"] = {{"description", "of each source, or of those that `per` puts together"},
                     {"anyOf", {an_expression, weighted}}};
  traffic["file"] = with(a_text, "a trace, CSV beside this file, with the columns time_s, source or stream, bytes");
  traffic["after"] = with(a_text, "the traffic that it follows, which stands before it");
  traffic["io"]["anyOf"] = {an_expression, weighted};
  const Json waypoint = object({{"at", with(a_text, "a part, or with * one of several: node[sink.node].uplink[*]")},
                                {"when", with(an_expression, "routes without this do not pass it")}},
                               {"at"});
  traffic["via"] = {
      {"description",
       "parts that routes pass, in order; what is in brackets is worked out of source.node, source.index, "
       "sink.node, sink.index and way"},
      {"anyOf", {a_text, {{"type", "array"}, {"items", {{"anyOf", {a_text, waypoint}}}}}}}};
  traffic["only"] = with(an_expression, "the sinks that a source sends to, of source and sink as in `via`");
  traffic["order"] = with(an_expression, "of the sinks in a rotation");
  traffic["recorded_as"] = with(an_expression, "what a sink is in fingerprints; else its number");
  traffic["per"] = with(a_text, "source, or what sources with one rate are in: node[*]");
  const ParameterTable table = options.parameters();
  for (const OptionRule& rule : traffic_option_rules())
    if (table.find(rule.option) == nullptr)
      traffic[rule.option]["counts_with"].push_back(fmt::format("{}: {}", rule.with, values_text(rule, table)));

  const Json step =
      object({{"at", with(a_text, "a part that takes the job on: node[job mod nodes].disk[0]")},
              {"to", with(a_text, "of a part that sends: the part that hands on what is sent")},
              {"by", with(list_of(a_text), "of a part that moves: the ports where it reads and writes")},
              {"each",
               {{"type", "object"},
                {"minProperties", 1},
                {"maxProperties", 1},
                {"additionalProperties", an_expression},
                {"description", "a name and how many numbers it counts: as many steps at the same time"}}},
              {"when", with(an_expression, "jobs without this leave the step out")},
              {"requests", with(an_expression, "in which a job asks for it")},
              {"name", with(a_text, "for hold_until")},
              {"hold_until", with(a_text, "a later step at whose end others may have the part")}},
             {"at"});
  JobOptions of_jobs;
  Json jobs = settings(of_jobs.parameters());
  jobs["name"] = a_text;
  jobs["when"] = an_expression;
  jobs["let"] = with(map_of(an_expression), "names for what is worked out for each job");
  jobs["asked_by"] = with(a_text, "name of the part that asks for them; without it that of the jobs");
  jobs["classes"] = with(map_of(an_expression), "jobs that have figures of their own, by a condition");
  jobs["steps"] = with(list_of(step), "in their order; `job` is the job's number");

  const Json patterns_of_statistics = with({{"anyOf", {a_text, list_of(a_text)}}},
                                           "statistics of parts: node[*].card[*].bandwidth, or a list of such paths");
  Json statistic = Json::object();
  for (const char* const kind : {"sum", "mean", "min", "max", "quantile", "ratio"})
    statistic[kind] = patterns_of_statistics;
  statistic["formula"] = with(a_text, "functions over statistics, metrics and parameters: sum(node[*].bytes) / window");
  statistic["at"] = an_expression;
  statistic["to"] = a_text;
  statistic["about"] = a_text;
  Json metric = statistic;
  metric["when"] = an_expression;
  metric["for"] = map_of(an_expression);
  metric["of"] = with({{"anyOf", {a_text, list_of(a_text)}}}, "parts of a group: node[*].raid_pci[*]");
  metric["statistics"] = with(list_of(a_text), "NAME.STATISTIC of each; without it of all that are fractions of time");
  metric["statistic"] = with(a_text, "the metric of this one is NAME");
  metric["series"] = with(list_of(a_text), "NAME.STATISTIC of each over time");
  const Json one_metric = {{"anyOf", {a_text, object(metric)}}};

  Json all = body;
  all["machine"] = with(a_text, "its name, which is the file's");
  all["presets"] = with(map_of(map_of(map_of(any))),
                        "of a parameter that is a choice: defaults of other parameters for each of its values, and a "
                        "`source` of these");
  all["summary"] = a_text;
  all["source"] = a_text;
  all["include"] = with(list_of(a_text), "files with types");
  all["runs"] = {{"enum", {"measured", "until_done"}}};
  all["flat"] = with({{"type", "boolean"}}, "the keys of `parts` are paths, a part each: a netlist");
  all["types"] = map_of(object(type));
  all["traffic"] = list_of(object(traffic, {"name", "from", "to"}));
  all["jobs"] = list_of(object(jobs, {"name", "count", "size", "steps"}));
  all["statistics"] = with(map_of(object(statistic)), "of what holds parts, by their paths: node[*].bandwidth");
  all["metrics"] = map_of({{"anyOf", {a_text, object(metric), list_of(one_metric)}}});
  all["faults"] = faults_schema();
  all["groups"] = with(map_of({{"anyOf", {a_text, list_of(a_text)}}}), "parts that fail together");
  all["failures"] = with(map_of(map_of({{"anyOf", {an_expression, list_of(an_expression)}}})),
                         "parameters that the machine has once it knows of a failure: node[n]: {failed_nodes: [n]}");
  all["rebuilding"] =
      with(map_of(map_of({{"anyOf", {an_expression, list_of(an_expression)}}})),
           "parameters that the machine has from the return of what failed, empty, until it is rebuilt");
  all["pairs"] = with(map_of(a_text), "links that are the two directions of a line: link[a][b]: link[b][a]");
  all["bounds"] = with(map_of({{"anyOf",
                                {a_text, list_of(a_text), object({{"of", patterns}, {"about", a_text}}, {"of"}),
                                 object({{"capacity", with(an_expression, "of one, a formula over parameters")},
                                         {"number", with(an_expression, "of them")},
                                         {"each", with(an_expression, "that one of the driver asks of all of them")},
                                         {"whole", with(an_expression, "the driver counts whole ones")},
                                         {"resource", with(a_text, "its name in results")},
                                         {"when", an_expression},
                                         {"about", a_text}},
                                        {"capacity"})}}}),
                       "what bounds call parts, and say of them");
  all["driver"] = with(a_text, "the metric that says how much is done, where formulas bound it");
  all["demand"] = {
      {"anyOf", {an_expression, object({{"when", an_expression}, {"formula", an_expression}}, {"formula"})}}};
  all["estimate"] = object({{"events", with(an_expression, "of a run: of parameters, `time` and `asked`")},
                            {"memory", with(an_expression, "of a run, beside the parts")}},
                           {});
  all["flows"] = with(map_of(patterns), "parts that count together what is asked for, what arrives and what is lost");
  DiskArrayOptions of_arrays;
  Json disk_array = settings(of_arrays.parameters());
  disk_array["mttf_hours"] = with(an_expression, "mean time to failure of a disk, in hours");
  disk_array["repair_hours"] = with(an_expression, "time to repair a disk, in hours");
  disk_array["of"] = with(patterns, "disks: node[*].disk[*], or a list of such paths");
  disk_array["per"] = with(a_text, "what holds the disks of each array: node[*]; without it all disks are one array");
  disk_array["about"] = a_text;
  all["arrays"] = with(map_of(object(disk_array, {"of", "mttf_hours", "repair_hours"})),
                       "disks that keep data together while some of them have failed");
  all["automatic_metrics"] =
      with({{"type", "boolean"}}, "false: no metrics over parts that are alike beside those that are declared");
  Json schema = object(all, {"machine", "parts"});
  schema["title"] = "Isochron machine";
  schema["$defs"] = library;
  return schema;
}

}  // namespace

int schema_command(const std::string& of) {
  if (of != "scenario" && of != "machine")
    throw InputError({"schema", 0, 0}, fmt::format("there is no schema of `{}`", of.substr(0, 60)),
                     suggestion(of, {"scenario", "machine"}));
  Json schema = of == "scenario" ? scenario_schema() : machine_schema();
  Json document = {{"$schema", "https://json-schema.org/draft/2020-12/schema"}};
  document.update(schema);
  OutputSet output;
  output.print(write_json(document));
  output.commit();
  return exit_well;
}

}  // namespace isochron
