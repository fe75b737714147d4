// SPDX-License-Identifier: Apache-2.0
#include <isochron/host/task.h>

#include <isochron/core/error.h>
#include <isochron/observe/probe_list.h>
#include <isochron/observe/statistic_sink.h>
#include <isochron/protocol/transaction.h>

namespace isochron {

struct Task::Probes {
  PhaseProbe phase;
  NumberProbe running;
  NumberProbe depth;
  UtilisationProbe utilisation;
};

ParameterTable Task::Config::parameters() {
  ParameterTable table;
  table.choice("level", level, {"kernel", "user"}, "kernel jobs preempt user jobs", "PS2, section 7");
  table.duration("fixed", fixed, {0, 100 * second}, "processor time of a job, whatever its bytes");
  table.duration("per_byte", per_byte, {0, millisecond}, "processor time of a byte more");
  table.count("threads", threads, {0, 1'000'000}, "jobs at the processor at a time; 0: any number");
  table.flag("first_only", first_only, "jobs run on processor 0 alone, as interrupts do that go to one processor");
  table.choice("traffic", traffic, MemoryBus::traffic_names(), "what the result is on the memory bus", "PS2, Table 1");
  return table;
}

Task::Task(const sc_core::sc_module_name& name, const Domain& domain, const Config& config, Processor& processor,
           MemoryBus* bus, Work* work, ThreadPool* threads)
    : sc_module(name),
      in("in", *this),
      done("done"),
      region_(domain.region),
      config_(config),
      processor_(processor),
      bus_(bus),
      work_(work),
      own_threads_(config.threads),
      threads_(threads == nullptr ? own_threads_ : *threads) {
  if (config_.traffic != MemoryBus::Traffic::none && bus_ == nullptr)
    throw ModelError(std::string(this->name()) + ": traffic and no memory bus");
  region_.join(static_cast<Region::Requester&>(*this), Region::Rank::timer);
}

Task::~Task() = default;

Task::Step& Task::take_step() {
  if (free_.empty()) {
    steps_made_.push_back(std::make_unique<Step>(*this));
    free_.reserve(steps_made_.capacity());
    free_.push_back(steps_made_.back().get());
  }
  Step& step = *free_.back();
  free_.pop_back();
  return step;
}

void Task::accept(Payload& payload, Time now) {
  payload.acquire();
  Step& step = take_step();
  step.payload = &payload;
  step.time = config_.fixed + config_.per_byte * payload.get_data_length();
  step.begun = false;
  step.worked = false;
  waiting_.push(now, tag_of(payload).sequence, &step);
  depth_.change(now, 1);
  show(now);
  threads_.wait(*this);
  let_next();
}

void Task::ask(Time now) {
  while (threads_.next() == this) {
    threads_.take();
    Step& step = *waiting_.pop();
    processor_.run(step, config_.level, step.time, tag_of(*step.payload).sequence, config_.first_only, now);
  }
  let_next();
}

void Task::let_next() {
  if (Task* const next = threads_.next()) region_.request(*next);
}

void Task::dispatched(Step& step, Time now) {
  running_.change(now, 1);
  depth_.change(now, -1);
  if (!step.begun && probes_ != nullptr) probes_->phase.event(now, Phase::begin, transaction_of(*step.payload));
  step.begun = true;
  show(now);
}

void Task::preempted(Time now) {
  running_.change(now, -1);
  depth_.change(now, 1);
  show(now);
}

Time Task::work_done(Step& step, Time began, Time now) {
  if (!step.worked) {
    step.worked = true;
    if (work_ != nullptr) work_->work_on(*step.payload, now);
    if (bus_ != nullptr) {
      const Time carried = bus_->carry(config_.traffic, step.payload->get_data_length(), began, now);
      if (carried > now) return carried - now;
    }
  }
  finish(step, now);
  return 0;
}

void Task::finish(Step& step, Time now) {
  Payload& payload = *step.payload;
  running_.change(now, -1);
  ++jobs_;
  threads_.give_back();
  if (probes_ != nullptr) probes_->phase.event(now, Phase::end, transaction_of(payload));
  show(now);
  free_.push_back(&step);
  let_next();
  done.hand_on(payload, now);
  payload.release();
}

Time Task::work() const {
  return work_before_ + static_cast<Time>(running_.integral(region_.now()));
}

void Task::start_window(Time now) {
  jobs_before_ += jobs_;
  jobs_ = 0;
  work_before_ += static_cast<Time>(running_.integral(now));
  running_.start_window(now);
  depth_.start_window(now);
}

void Task::report(StatisticSink& sink) {
  StatisticSink::Part figures = sink.part(name());
  figures.mean("utilisation", running_, processor_.processors());
  figures.mean("queue_depth", depth_);
  figures.count("jobs", jobs_);
}

void Task::report_waits(std::vector<Wait>& waits) const {
  if (running_.level() + depth_.level() > 0) waits.push_back({name(), "the end of a job", processor_.name()});
}

void Task::list_probes(ProbeList& list) {
  own_probes_ = std::make_unique<Probes>();
  list.add(own_probes_->phase, name(), "BEGIN: its job has a processor; END: handed on");
  list.add(own_probes_->running, name(), "running", 64, "jobs that have a processor");
  list.add(own_probes_->depth, name(), "queue_depth", 0xffff, "payloads that wait or whose job was preempted");
  list.add(own_probes_->utilisation, name(), "fraction of the time that a job has a processor");
}

void Task::start_trace(Time now) {
  probes_ = own_probes_.get();
  probes_->phase.clear(now);
  show_traced(now);
}

void Task::show_traced(Time now) {
  probes_->running.set(now, static_cast<std::uint64_t>(running_.level()));
  probes_->depth.set(now, static_cast<std::uint64_t>(depth_.level()));
  probes_->utilisation.set(now, running_.level() > 0);
}

TypeInfo Task::type_info() {
  TypeInfo info;
  info.name = type;
  info.kind = "device";
  info.summary = "A step of work: each payload is a job of a fixed time and a time a byte on a processor";
  info.source = "PS2, section 6";
  info.ports = {{"in", "hand-over", "target", "payloads to work on"},
                {"done", "hand-over", "initiator", "every payload whose job is over"},
                {"processor", Processor::calls, "initiator", "that runs its jobs"},
                {"memory_bus", MemoryBus::calls, "initiator", "that carries what its jobs make"},
                {"work", Task::Work::calls, "initiator", "what a job makes of its payload"},
                {"threads", ThreadPool::calls, "initiator", "of another task, that its jobs run in"},
                {"pool", ThreadPool::calls, "target", "its threads, for other tasks too"}};
  info.statistics = {{"utilisation", "1", "fraction of the processors' time in which they run its jobs"},
                     {"queue_depth", "1", "payloads that wait or whose job was preempted, mean over time"},
                     {"jobs", "1", "jobs that ended in the window"}};
  Config config;
  info.describe_parameters(config.parameters());
  return info;
}

}  // namespace isochron
