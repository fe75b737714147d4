// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include <isochron/machine/language/parameter_store.h>
#include <isochron/machine/language/scope_checks.h>
#include <isochron/machine/route/via_names.h>
#include <isochron/machine/workload/traffic/flat_traffic.h>
#include <isochron/machine/workload/traffic/offered_load.h>
#include <isochron/machine/workload/traffic/source_plans.h>
#include <isochron/machine/workload/traffic/traffic_reader.h>
#include <isochron/machine/workload/traffic/traffic_resolver.h>
#include <isochron/machine/workload/traffic/traffic_run.h>
#include <isochron/machine/workload/traffic/traffic_text.h>
#include <isochron/machine/workload/traffic/traffic_workload.h>
#include <isochron/machine/workload/workload_kind.h>

namespace isochron {

namespace {

/// Whether it ends by itself.
bool ends(const FlatTraffic& traffic) {
  const TrafficOptions& options = traffic.options;
  const bool is_once = options.arrivals == SourceLoad::Arrivals::trace && options.repeat == 0;
  return options.ios > 0 || traffic.led_ios > 0 || is_once || is_silent(traffic);
}

bool says(const TrafficDeclaration& traffic, const char* option) {
  return std::any_of(traffic.settings.begin(), traffic.settings.end(),
                     [option](const Setting& setting) { return setting.path == option; });
}

/// Lists of an option that may be one of several: "rate.of", "io.weights".
bool is_list_of(const std::string& path, const std::string& option) {
  return path == option + ".of" || path == option + ".weights";
}

void check_traffic(const TrafficDeclaration& traffic, const Expression::Scope& scope) {
  check_when(traffic.when, scope);
  TrafficOptions options;
  const ParameterTable table = options.parameters();
  for (const Setting& setting : traffic.settings) {
    if (setting.path == "per") continue;
    if (setting.path == "rate") {
      if (setting.value) setting.value->check(scope, "`rate`");
    } else if (is_list_of(setting.path, "rate") || is_list_of(setting.path, "io")) {
      for (const YamlNode& item : setting.raw.items)
        Expression::parse(item.text, item.position).check(scope, fmt::format("`{}`", setting.path));
    } else {
      check_setting(setting, table, scope, fmt::format("the traffic `{}`", traffic.name));
    }
  }
  if (traffic.recorded_as) traffic.recorded_as->check(with(with(scope, "sink.node"), "sink.index"), "`recorded_as`");
  Expression::Scope of_ends = scope;
  for (const char* const name : end_names) of_ends[name];
  for (const Expression& weight : traffic.weights) weight.check(of_ends, "a weight in `to`");
  if (traffic.only) traffic.only->check(of_ends, "`only`");
  if (traffic.order) traffic.order->check(of_ends, "`order`");
  Expression::Scope of_route = scope;
  for (const char* const name : route_names) of_route[name];
  for (const ViaDeclaration& via : traffic.via) {
    check_when(via.when, of_route);
    check_indices(via.at.indices(), of_route, via.at.text());
  }
}

class TrafficKind final : public WorkloadKind {
 public:
  const char* section() const override { return "traffic"; }
  void read(const YamlNode& node, const FileReader& beside, MachineFile& file) const override {
    read_traffic(node, beside, file);
  }
  void check(const MachineFile& file, const Expression::Scope& scope) const override {
    for (const TrafficDeclaration& traffic : file.workloads.of<TrafficDeclaration>()) check_traffic(traffic, scope);
  }
  void resolve(const MachineFile& file, const Names& parameters, Netlist& netlist) const override {
    TrafficResolver(file, netlist).resolve(parameters);
  }
  void add_uses(const MachineFile& file, const Netlist& netlist, Effects& uses) const override {
    const std::vector<FlatTraffic>& all = netlist.workloads.of<FlatTraffic>();
    for (const TrafficDeclaration& declared : file.workloads.of<TrafficDeclaration>()) {
      uses.add(declared.when);
      const auto flat =
          std::find_if(all.begin(), all.end(), [&](const FlatTraffic& one) { return one.declaration == &declared; });
      TrafficOptions options = flat != all.end() ? flat->options : TrafficOptions();
      const ParameterTable table = options.parameters();
      uses.add(declared.settings, flat != all.end() ? &table : nullptr, fmt::format("the traffic `{}`", declared.name));
      for (const Expression& weight : declared.weights) uses.add(std::optional<Expression>(weight));
      uses.add(declared.only);
      uses.add(declared.order);
      uses.add(declared.recorded_as);
      for (const ViaDeclaration& via : declared.via) {
        uses.add(via.when);
        for (const Expression& index : via.at.indices()) index.add_names(uses.effective);
      }
    }
  }
  std::string text(const Netlist& netlist, const Names& parameters) const override {
    std::string text;
    for (const FlatTraffic& traffic : netlist.workloads.of<FlatTraffic>())
      text += traffic_text(traffic, netlist, parameters);
    return text.empty() ? text : "traffic:\n" + text;
  }

