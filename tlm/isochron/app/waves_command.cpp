// SPDX-License-Identifier: Apache-2.0
#include <isochron/app/waves_command.h>

#include <isochron/app/exit_code.h>
#include <isochron/app/output_set.h>
#include <isochron/app/simulation.h>
#include <isochron/app/text_table.h>
#include <isochron/app/trace_selection.h>
#include <isochron/scenario/json_writer.h>

namespace isochron {

namespace {

const char* name_of(SignalKind kind) {
  switch (kind) {
    case SignalKind::number:
      return "number";
    case SignalKind::text:
      return "text";
    case SignalKind::real:
      return "real";
    case SignalKind::bits:
      return "bits";
  }
  return "";
}

}  // namespace

int waves_command(const WavesOptions& options) {
  SimulationOptions simulation_options;
  simulation_options.changes = options.changes;
  simulation_options.compare = false;
  const Simulation simulation(options.scenario, simulation_options);
  const ScenarioPoint& point = simulation.points().front();
  const std::vector<ProbeInfo> infos = point.machine->probes();
  const std::vector<bool> chosen = select_probes(infos, options.scopes);

  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  TextTable table({"signal", "kind", ">bits", "what it is"});
  for (std::size_t i = 0; i < infos.size(); ++i) {
    if (!chosen[i]) continue;
    const ProbeInfo& info = infos[i];
    table.add({info.full_name(), name_of(info.kind), info.width == 0 ? "" : std::to_string(info.width), info.doc});
    list.push_back(
        {{"name", info.full_name()}, {"kind", name_of(info.kind)}, {"width", info.width}, {"doc", info.doc}});
    if (info.kind == SignalKind::bits) list.back()["range"] = info.range.text();
  }
  OutputSet output;
  output.print(options.json ? write_json(list) : table.text());
  output.commit();
  return exit_well;
}

}  // namespace isochron
