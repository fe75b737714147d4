// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include <isochron/host/memory_bus.h>
#include <isochron/host/processor.h>
#include <isochron/host/thread_pool.h>
#include <isochron/protocol/hand_over.h>

namespace isochron {

/// A step of work on payloads: each is a job of `fixed` + `per_byte` x its bytes on a processor, and is then handed on.
/// The bytes are those with which it came. Jobs are asked for in the order of arrival, of one instant that with the
/// lowest sequence number first; payloads leave in the order in which jobs end. Source: PS2, section 6 (a step costs a
/// time a message and a time a byte).
///
/// What a job makes of the payload it moves over the memory bus while it runs. If the bus is behind when the work is
/// done, the job keeps its processor until the bus has caught up.
class Task final : public sc_core::sc_module, public Inlet, public Measured, public Traced, private Region::Requester {
 public:
  /// What a job makes of its payload, at the end of its work. It may change the payload's length and bytes.
  class Work {
   public:
    static constexpr const char* calls = "work";  ///< as descriptions and machine files have it

    virtual void work_on(Payload& payload, Time now) = 0;

   protected:
    ~Work() = default;
  };

  struct Config {
    Processor::Level level = Processor::Level::user;
    Time fixed = 0;                                         ///< ps a job
    std::uint64_t per_byte = 0;                             ///< ps a byte
    std::uint64_t threads = 0;                              ///< jobs at the processor at a time; 0: any number
    bool first_only = false;                                ///< on processor 0 alone
    MemoryBus::Traffic traffic = MemoryBus::Traffic::none;  ///< that the result is, by its length at the job's end

    ParameterTable parameters();
  };

  /// `threads`: those of several tasks, which must outlive it; without them it has `config.threads` of its own. Throws
  /// ModelError if there is traffic and no bus.
  Task(const sc_core::sc_module_name& name, const Domain& domain, const Config& config, Processor& processor,
       MemoryBus* bus = nullptr, Work* work = nullptr, ThreadPool* threads = nullptr);
  ~Task() override;

  InletPort in;
  /// Every payload whose job is over.
  OutletPort done;

  /// Holds `payload` until it is handed on.
  void accept(Payload& payload, Time now) override;

  /// That its jobs run in.
  ThreadPool& threads() { return threads_; }

  /// Of the run.
  std::uint64_t jobs() const { return jobs_before_ + jobs_; }  ///< that are over
  Time work() const;                                         ///< processor time of its jobs so far, stalls included, ps
  const LevelOverTime& running() const { return running_; }  ///< its jobs that have a processor
  const LevelOverTime& queue_depth() const { return depth_; }  ///< payloads that wait or whose job was preempted

  void start_window(Time now) override;
  void report(StatisticSink& sink) override;
  void report_waits(std::vector<Wait>& waits) const override;
  void list_probes(ProbeList& list) override;
  void start_trace(Time now) override;
  void stop_trace() override { probes_ = nullptr; }

  static constexpr const char* type = "task";
  static TypeInfo type_info();

 private:
  struct Probes;

  /// A payload and the job that it is.
  class Step final : public Processor::Job {
   public:
    explicit Step(Task& task) : task_(task) {}
    Time work_done(Time began, Time now) override { return task_.work_done(*this, began, now); }
    void dispatched(Time now) override { task_.dispatched(*this, now); }
    void preempted(Time now) override { task_.preempted(now); }

    Payload* payload = nullptr;
    Time time = 0;  ///< of its work, ps
    bool begun = false;
    bool worked = false;  ///< its work is done

   private:
    Task& task_;
  };

  void ask(Time now) override;
  Time work_done(Step& step, Time began, Time now);
  void dispatched(Step& step, Time now);
  void preempted(Time now);
  void finish(Step& step, Time now);
  /// Whose turn it is has a thread.
  void let_next();
  Step& take_step();
  /// For whoever traces.
  void show(Time now) {
    if (__builtin_expect(probes_ != nullptr, 0)) show_traced(now);
  }
  void show_traced(Time now);

  Region& region_;
  Config config_;
  Processor& processor_;
  MemoryBus* bus_;
  Work* work_;
  ThreadPool own_threads_;
  ThreadPool& threads_;
  ArrivalQueue<Step*> waiting_;  ///< for a thread
  LevelOverTime running_;
  LevelOverTime depth_;
  std::uint64_t jobs_ = 0;         ///< over, in the window
  std::uint64_t jobs_before_ = 0;  ///< ... before it
  Time work_before_ = 0;           ///< processor time before the window
  std::vector<Step*> free_;
  std::vector<std::unique_ptr<Step>> steps_made_;
  Probes* probes_ = nullptr;  ///< while it is traced
  std::unique_ptr<Probes> own_probes_;
};

}  // namespace isochron
