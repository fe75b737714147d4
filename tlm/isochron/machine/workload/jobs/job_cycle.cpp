// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/workload/jobs/flat_jobs.h>
#include <isochron/machine/workload/jobs/job_cycle.h>

#include <map>
#include <set>

#include <isochron/machine/analyse/transfer_paths.h>
#include <isochron/machine/route/first_cycle.h>
#include <isochron/part/interconnect.h>
#include <isochron/part/job_part.h>

namespace isochron {

namespace {

using Waits = std::map<std::size_t, std::set<std::size_t>>;

void add_buses(const Netlist& netlist, std::size_t number, std::size_t receiver, const FlatStep& step, Waits& waits) {
  const JobPart& part = *netlist.parts[number].config->as<JobPart>();
  for (const JobTransfer& one : part.work_by(step.destination, step.bytes, step.requests).transfers) {
    const bool is_sent = part.role() == JobPart::Role::sends && one.port == part.sends_by();
    const auto path = is_sent ? path_to_part(netlist, number, one.port, receiver)
                              : path_to_target(netlist, number, one.port, one.write);
    for (std::size_t hop = 1; path && hop < path->hops.size(); ++hop)
      waits[path->hops[hop - 1].part].insert(path->hops[hop].part);
  }
}

void add_holds(const JobPlan& plan, const std::set<std::size_t>& held, Waits& waits) {
  for (std::size_t s = 0; s < plan.steps.size(); ++s) {
    const FlatStep& step = plan.steps[s];
    for (std::size_t later = s + 1; step.hold_until && later <= *step.hold_until; ++later) {
      const std::size_t wanted = plan.steps[later].at;
      if (wanted != step.at && held.count(wanted) != 0) waits[step.at].insert(wanted);
    }
  }
}

}  // namespace

std::vector<std::string> cycle_of_jobs(const Netlist& netlist) {
  std::set<std::size_t> held;
  for (const FlatJobs& jobs : netlist.workloads.of<FlatJobs>())
    for (const JobPlan& plan : jobs.plans)
      for (const FlatStep& step : plan.steps)
        if (step.hold_until) held.insert(step.at);
  Waits waits;
  for (const FlatJobs& jobs : netlist.workloads.of<FlatJobs>())
    for (const JobPlan& plan : jobs.plans) {
      add_holds(plan, held, waits);
      for (const FlatStep& step : plan.steps) {
        add_buses(netlist, step.at, step.end, step, waits);
        if (step.end != step.at) add_buses(netlist, step.end, step.end, step, waits);
      }
    }
  std::vector<std::string> cycle;
  for (const std::size_t part : first_cycle(waits)) cycle.push_back(netlist.parts[part].path);
  return cycle;
}

}  // namespace isochron
