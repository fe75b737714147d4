// SPDX-License-Identifier: Apache-2.0
#include <isochron/system/multidisk_machine.h>

#include <algorithm>
#include <cmath>

#include <isochron/system/multidisk_server.h>

namespace isochron {

namespace {

const char* name_of(Architecture architecture) {
  switch (architecture) {
    case Architecture::shared_bus:
      return "shared_bus";
    case Architecture::point_to_point:
      return "point_to_point";
    case Architecture::subsystems:
      return "subsystems";
  }
  return "";
}

const char* summary_of(Architecture architecture) {
  switch (architecture) {
    case Architecture::shared_bus:
      return "Multidisk server: disk nodes on one memory bus";
    case Architecture::point_to_point:
      return "Multidisk server: disk nodes, T9000 links and a C104 crossbar to a server interface processor";
    case Architecture::subsystems:
      return "Multidisk server: processors with local memories, joined by a shared bus (proposed, not measured)";
  }
  return "";
}

}  // namespace

TypeInfo MultidiskMachine::type_info(Architecture architecture) {
  TypeInfo info;
  info.name = name_of(architecture);
  info.kind = "system";
  info.summary = summary_of(architecture);
  info.source =
      "Gennart, Messerli, Hersch, Performances of Multiprocessor Multidisk Architectures for Continuous Media Storage";
  info.metrics = MultidiskServer::own_metrics();
  describe_metrics(info, MultidiskServer::metric_rules(architecture));
  MultidiskParameters parameters(architecture);
  info.describe_parameters(parameters.table());
  return info;
}

std::optional<std::uint64_t> MultidiskMachine::completes_in() const {
  const MultidiskParameters& p = parameters_;
  double slowest = 0;
  if (p.arrivals == MultidiskParameters::Arrivals::regular)
    slowest = std::ceil(static_cast<double>(p.total_strands()) / static_cast<double>(p.group)) * seconds(p.interval);
  const double bytes = static_cast<double>(p.strand) * static_cast<double>(p.total_strands());
  for (const ResourceBound& bound : p.bounds()) slowest = std::max(slowest, bytes / bound.limit);
  constexpr double most = 1.8e7;  // s, that fit in 64 bits of picoseconds
  return static_cast<std::uint64_t>(std::min(most, slowest * 1.1 + 0.1) * 1e12);
}

void MultidiskMachine::plan(Assembly& machine) const {
  MultidiskServer::assemble(machine, parameters_, nullptr);
}

std::unique_ptr<MachineModel> MultidiskMachine::build(std::uint64_t seed, InstanceOverrides& overrides) const {
  return std::make_unique<MultidiskServer>(parameters_, seed, overrides);
}

}  // namespace isochron
