// SPDX-License-Identifier: Apache-2.0
#include <isochron/scenario/run_warnings.h>

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include <isochron/scenario/flow_judgement.h>
#include <isochron/scenario/units.h>

namespace isochron {

namespace {

/// Of who has a message at the head that lacks only a buffer behind it for much of the time, who has for most; empty:
/// nobody.
std::string wait_for_buffer(const PointResult& result) {
  const std::string* path = nullptr;
  double most = 0.1;
  for (const auto& [part, statistics] : result.components)
    if (const auto found = statistics.find("wait_buffer"); found != statistics.end() && found->second.mean > most) {
      path = &part;
      most = found->second.mean;
    }
  if (path == nullptr) return "";
  return fmt::format("; `{}` waits most for a buffer behind it, {:.1f} % of the time", *path, 100 * most);
}

bool all_keep_up(const PointResult& result) {
  return !result.flows.empty() && std::all_of(result.flows.begin(), result.flows.end(), [](const auto& flow) {
    return flow.second.verdict == FlowResult::Verdict::keeps_up;
  });
}

/// Warning by arithmetic alone. Work that ended within the window and was caught up with gets none.
std::optional<std::string> bound_warning(const MachineDescription& machine, const PointResult& result) {
  const auto [metric, unit] = machine.driver();
  if (!machine.demand()) return std::nullopt;  // it asks for saturation
  const double demand = *machine.demand();
  const std::vector<ResourceBound> bounds = machine.bounds();
  const ResourceBound* const first = tightest(bounds);
  if (first == nullptr || demand <= first->limit * (1 - saturation_margin)) return std::nullopt;
  if (demand > first->limit && all_keep_up(result)) return std::nullopt;
  return fmt::format("the scenario asks for {} = {}, {} the bound {} of {}", metric, format_si(demand, unit),
                     demand > first->limit ? "above" : "within 1 % of", format_si(first->limit, unit), first->resource);
}

std::optional<std::string> flow_warning(const std::string& name, const FlowResult& flow, const PointResult& result) {
  switch (flow.verdict) {
    case FlowResult::Verdict::keeps_up:
      break;
    case FlowResult::Verdict::falls_behind:
      return fmt::format("saturated: the machine falls behind with {}: {}{}", name, flow.reason,
                         wait_for_buffer(result));
    case FlowResult::Verdict::in_doubt:
      return fmt::format(
          "a window of {} after {} is too short to tell whether the machine keeps up with {}: {}; lengthen "
          "measure.duration or measure.warm_up",
          format_si(result.simulated_s - result.warm_up_s, "s"), format_si(result.warm_up_s, "s"), name, flow.reason);
  }
  return std::nullopt;
}

}  // namespace

std::vector<std::string> warnings_for(const MachineDescription& machine, const PointResult& result) {
  std::vector<std::string> warnings;
  if (const auto warning = bound_warning(machine, result)) warnings.push_back(*warning);
  for (const auto& [name, flow] : result.flows)
    if (const auto warning = flow_warning(name, flow, result)) warnings.push_back(*warning);
  return warnings;
}

}  // namespace isochron
