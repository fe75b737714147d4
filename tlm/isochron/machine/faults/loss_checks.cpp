// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/faults/loss_checks.h>

#include <algorithm>

#include <fmt/format.h>

#include <isochron/machine/faults/fault_abilities.h>
#include <isochron/machine/workload/traffic/flat_traffic.h>
#include <isochron/part/request_parts.h>
#include <isochron/scenario/input_error.h>

namespace isochron {

namespace {

/// Whether what is lost can be requests of this part, or answers to it: it fails, or somebody who answers it, or what
/// carries messages between others.
bool can_lose_requests_of(const FlatTraffic& traffic, std::size_t part, const FlatFault& fault,
                          const Netlist& netlist) {
  if (fault.kind != "fail") return true;
  return std::any_of(fault.failed.begin(), fault.failed.end(), [&](std::size_t failed) {
    const bool answers =
        std::any_of(traffic.sinks.begin(), traffic.sinks.end(), [failed](const auto& sink) { return sink == failed; });
    return failed == part || answers || !netlist.parts[failed].config->is_endpoint();
  });
}

}  // namespace

bool can_lose(const FlatFault& fault, const Netlist& netlist) {
  if (fault.kind == "fail") return !fault.alone;
  const FaultOptions& options = fault.options;
  if (std::all_of(fault.parts.begin(), fault.parts.end(),
                  [&netlist](std::size_t part) { return keeps_all(netlist.parts[part]); }))
    return false;
  const bool keeps = options.retry.scheme != LinkRetry::Scheme::none && options.retry.limit == 0;
  if (fault.kind == "bit_errors") return options.bit_errors > 0 && !keeps;
  if (fault.kind == "down") return !keeps || options.lasts == 0 || options.detect > 0;
  return fault.kind == "random" && (!keeps || options.detect > 0);
}

void require_work_that_can_be_lost(const FlatFault& fault, const FaultDeclaration& declared, const Netlist& netlist) {
  if (!fault.can_lose) return;
  constexpr const char* remedy = "Give it `retry` without `limit`, and an outage an end and no `detect`";
  if (netlist.workloads.of<FlatTraffic>().empty())
    throw InputError(declared.position, "the fault may lose messages, and jobs cannot do without any of theirs",
                     remedy);
  for (const FlatTraffic& traffic : netlist.workloads.of<FlatTraffic>()) {
    if (!traffic.options.asks()) continue;
    for (const std::size_t source : traffic.sources) {
      const FlatPart& part = netlist.parts[source];
      if (part.config->as<RequesterPart>()->asks_again() || !can_lose_requests_of(traffic, source, fault, netlist))
        continue;
      throw InputError(
          declared.position,
          fmt::format("the fault may lose requests of `{}`, and a `{}` never asks again", part.path, part.type),
          fault.kind == "fail" ? "Let parts fail that neither are among those who ask and answer there, "
                                 "nor carry their messages"
                               : remedy);
    }
  }
}

void require_rates(const FaultDeclaration& declared, const Netlist& netlist) {
  for (const FlatTraffic& traffic : netlist.workloads.of<FlatTraffic>()) {
    const SourceLoad::Arrivals arrivals = traffic.options.arrivals;
    const bool waits = traffic.options.asks() &&
                       (arrivals == SourceLoad::Arrivals::closed || arrivals == SourceLoad::Arrivals::following);
    const bool has_rate =
        arrivals == SourceLoad::Arrivals::constant || arrivals == SourceLoad::Arrivals::poisson || waits;
    if (has_rate && traffic.options.ios == 0) continue;
    throw InputError(declared.position,
                     fmt::format("what a failure leaves of the traffic `{}` is not known: it {}", traffic.name,
                                 has_rate ? "ends" : "has no rate"),
                     has_rate ? "Remove `ios` of the traffic, or the fault"
                              : "Give the traffic `arrivals: constant` or `poisson`, requests also `closed` or "
                                "`following`, or remove the fault");
  }
}

}  // namespace isochron
