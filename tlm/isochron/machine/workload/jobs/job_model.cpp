// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/workload/jobs/job_model.h>

#include <algorithm>

#include <isochron/machine/elaborate/metric_figures.h>
#include <isochron/machine/elaborate/netlist_assembly.h>

namespace isochron {

namespace {

std::size_t largest_job(const Netlist& netlist) {
  std::uint64_t largest = 1;
  for (const FlatJobs& jobs : netlist.jobs) largest = std::max(largest, jobs.options.size);
  return static_cast<std::size_t>(largest);
}

bool has_rate(const FlatJobs& jobs) {
  return jobs.options.arrivals == JobOptions::Arrivals::constant;
}

std::uint64_t longest_kind(const Netlist& netlist) {
  std::uint64_t longest = 1;
  for (const FlatJobs& jobs : netlist.jobs) longest = std::max(longest, jobs.options.count);
  return longest;
}

}  // namespace

JobModel::JobModel(std::unique_ptr<Netlist> netlist, std::vector<MetricRule> rules, std::uint64_t seed, bool fast,
                   InstanceOverrides& overrides)
    : MachineSimulation(largest_job(*netlist), fast ? Phases::shortcut : Phases::explicit_four, overrides),
      own_netlist_(std::move(netlist)),
      netlist_(*own_netlist_),
      rules_(std::move(rules)),
      ledger_(static_cast<unsigned>(netlist_.jobs.size()), longest_kind(netlist_)),
      around_{ledger_, *this, seed, fast},
      runner_(netlist_, domain_, *this),
      outcomes_(netlist_.jobs.size()) {
  for (std::uint32_t kind = 0; kind < netlist_.jobs.size(); ++kind) {
    jobs_ += netlist_.jobs[kind].options.count;
    if (has_rate(netlist_.jobs[kind])) ledger_.tell(kind, outcomes_[kind].backlog);
  }
  runner_.add_sources(assembly_);
  build_parts(netlist_, assembly_, around_, [this](std::size_t part) {
    runner_.add_part(part, around_.job_ports);
    around_.job_ports = {};
  });
  bind_parts(netlist_, assembly_);
}

JobModel::~JobModel() = default;

Tag JobModel::ledger_tag(const JobRunner::Id& job) const {
  const FlatJobs& jobs = netlist_.jobs[job.kind];
  Tag tag;
  tag.sequence = job.number;
  tag.source = static_cast<std::uint32_t>(job.kind);
  tag.bytes = static_cast<std::uint32_t>(jobs.options.size);
  tag.destination = jobs.plans[jobs.plan_of[job.number]].node << 16;  // as MultidiskServer: it is booked under its node
  return tag;
}

void JobModel::job_begins(const JobRunner::Id& job, Time now) {
  ledger_.asks(static_cast<std::uint32_t>(job.kind), netlist_.jobs[job.kind].options.size, now);
  ledger_.departs(ledger_tag(job));
}

void JobModel::job_ends(const JobRunner::Id& job, Time issued, Time now) {
  ledger_.arrives(ledger_tag(job), netlist_.jobs[job.kind].options.size, now);
  Outcome& outcome = outcomes_[job.kind];
  ++outcome.ended;
  outcome.last = now;
  outcome.delays.add(now - issued);
  delays_.add(now - issued);
  delay_seconds_.add(seconds(now - issued));
  completion_ = now;
}

std::string JobModel::left_to_do() const {
  const std::uint64_t left = jobs_ - ledger_.messages_in();
  return left == 0 ? "" : std::to_string(left) + " jobs not done" + runner_.holders();
}

std::vector<StatisticInfo> JobModel::figures(const std::vector<std::string>& kinds) {
  std::vector<StatisticInfo> infos{
      {"throughput", "B/s", "bytes of jobs, as large as they begin, over the time of the last one's end"},
      {"completion_time", "s", "from the start to the end of the last job"},
      {"delay", "s", "from the request of a job to its end", true},
      {"delay.sd", "s", "standard deviation of the delay over the jobs of a replication"},
      {"bytes.in", "B", "of jobs that were asked for"},
      {"bytes.out", "B", "of jobs that have ended, as large as they began"}};
  for (const std::string& name : kinds) {
    infos.push_back({name + ".throughput", "B/s", "of these jobs, over the time of the last one's end"});
    infos.push_back({name + ".delay", "s", "of these jobs, from the request to the end", true});
  }
  return infos;
}

void JobModel::add_to(ReplicationRecord& record) const {
  const auto add = [&record](const std::string& name, const char* unit, double value) {
    single(record, {{name, unit, ""}, value});
  };
  add("throughput", "B/s", static_cast<double>(ledger_.bytes_in()) / seconds(completion_));
  add("completion_time", "s", seconds(completion_));
  add("delay.sd", "s", delay_seconds_.standard_deviation());
  add("bytes.in", "B", static_cast<double>(ledger_.bytes_out()));
  add("bytes.out", "B", static_cast<double>(ledger_.bytes_in()));
  record.histograms["delay"] = delays_.sample();
  for (std::size_t k = 0; k < outcomes_.size() && outcomes_.size() > 1; ++k) {
    const FlatJobs& jobs = netlist_.jobs[k];
    const Outcome& outcome = outcomes_[k];
    add(jobs.name + ".throughput", "B/s",
        static_cast<double>(outcome.ended * jobs.options.size) / seconds(outcome.last));
    record.histograms[jobs.name + ".delay"] = outcome.delays.sample();
  }
  for (std::size_t k = 0; k < outcomes_.size(); ++k)
    if (has_rate(netlist_.jobs[k])) record.flows[netlist_.jobs[k].name] = outcomes_[k].backlog.sample("B");
  add_metric_figures(netlist_, record);
  record.fingerprint = ledger_.fingerprint();
  record.messages = ledger_.messages_in();
}

}  // namespace isochron