  bool has_end(const Netlist& netlist) const override {
    const auto& all = netlist.workloads.of<FlatTraffic>();
    return std::all_of(all.begin(), all.end(), [](const FlatTraffic& traffic) { return ends(traffic); });
  }
  bool is_in(const Netlist& netlist) const override { return !netlist.workloads.of<FlatTraffic>().empty(); }

  std::unique_ptr<Workload> analyse(const Netlist& netlist, const Routes& routes, const Transits& transits,
                                    const PartShares& taken) const override {
    return std::make_unique<TrafficWorkload>(netlist, routes, transits, taken);
  }

  std::vector<StatisticInfo> figures(const MachineFile& file, const Netlist& netlist) const override {
    std::vector<StatisticInfo> figures;
    for (const TrafficDeclaration& traffic : file.workloads.of<TrafficDeclaration>()) {
      const auto add = [&](const char* name, const char* unit, const char* doc) {
        figures.push_back({traffic.name + name, unit, doc});
      };
      add(".bandwidth", "B/s", "of a source: bytes of it that have arrived");
      add(".delay", "s", "from the request of an I/O to the arrival of each of its messages");
      figures.back().distribution = true;
      if (!netlist.faults.empty()) add(".lost", "B", "that never arrive (with faults)");
      if (says(traffic, "deadline"))
        add(".late", "1", "fraction of messages, or requests, that took longer (with deadline)");
      if (says(traffic, "rebuild_every")) add(".rebuilt", "B/s", "of lost units (with rebuild_every)");
      if (says(traffic, "rebuild_bytes")) add(".rebuilt", "B/s", "that are back where they were (with rebuild_bytes)");
      if (!says(traffic, "streams")) continue;
      add(".streams.count", "1", "streams (with streams)");
      add(".streams.played", "1", "streams without a late message");
      add(".streams.underrun", "1", "streams with a late message");
      add(".streams.late_messages", "1", "messages that came after their time");
      if (netlist.faults.empty()) continue;
      add(".streams.lost_messages", "1", "messages that never came (with faults)");
      add(".streams.glitches", "1",
          "times that a viewer missed something; those less than a second apart are one (with faults)");
      add(".streams.glitched_at_once", "1", "the most viewers that missed something at a time (with faults)");
      add(".streams.longest_glitch", "s", "of a viewer, from its beginning to its end (with faults)");
      add(".streams.first_glitch", "s", "when the first began, from the start of the run; 0: none (with faults)");
      add(".streams.last_glitch", "s", "when the last ended, from the start of the run; 0: none (with faults)");
    }
    figures.push_back({"delivered.bandwidth", "B/s", "of the machine: bytes that have arrived"});
    figures.push_back({"bytes.in", "B", "that sources have sent since the simulation began"});
    figures.push_back({"bytes.out", "B", "that have arrived since the simulation began"});
    if (!netlist.faults.empty())
      figures.push_back({"bytes.lost", "B", "that faults have destroyed since the simulation began (with faults)"});
    return figures;
  }

  bool lacks(const Netlist& netlist, const std::string& name) const override {
    const auto& all = netlist.workloads.of<FlatTraffic>();
    return std::any_of(all.begin(), all.end(), [&name](const FlatTraffic& traffic) {
      return name == traffic.name + ".streams" && traffic.options.destination != TrafficOptions::Destinations::streams;
    });
  }
  std::vector<std::string> names(const MachineFile& file) const override {
    std::vector<std::string> names;
    for (const TrafficDeclaration& traffic : file.workloads.of<TrafficDeclaration>()) names.push_back(traffic.name);
    return names;
  }

  void plan(Netlist& netlist, const Seed& seed) const override {
    if (is_in(netlist)) add_source_plans(netlist, seed.value());
  }
  std::size_t largest_payload(const Netlist& netlist) const override { return largest_message(netlist); }
  std::unique_ptr<WorkloadRun> attach(const WorkloadContext& context) const override {
    return std::make_unique<TrafficRun>(context);
  }
};

}  // namespace

const WorkloadKind& traffic_kind() {
  static const TrafficKind kind;
  return kind;
}

}  // namespace isochron
