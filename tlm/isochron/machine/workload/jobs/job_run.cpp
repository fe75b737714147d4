// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/workload/jobs/flat_jobs.h>
#include <isochron/machine/workload/jobs/job_run.h>
#include <isochron/machine/workload/traffic/flat_traffic.h>

#include <algorithm>

namespace isochron {

namespace {

bool has_rate(const FlatJobs& jobs) {
  return jobs.options.arrivals == JobOptions::Arrivals::constant;
}

std::uint64_t longest_kind(const Netlist& netlist) {
  std::uint64_t longest = 1;
  for (const FlatJobs& jobs : netlist.workloads.of<FlatJobs>()) longest = std::max(longest, jobs.options.count);
  return longest;
}

}  // namespace

JobRun::JobRun(const WorkloadContext& context)
    : context_(context),
      netlist_(context.netlist),
      all_(netlist_.workloads.of<FlatJobs>()),
      ledger_(static_cast<unsigned>(all_.size()), longest_kind(netlist_)),
      runner_(netlist_, context.domain, *this),
      outcomes_(all_.size()) {
  for (std::uint32_t kind = 0; kind < all_.size(); ++kind) {
    jobs_ += all_[kind].options.count;
    outcomes_[kind].classes.resize(all_[kind].classes.size());
    if (has_rate(all_[kind])) ledger_.tell(kind, outcomes_[kind].backlog);
  }
}

void JobRun::part_built(std::size_t part, BuildContext& context) {
  runner_.add_part(part, context.job_ports);
}

Tag JobRun::ledger_tag(const JobRunner::Id& job) const {
  const FlatJobs& jobs = all_[job.kind];
  Tag tag;
  tag.sequence = job.number;
  tag.source = static_cast<std::uint32_t>(job.kind);
  tag.bytes = static_cast<std::uint32_t>(jobs.options.size);
  tag.destination = jobs.plan_of(job.number).node << 16;  // it is booked under its node
  return tag;
}

void JobRun::job_begins(const JobRunner::Id& job, Time now) {
  ledger_.asks(static_cast<std::uint32_t>(job.kind), all_[job.kind].options.size, now);
  ledger_.departs(ledger_tag(job));
}

void JobRun::job_ends(const JobRunner::Id& job, Time issued, Time now) {
  const FlatJobs& jobs = all_[job.kind];
  const std::uint64_t size = jobs.options.size;
  ledger_.arrives(ledger_tag(job), size, now);
  Outcome& outcome = outcomes_[job.kind];
  // Those of a single kind are the machine's.
  if (outcomes_.size() > 1) outcome.all.add(issued, now);
  if (!outcome.classes.empty())
    for (const std::size_t one : jobs.plan_of(job.number).classes) outcome.classes[one].add(issued, now);
  delays_.add(now - issued);
  delay_seconds_.add(seconds(now - issued));
  bytes_ += size;
  if (listener_) listener_(job, now);
  end_if_done(now);
}

void JobRun::end_if_done(Time now) {
  if (ledger_.messages_in() + lost_ == jobs_ && has_end()) context_.done(now);
}

// What links lose is the traffic's.
WorkLosses* JobRun::losses() {
  return netlist_.workloads.of<FlatTraffic>().empty() ? this : nullptr;
}

bool JobRun::message_lost(const Tag& tag, std::uint64_t bytes, std::uint32_t, Time now) {
  runner_.request_failed(tag, bytes, now);
  return true;
}

void JobRun::job_is_lost(const JobRunner::Id& job, Time now) {
  const std::uint64_t size = all_[job.kind].options.size;
  ledger_.lost(ledger_tag(job), size, now);
  ++lost_;
  outcomes_[job.kind].lost += size;
  end_if_done(now);
}

void JobRun::failure(std::size_t fault, FailureStep step, FailureBook&, Time) {
  if (step == FailureStep::fails || netlist_.faults[fault].remaining == nullptr) return;
  known_.erase(std::remove(known_.begin(), known_.end(), fault), known_.end());
  if (step == FailureStep::is_known) known_.push_back(fault);
  runner_.follow(known_.empty() ? netlist_ : *netlist_.faults[known_.back()].remaining);
}

std::string JobRun::left_to_do() const {
  const std::uint64_t all = context_.until_done ? jobs_ : ledger_.messages_out();
  const std::uint64_t left = all - ledger_.messages_in() - lost_;
  return left == 0 ? "" : std::to_string(left) + " jobs not done" + runner_.holders();
}

void JobRun::start_window(Time now) {
  for (Outcome& outcome : outcomes_) {
    outcome.all.clear();
    for (Ended& one : outcome.classes) one.clear();
    outcome.backlog.start_window(now);
    outcome.lost = 0;
  }
  bytes_ = 0;
  delays_.clear();
  delay_seconds_ = Moments();
}

void JobRun::add_to(ReplicationRecord& record, double window) const {
  const auto per_second = [](std::uint64_t bytes, double time) {
    return time > 0 ? static_cast<double>(bytes) / time : 0;
  };
  add_figure(record, "throughput", "B/s", per_second(bytes_, window));
  if (context_.until_done) add_figure(record, "completion_time", "s", window);
  add_figure(record, "delay.sd", "s", delay_seconds_.standard_deviation());
  add_bytes(record, ledger_.bytes_out(), ledger_.bytes_in());
  record.histograms["delay"] = delays_.sample();
  for (std::size_t k = 0; k < outcomes_.size(); ++k) {
    const FlatJobs& jobs = all_[k];
    const auto add = [&](const std::string& name, const Ended& of) {
      add_figure(record, name + ".throughput", "B/s",
                 per_second(of.jobs * jobs.options.size, context_.until_done ? seconds(of.last) : window));
      record.histograms[name + ".delay"] = of.delays.sample();
    };
    if (outcomes_.size() > 1) add(jobs.name, outcomes_[k].all);
    if (has_losses()) add_figure(record, jobs.name + ".lost", "B", static_cast<double>(outcomes_[k].lost));
    for (std::size_t c = 0; c < jobs.classes.size(); ++c)
      add(jobs.name + "." + jobs.classes[c], outcomes_[k].classes[c]);
  }
  for (std::size_t k = 0; k < outcomes_.size(); ++k)
    if (has_rate(all_[k])) record.flows[all_[k].name] = outcomes_[k].backlog.sample("B");
  if (has_losses()) add_figure(record, "bytes.lost", "B", static_cast<double>(ledger_.bytes_lost()));
  record.fingerprint = ledger_.fingerprint();
  record.messages += ledger_.messages_in();
}

}  // namespace isochron
