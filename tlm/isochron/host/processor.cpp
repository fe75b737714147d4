// SPDX-License-Identifier: Apache-2.0
#include <isochron/host/processor.h>

#include <algorithm>

#include <isochron/core/error.h>
#include <isochron/observe/probe_list.h>

namespace isochron {

struct Processor::Probes {
  NumberProbe busy;
  NumberProbe kernel;
  NumberProbe depth;
  UtilisationProbe utilisation;
};

ParameterTable Processor::Config::parameters() {
  ParameterTable table;
  table.count("processors", processors, {1, 64}, "that take jobs from the same queues", "PS2, section 6: one a PC");
  return table;
}

Processor::Processor(const sc_core::sc_module_name& name, const Domain& domain, const Config& config)
    : sc_module(name), FaultyStation(domain.region), region_(domain.region) {
  for (std::uint64_t i = 0; i < config.processors; ++i) {
    servers_.push_back(std::make_unique<Server>(*this));
    region_.join(*servers_.back(), Region::Rank::timer);
  }
  preempted_.reserve(servers_.size());
  region_.join(static_cast<Region::Update&>(*this));
}

Processor::~Processor() = default;

void Processor::run(Job& job, Level level, Time work, std::uint64_t key, bool first_only, Time now) {
  if (job.taken_) throw ModelError(std::string(name()) + ": a job is to run that waits or runs already");
  job.taken_ = true;
  job.level_ = level;
  job.first_only_ = first_only;
  job.left_ = work;
  job.came_ = now;
  job.key_ = key;
  job.number_ = 0;
  Queue& queue = level == Level::kernel ? kernel_jobs_ : user_jobs_;
  (first_only ? queue.first_only : queue.any).push(now, key, &job);
  waiting_.change(now, 1);
  show(now);
  region_.request_update(*this);
}

ArrivalQueue<Processor::Job*>* Processor::Queue::next(bool some_free, bool first_free) {
  const bool can_any = some_free && !any.empty();
  const bool can_first = first_free && !first_only.empty();
  if (!can_any) return can_first ? &first_only : nullptr;
  if (!can_first) return &any;
  const Job& one = *any.front();
  const Job& other = *first_only.front();
  const bool one_is_first = one.came_ != other.came_ ? one.came_ < other.came_ : one.key_ < other.key_;
  return one_is_first ? &any : &first_only;
}

void Processor::update(Time now) {
  if (one_ends_at(now)) return;  // and then all is decided
  dispatch_kernel(now);
  dispatch_users(now);
  show(now);
}

void Processor::pace_changed(Time) {
  for (const auto& server : servers_)
    if (server->job != nullptr) server->end = pace_.end_of(*server);
}

bool Processor::one_ends_at(Time now) const {
  return std::any_of(servers_.begin(), servers_.end(),
                     [now](const auto& server) { return server->job != nullptr && server->end == now; });
}

void Processor::dispatch_kernel(Time now) {
  Server& first = *servers_.front();
  for (;;) {
    Server* const idle = free_server();
    Server* const to_take = idle != nullptr ? idle : to_preempt();
    const bool first_open = first.job == nullptr || first.job->level_ == Level::user;
    ArrivalQueue<Job*>* const queue = kernel_jobs_.next(to_take != nullptr, first_open);
    if (queue == nullptr) return;
    Job& job = *queue->pop();
    Server& server = job.first_only_ ? first : *to_take;
    if (server.job != nullptr) preempt(server, now);
    start(server, job, now);
  }
}

void Processor::dispatch_users(Time now) {
  for (Server* idle = free_server(); idle != nullptr; idle = free_server()) {
    // Where processor 0 is free it is the one that free_server() finds.
    Job* const job = take_user(idle == servers_.front().get());
    if (job == nullptr) return;
    start(*idle, *job, now);
  }
}

Processor::Server* Processor::free_server() const {
  const auto found =
      std::find_if(servers_.begin(), servers_.end(), [](const auto& server) { return server->job == nullptr; });
  return found == servers_.end() ? nullptr : found->get();
}

Processor::Server* Processor::to_preempt() const {
  Server* last = nullptr;
  for (const auto& server : servers_) {
    if (server->job == nullptr || server->job->level_ == Level::kernel) continue;
    if (last == nullptr || server->job->number_ > last->job->number_) last = server.get();
  }
  return last;
}

Processor::Job* Processor::take_user(bool first_free) {
  for (std::size_t i = preempted_.size(); i > 0; --i) {
    Job* const job = preempted_[i - 1];
    if (job->first_only_ && !first_free) continue;
    preempted_.erase(preempted_.begin() + static_cast<std::ptrdiff_t>(i - 1));
    return job;
  }
  ArrivalQueue<Job*>* const queue = user_jobs_.next(true, first_free);
  return queue == nullptr ? nullptr : queue->pop();
}

void Processor::start(Server& server, Job& job, Time now) {
  if (job.number_ == 0) {
    job.number_ = ++begun_;
    job.began_ = now;
  }
  server.job = &job;
  server.end = pace_.schedule(region_, server, now, now + job.left_);
  waiting_.change(now, -1);
  busy_.change(now, 1);
  if (job.level_ == Level::kernel) kernel_.change(now, 1);
  job.dispatched(now);
}

void Processor::preempt(Server& server, Time now) {
  Job& job = *server.job;
  job.left_ = pace_.cancel(region_, server, now, server.end);
  server.job = nullptr;
  preempted_.push_back(&job);
  waiting_.change(now, 1);
  busy_.change(now, -1);
  job.preempted(now);
}

void Processor::complete(Server& server, Time now) {
  Job& job = *server.job;
  const Level level = job.level_;
  job.taken_ = false;
  const Time stall = job.work_done(job.began_, now);
  if (stall > 0) {
    if (job.taken_) throw ModelError(std::string(name()) + ": a job stalls that is to run again");
    job.taken_ = true;
    server.end = pace_.schedule(region_, server, now, now + stall);
    region_.request_update(*this);  // one that was put off until this job had ended
    return;
  }
  // Nothing of the job from here on: it may wait again, with other settings.
  server.job = nullptr;
  busy_.change(now, -1);
  if (level == Level::kernel) kernel_.change(now, -1);
  show(now);
  region_.request_update(*this);
}

Statistics<Processor> Processor::statistics() {
  Statistics<Processor> table;
  table.mean("utilisation", &Processor::busy_, &Processor::processors,
             "fraction of the processors' time in which they run jobs");
  table.mean("kernel", &Processor::kernel_, &Processor::processors,
             "fraction of the processors' time in which they run kernel jobs");
  table.mean("queue_depth", &Processor::waiting_, "jobs that wait, preempted ones too, mean over time");
  return table;
}

void Processor::list_probes(ProbeList& list) {
  own_probes_ = std::make_unique<Probes>();
  list.add(own_probes_->busy, name(), "busy", 64, "processors that run a job");
  list.add(own_probes_->kernel, name(), "kernel", 64, "processors that run a kernel job");
  list.add(own_probes_->depth, name(), "queue_depth", 0xffff, "jobs that wait, preempted ones too");
  list.add(own_probes_->utilisation, name(), "fraction of the time that a processor runs a job");
}

void Processor::start_trace(Time now) {
  probes_ = own_probes_.get();
  show_traced(now);
}

void Processor::show_traced(Time now) {
  probes_->busy.set(now, static_cast<std::uint64_t>(busy_.level()));
  probes_->kernel.set(now, static_cast<std::uint64_t>(kernel_.level()));
  probes_->depth.set(now, static_cast<std::uint64_t>(waiting_.level()));
  probes_->utilisation.set(now, busy_.level() > 0);
}

TypeInfo Processor::type_info() {
  TypeInfo info;
  info.name = type;
  info.kind = "device";
  info.summary = "Processors of a PC: kernel jobs preempt user jobs, first come, first served within a level";
  info.source = "PS2, sections 6 and 7";
  info.ports = {{"jobs", calls, "target", "jobs that it runs"}};
  info.statistics = statistics().infos();
  info.faults = station_faults();
  Config config;
  info.describe_parameters(config.parameters());
  return info;
}

}  // namespace isochron
