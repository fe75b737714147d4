// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/workload/jobs/flat_jobs.h>
#include <isochron/machine/workload/jobs/job_runner.h>

#include <algorithm>

#include <isochron/core/error.h>

namespace isochron {

class JobRunner::Kind final : public StrandSource::Server {
 public:
  Kind(JobRunner& runner, std::size_t number, std::uint64_t count) : jobs(count), runner_(runner), number_(number) {}
  void request(std::uint64_t job, Time now) override { runner_.begin({number_, job}, now); }

  std::vector<Job> jobs;

 private:
  JobRunner& runner_;
  std::size_t number_;
};

class JobRunner::Exit final : public Inlet {
 public:
  Exit(JobRunner& runner, std::size_t part) : runner_(runner), part_(part) {}
  void accept(Payload& payload, Time now) override { runner_.hand_on(part_, payload, now); }

 private:
  JobRunner& runner_;
  std::size_t part_;
};

JobRunner::JobRunner(const Netlist& netlist, const Domain& domain, Client& client)
    : netlist_(netlist),
      all_(netlist.workloads.of<FlatJobs>()),
      followed_(&all_),
      domain_(domain),
      client_(client),
      handing_on_(netlist.parts.size(), false),
      inlets_(netlist.parts.size(), nullptr),
      gates_(netlist.parts.size()) {
  for (std::size_t k = 0; k < all_.size(); ++k)
    kinds_.push_back(std::make_unique<Kind>(*this, k, all_[k].options.count));
  add_ways(netlist);
  for (const FlatFault& fault : netlist.faults)
    if (fault.remaining != nullptr) add_ways(*fault.remaining);
}

void JobRunner::add_ways(const Netlist& machine) {
  for (const FlatJobs& jobs : machine.workloads.of<FlatJobs>())
    for (const JobPlan& plan : jobs.plans)
      for (const FlatStep& step : plan.steps) {
        handing_on_[step.end] = true;
        if (step.hold_until && gates_[step.at] == nullptr)
          gates_[step.at] = std::make_unique<JobGate>(domain_.region, static_cast<JobGate::Client&>(*this));
      }
}

JobRunner::~JobRunner() = default;

void JobRunner::add_sources(Assembly& machine) {
  for (std::size_t k = 0; k < kinds_.size(); ++k) {
    const JobOptions& options = all_[k].options;
    const bool at_start = options.arrivals == JobOptions::Arrivals::at_start;
    const StrandSource::Config config{options.count, at_start ? options.count : options.group,
                                      at_start ? 0 : options.interval};
    machine.part<StrandSource>(all_[k].declaration->asked_by, [&](const char* name) {
      return std::make_unique<StrandSource>(name, machine.domain().region, config, *kinds_[k]);
    });
  }
}

void JobRunner::add_part(std::size_t number, const JobPorts& ports) {
  inlets_[number] = ports.in;
  if (ports.out == nullptr || !handing_on_[number]) return;
  exits_.push_back(std::make_unique<Exit>(*this, number));
  ports.out->connect(*exits_.back());
}

void JobRunner::begin(const Id& id, Time now) {
  kinds_[id.kind]->jobs[id.number].issued = now;
  client_.job_begins(id, now);
  set_out(id, now);
}

void JobRunner::set_out(const Id& id, Time now) {
  const auto size = static_cast<std::uint32_t>(all_[id.kind].options.size);
  kinds_[id.kind]->jobs[id.number].plan = &(*followed_)[id.kind].plan_of(id.number);
  Message& message = domain_.pool.allocate(0, size);
  Tag tag;
  tag.sequence = id.number * kinds_.size() + id.kind;
  tag.issued = now;
  tag.source = static_cast<std::uint32_t>(id.kind);
  tag.bytes = size;
  message.tag().copy_from(tag);
  start_step(id, message, now);
  message.release();
}

JobRunner::Id JobRunner::id_of(std::uint64_t sequence) const {
  return {static_cast<std::size_t>(sequence % kinds_.size()), sequence / kinds_.size()};
}

void JobRunner::start_step(const Id& id, Payload& payload, Time now) {
  Job& job = kinds_[id.kind]->jobs[id.number];
  const FlatStep& step = job.plan->steps[job.step];
  job.bytes = payload.get_data_length();
  job.left = job.bytes;
  if (__builtin_expect(step.together > 1, 0)) {
    start_together(id, payload, now);
    return;
  }
  tag_of(payload).destination = step.destination;
  if (JobGate* const gate = gates_[step.at].get())
    gate->come(payload, step.hold_until.has_value(), now);
  else
    enter(payload, now);
}

void JobRunner::start_together(const Id& id, Payload& payload, Time now) {
  Job& job = kinds_[id.kind]->jobs[id.number];
  const JobPlan& plan = *job.plan;
  const std::uint32_t first = job.step, together = plan.steps[first].together, bytes = job.bytes;
  job.left *= together;
  for (std::uint32_t s = 0; s < together; ++s) {
    const FlatStep& step = plan.steps[first + s];
    Message& message = domain_.pool.allocate(0, bytes);
    message.tag().copy_from(tag_of(payload));
    message.tag().destination = step.destination;
    message.tag().stream = s;
    if (JobGate* const gate = gates_[step.at].get())
      gate->come(message, false, now);
    else
      enter(message, now);
    message.release();
  }
}

void JobRunner::enter(Payload& payload, Time now) {
  const Id id = id_of(tag_of(payload).sequence);
  const Job& job = kinds_[id.kind]->jobs[id.number];
  const FlatStep& step = step_of(job, payload);
  Inlet& inlet = *inlets_[step.asks_end ? step.end : step.at];
  if (step.requests == 1 || step.asks_end) {
    payload.set_address(step.address);
    inlet.accept(payload, now);
    return;
  }
  const std::uint64_t bytes = job.bytes / step.requests;
  for (std::uint64_t request = 0; request < step.requests; ++request) {
    Message& message = domain_.pool.allocate(step.address, static_cast<unsigned>(bytes));
    message.tag().copy_from(tag_of(payload));
    message.tag().block = request;
    message.tag().offset = request * bytes;
    inlet.accept(message, now);
    message.release();
  }
}

void JobRunner::hand_on(std::size_t part, Payload& payload, Time now) {
  const Id id = id_of(tag_of(payload).sequence);
  Job& job = kinds_[id.kind]->jobs[id.number];
  const JobPlan& plan = *job.plan;
  const FlatStep& step = step_of(job, payload);
  if (step.end != part)
    throw ModelError(netlist_.parts[part].path + ": job " + std::to_string(id.number) +
                     " comes from here, and is at another step");
  if (step.end != step.at) {
    job.left -= payload.get_data_length();
    if (job.left > 0) return;
    if (__builtin_expect(job.has_failed, 0)) {
      give_up(id, now);
      return;
    }
    // What comes last stands for all of the job from here on.
    payload.set_data_length(job.bytes);
    payload.set_streaming_width(job.bytes);
  }
  leave(plan, job.step);
  const std::uint32_t together = plan.steps[job.step].together;
  job.step += together;
  if (__builtin_expect(together > 1, 0)) tag_of(payload).stream = 0;
  if (job.step < plan.steps.size())
    start_step(id, payload, now);
  else
    client_.job_ends(id, job.issued, now);
}

void JobRunner::leave(const JobPlan& plan, std::size_t step) {
  for (std::size_t earlier = 0; earlier < step; ++earlier)
    if (plan.steps[earlier].hold_until == step) gates_[plan.steps[earlier].at]->release();
}

void JobRunner::request_failed(const Tag& tag, std::uint64_t bytes, Time now) {
  const Id id = id_of(tag.sequence);
  Job& job = kinds_[id.kind]->jobs[id.number];
  job.has_failed = 1;
  job.left -= bytes;
  if (job.left == 0) give_up(id, now);
}

bool JobRunner::is_same_way(const JobPlan& one, const JobPlan& other) {
  return std::equal(one.steps.begin(), one.steps.end(), other.steps.begin(), other.steps.end(),
                    [](const FlatStep& a, const FlatStep& b) { return a.at == b.at && a.end == b.end; });
}

void JobRunner::give_up(const Id& id, Time now) {
  Job& job = kinds_[id.kind]->jobs[id.number];
  for (std::size_t s = 0; s <= job.step; ++s) {
    const FlatStep& step = job.plan->steps[s];
    if (step.hold_until && *step.hold_until >= job.step) gates_[step.at]->release();
  }
  job.step = 0;
  job.has_failed = 0;
  // By the way that has failed it would fail again.
  if (is_same_way(*job.plan, (*followed_)[id.kind].plan_of(id.number)))
    client_.job_is_lost(id, now);
  else
    set_out(id, now);
}

std::string JobRunner::holders() const {
  std::string text;
  for (std::size_t p = 0; p < gates_.size(); ++p) {
    if (gates_[p] == nullptr || gates_[p]->waiting() == 0 || !gates_[p]->holder()) continue;
    const Id id = id_of(*gates_[p]->holder());
    text += "; job " + std::to_string(id.number) + " of " + all_[id.kind].name + " holds " + netlist_.parts[p].path +
            ", and " + std::to_string(gates_[p]->waiting()) + " wait for it";
  }
  return text;
}

}  // namespace isochron
