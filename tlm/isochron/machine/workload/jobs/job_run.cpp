// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/workload/jobs/job_run.h>

#include <algorithm>

namespace isochron {

namespace {

bool has_rate(const FlatJobs& jobs) {
  return jobs.options.arrivals == JobOptions::Arrivals::constant;
}

std::uint64_t longest_kind(const Netlist& netlist) {
  std::uint64_t longest = 1;
  for (const FlatJobs& jobs : netlist.jobs) longest = std::max(longest, jobs.options.count);
  return longest;
}

}  // namespace

JobRun::JobRun(const WorkloadContext& context)
    : context_(context),
      netlist_(context.netlist),
      ledger_(static_cast<unsigned>(netlist_.jobs.size()), longest_kind(netlist_)),
      runner_(netlist_, context.domain, *this),
      outcomes_(netlist_.jobs.size()) {
  for (std::uint32_t kind = 0; kind < netlist_.jobs.size(); ++kind) {
    jobs_ += netlist_.jobs[kind].options.count;
    if (has_rate(netlist_.jobs[kind])) ledger_.tell(kind, outcomes_[kind].backlog);
  }
}

void JobRun::part_built(std::size_t part, BuildContext& context) {
  runner_.add_part(part, context.job_ports);
  context.job_ports = {};
}

Tag JobRun::ledger_tag(const JobRunner::Id& job) const {
  const FlatJobs& jobs = netlist_.jobs[job.kind];
  Tag tag;
  tag.sequence = job.number;
  tag.source = static_cast<std::uint32_t>(job.kind);
  tag.bytes = static_cast<std::uint32_t>(jobs.options.size);
  tag.destination = jobs.plans[jobs.plan_of[job.number]].node << 16;  // as MultidiskServer: it is booked under its node
  return tag;
}

void JobRun::job_begins(const JobRunner::Id& job, Time now) {
  ledger_.asks(static_cast<std::uint32_t>(job.kind), netlist_.jobs[job.kind].options.size, now);
  ledger_.departs(ledger_tag(job));
}

void JobRun::job_ends(const JobRunner::Id& job, Time issued, Time now) {
  const std::uint64_t size = netlist_.jobs[job.kind].options.size;
  ledger_.arrives(ledger_tag(job), size, now);
  Outcome& outcome = outcomes_[job.kind];
  ++outcome.ended;
  outcome.last = now;
  outcome.delays.add(now - issued);
  delays_.add(now - issued);
  delay_seconds_.add(seconds(now - issued));
  bytes_ += size;
  if (ledger_.messages_in() == jobs_ && has_end()) context_.done(now);
}

std::string JobRun::left_to_do() const {
  const std::uint64_t all = context_.until_done ? jobs_ : ledger_.messages_out();
  const std::uint64_t left = all - ledger_.messages_in();
  return left == 0 ? "" : std::to_string(left) + " jobs not done" + runner_.holders();
}

void JobRun::start_window(Time now) {
  for (Outcome& outcome : outcomes_) {
    outcome.ended = 0;
    outcome.delays.clear();
    outcome.backlog.start_window(now);
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
  for (std::size_t k = 0; k < outcomes_.size() && outcomes_.size() > 1; ++k) {
    const FlatJobs& jobs = netlist_.jobs[k];
    const Outcome& outcome = outcomes_[k];
    add_figure(record, jobs.name + ".throughput", "B/s",
               per_second(outcome.ended * jobs.options.size, context_.until_done ? seconds(outcome.last) : window));
    record.histograms[jobs.name + ".delay"] = outcome.delays.sample();
  }
  for (std::size_t k = 0; k < outcomes_.size(); ++k)
    if (has_rate(netlist_.jobs[k])) record.flows[netlist_.jobs[k].name] = outcomes_[k].backlog.sample("B");
  record.fingerprint = ledger_.fingerprint();
  record.messages += ledger_.messages_in();
}

}  // namespace isochron
