// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/workload/jobs/flat_jobs.h>
#include <isochron/machine/workload/jobs/job_workload.h>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <isochron/core/time.h>
#include <isochron/machine/workload/jobs/job_cycle.h>
#include <isochron/part/job_part.h>

namespace isochron {

namespace {

/// Measured, in bytes.
struct JobCosts {
  static constexpr double of_job = 60;       ///< its state and its way
  static constexpr double of_request = 200;  ///< waiting at the part where it begins
  static constexpr double of_message = 500;  ///< beside its data, of which only what is written takes memory
  static constexpr double page = 4096;
};

}  // namespace

JobWorkload::JobWorkload(const Netlist& netlist, const PartShares& taken)
    : netlist_(netlist), loads_(netlist, taken), first_(netlist.parts.size(), false) {
  for (const FlatJobs& jobs : netlist.workloads.of<FlatJobs>()) {
    const auto count = static_cast<double>(jobs.options.count);
    bytes_ += count * static_cast<double>(jobs.options.size);
    if (jobs.options.arrivals == JobOptions::Arrivals::constant)
      events_ += count / static_cast<double>(jobs.options.group);
    // As many as there are of it in a round: the remainder of the last one is no property of the machine.
    std::vector<double> in_round(jobs.plans.size(), 0);
    for (const std::uint32_t plan : jobs.period) ++in_round[plan];
    for (std::size_t p = 0; p < jobs.plans.size(); ++p)
      add(jobs.plans[p], in_round[p] * count / static_cast<double>(jobs.period.size()));
  }
}

JobWorkload::Spent JobWorkload::spend(const FlatStep& step, std::size_t number, double jobs,
                                      std::optional<std::uint64_t> last) {
  const JobPart& part = *netlist_.parts[number].config->as<JobPart>();
  const JobWork work = part.work_by(step.destination, step.bytes, step.requests);
  stored_ += jobs * static_cast<double>(work.stored);
  double own = 0, sent = 0, sent_last = 0;
  for (const JobTransfer& one : work.transfers) {
    const bool is_sent = part.role() == JobPart::Role::sends && one.port == part.sends_by();
    const auto path = is_sent ? path_to_part(netlist_, number, one.port, step.end)
                              : path_to_target(netlist_, number, one.port, one.write);
    if (!path) continue;
    const double taken = loads_.transfer(*path, one.write, one.bytes, jobs, one.piece);
    if (is_sent) {
      sent = taken;
      sent_last = loads_.seconds_of(*path, one.write, work.last);
    } else {
      own += last ? loads_.seconds_of(*path, one.write, *last) : taken;
    }
  }
  Spent spent{work.seconds, own, work.last};
  if (work.held) spent.held += own + sent;
  spent.in_all += work.held ? work.seconds + sent : std::max(work.seconds + sent_last, sent);
  if (spent.held > 0) events_ += jobs * static_cast<double>(step.requests);
  return spent;
}

void JobWorkload::add(const JobPlan& plan, double jobs) {
  std::vector<Spent> steps;
  for (const FlatStep& step : plan.steps) {
    steps.push_back(spend(step, step.at, jobs));
    // What receives is never held.
    if (step.end != step.at) steps.back().in_all += spend(step, step.end, jobs, steps.back().last).in_all;
  }
  // Of steps at the same time the longest.
  const auto in_all = [&](std::size_t first) {
    double longest = 0;
    for (std::size_t t = first; t < first + plan.steps[first].together; ++t)
      longest = std::max(longest, steps[t].in_all);
    return longest;
  };
  for (std::size_t s = 0; s < plan.steps.size(); ++s) {
    const FlatStep& step = plan.steps[s];
    if (steps[s].held > 0) {
      loads_.hold(step.at, steps[s].held * jobs);
      first_[step.at] = first_[step.at] || s == 0;
    }
    if (!step.hold_until) continue;
    double seconds = 0;
    for (std::size_t t = s; t <= *step.hold_until; t += plan.steps[t].together) seconds += in_all(t);
    if (seconds == 0) continue;
    loads_.keep(step.at, seconds, jobs);
    first_[step.at] = first_[step.at] || s == 0;
  }
}

PartShares JobWorkload::demand() const {
  const std::optional<double> offered = offered_load();
  if (!offered || *offered == 0) return PartShares(netlist_.parts.size(), 0);
  double throughput = *offered;
  for (const ResourceBound& bound : bounds()) throughput = std::min(throughput, bound.limit);
  return loads_.shares_in(bytes_ / throughput);
}

std::vector<ResourceBound> JobWorkload::bounds() const {
  return loads_.bounds(bytes_, offered_load());
}

std::optional<double> JobWorkload::offered_load() const {
  double rate = 0;
  for (const FlatJobs& jobs : netlist_.workloads.of<FlatJobs>()) {
    if (jobs.options.arrivals == JobOptions::Arrivals::at_start) return std::nullopt;
    rate += static_cast<double>(jobs.options.size * jobs.options.group) / seconds(jobs.options.interval);
  }
  return rate;
}

double JobWorkload::asked_within() const {
  double slowest = 0;
  for (const FlatJobs& jobs : netlist_.workloads.of<FlatJobs>())
    if (jobs.options.arrivals == JobOptions::Arrivals::constant)
      slowest = std::max(slowest,
                         std::ceil(static_cast<double>(jobs.options.count) / static_cast<double>(jobs.options.group)) *
                             seconds(jobs.options.interval));
  return slowest;
}

std::optional<double> JobWorkload::completes_in() const {
  double slowest = asked_within();
  for (const ResourceBound& bound : bounds()) slowest = std::max(slowest, bytes_ / bound.limit);
  return slowest * 1.1 + 0.1;
}

double JobWorkload::events(double within, Folding) const {
  return (events_ + loads_.events()) * part_within(within);
}

std::vector<Warning> JobWorkload::warnings() const {
  const std::vector<std::string> cycle = cycle_of_jobs(netlist_);
  if (cycle.empty()) return {};
  return {{fmt::format("jobs that have parts can wait for each other in a cycle, and then nothing moves: {}",
                       fmt::join(cycle, ", ")),
           "Let all of them take these parts in one order"}};
}

double JobWorkload::memory(double within) const {
  double jobs = 0, at_start = 0, longest_first = 0, longest_later = 0;
  for (const FlatJobs& kind : netlist_.workloads.of<FlatJobs>()) {
    const auto count = static_cast<double>(kind.options.count);
    jobs += count;
    if (kind.options.arrivals == JobOptions::Arrivals::at_start) at_start += count;
  }
  for (std::size_t p = 0; p < first_.size(); ++p) {
    double& longest = first_[p] ? longest_first : longest_later;
    longest = std::max(longest, loads_.seconds(p));
  }
  longest_later = std::max(longest_later, loads_.longest_lane());
  if (const auto offered = offered_load()) longest_first = std::max(longest_first, bytes_ / *offered);
  // What comes from where jobs begin faster than the rest can take it waits in memory.
  const double waiting = longest_later == 0 ? 0 : jobs * std::max(0.0, 1 - longest_first / longest_later);
  return jobs * JobCosts::of_job + stored_ * part_within(within) + at_start * JobCosts::of_request +
         waiting * part_within(within) * (JobCosts::of_message + JobCosts::page);
}

}  // namespace isochron
