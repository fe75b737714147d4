// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <isochron/machine/workload/traffic/source_plans.h>
#include <isochron/machine/workload/traffic/traffic_run.h>
#include <isochron/machine/workload/traffic/traffic_workload.h>
#include <isochron/machine/workload/workload_kind.h>

namespace isochron {

namespace {

bool says(const TrafficDeclaration& traffic, const char* option) {
  return std::any_of(traffic.settings.begin(), traffic.settings.end(),
                     [option](const Setting& setting) { return setting.path == option; });
}

class TrafficKind final : public WorkloadKind {
 public:
  bool is_in(const Netlist& netlist) const override { return !netlist.traffic.empty(); }

  std::unique_ptr<Workload> analyse(const Netlist& netlist, const Routes& routes, const Transits& transits,
                                    const PartShares& taken) const override {
    return std::make_unique<TrafficWorkload>(netlist, routes, transits, taken);
  }

  std::vector<StatisticInfo> figures(const MachineFile& file, const Netlist&) const override {
    std::vector<StatisticInfo> figures;
    for (const TrafficDeclaration& traffic : file.traffic) {
      const auto add = [&](const char* name, const char* unit, const char* doc) {
        figures.push_back({traffic.name + name, unit, doc});
      };
      add(".bandwidth", "B/s", "of a source: bytes of it that have arrived");
      add(".delay", "s", "from the request of an I/O to the arrival of each of its messages");
      figures.back().distribution = true;
      if (says(traffic, "degraded")) add(".rebuilt", "B/s", "of lost units (with degraded)");
      if (!says(traffic, "streams")) continue;
      add(".streams.count", "1", "streams (with streams)");
      add(".streams.played", "1", "streams without a late message");
      add(".streams.underrun", "1", "streams with a late message");
      add(".streams.late_messages", "1", "messages that came after their time");
    }
    figures.push_back({"delivered.bandwidth", "B/s", "of the machine: bytes that have arrived"});
    figures.push_back({"bytes.in", "B", "that sources have sent since the simulation began"});
    figures.push_back({"bytes.out", "B", "that have arrived since the simulation began"});
    return figures;
  }

  void plan(Netlist& netlist, std::uint64_t seed) const override { add_source_plans(netlist, seed); }
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
