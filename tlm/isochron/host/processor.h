// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include <isochron/core/arrival_queue.h>
#include <isochron/observe/level_over_time.h>
#include <isochron/observe/traced.h>
#include <isochron/observe/type_registry.h>
#include <isochron/observe/with_statistics.h>
#include <isochron/protocol/domain.h>
#include <isochron/protocol/faulty_station.h>

namespace isochron {

/// The processors of a PC, one or more, that run jobs by preemptive priority: kernel work above user work; within a
/// level first come, first served, of one instant that with the lowest key first.
///
/// A kernel job that finds no processor free which it may use preempts a user job there; of several that which began
/// last. What is left of the preempted job goes to the front of the user queue. Kernel jobs do not preempt each other.
/// Who runs where is decided at the end of an instant, so it does not depend on the order of the calls, and a user job
/// that ends in the instant in which a kernel job comes has ended. Source: PS2, section 7 (network and disk interface
/// are privileged work).
class Processor final : public sc_core::sc_module,
                        public WithStatistics<Processor>,
                        public Traced,
                        public FaultyStation,
                        private Region::Update {
 public:
  enum class Level { kernel, user };

  /// Something to do. It belongs to the processor from run() until it is over.
  class Job {
   public:
    virtual ~Job() = default;
    /// Its work is done; it first ran at `began`. Returns how much longer it keeps the processor, ps, after which it is
    /// asked again (a stall, which may be preempted like all else); 0: it is over, and may be run again, even in the
    /// call.
    virtual Time work_done(Time began, Time now) = 0;
    /// It has a processor from now on, for the first time or again.
    virtual void dispatched(Time now) { (void)now; }
    /// It has lost its processor, and waits.
    virtual void preempted(Time now) { (void)now; }

   private:
    friend class Processor;

    Level level_ = Level::user;
    bool first_only_ = false;
    bool taken_ = false;        ///< waits or runs
    Time left_ = 0;             ///< ps of its work, while it waits
    Time came_ = 0;             ///< when
    std::uint64_t key_ = 0;     ///< order among those that came then
    Time began_ = 0;            ///< first ran
    std::uint64_t number_ = 0;  ///< among all jobs that began, from 1; 0: has not
  };

  struct Config {
    std::uint64_t processors = 1;  ///< 1 to 64

    ParameterTable parameters();
  };

  Processor(const sc_core::sc_module_name& name, const Domain& domain, const Config& config);
  ~Processor() override;

  /// `work`: ps of one processor. `first_only`: it runs on processor 0 alone, as interrupts do that go to one
  /// processor. Throws ModelError if the job waits or runs already.
  void run(Job& job, Level level, Time work, std::uint64_t key, bool first_only, Time now);

  unsigned processors() const { return static_cast<unsigned>(servers_.size()); }
  const LevelOverTime& busy() const { return busy_; }            ///< processors that run a job
  const LevelOverTime& kernel() const { return kernel_; }        ///< ... a kernel job
  const LevelOverTime& queue_depth() const { return waiting_; }  ///< jobs that wait, preempted ones too

  static Statistics<Processor> statistics();
  void list_probes(ProbeList& list) override;
  void start_trace(Time now) override;
  void stop_trace() override { probes_ = nullptr; }

  static constexpr const char* type = "processor";
  static constexpr const char* calls = "jobs";  ///< as descriptions and machine files have it
  static TypeInfo type_info();

 private:
  struct Probes;

  /// One of the processors.
  class Server final : public Region::Activity {
   public:
    explicit Server(Processor& owner) : owner_(owner) {}
    void complete(Time now) override { owner_.complete(*this, now); }

    Job* job = nullptr;
    Time end = 0;  ///< of what it does

   private:
    Processor& owner_;
  };
  /// Jobs of one level that have not begun. Those that wait for processor 0 hold up nobody.
  struct Queue {
    ArrivalQueue<Job*> any;
    ArrivalQueue<Job*> first_only;

    /// Whose front is next where some processor is free, and where processor 0 is; null: nobody's.
    ArrivalQueue<Job*>* next(bool some_free, bool first_free);
  };

  void update(Time now) override;
  void pace_changed(Time now) override;
  void complete(Server& server, Time now);

  bool one_ends_at(Time now) const;
  void dispatch_kernel(Time now);
  void dispatch_users(Time now);
  Server* free_server() const;
  Server* to_preempt() const;
  Job* take_user(bool first_free);
  void start(Server& server, Job& job, Time now);
  void preempt(Server& server, Time now);
  /// For whoever traces.
  void show(Time now) {
    if (__builtin_expect(probes_ != nullptr, 0)) show_traced(now);
  }
  void show_traced(Time now);

  Region& region_;
  std::vector<std::unique_ptr<Server>> servers_;
  Queue kernel_jobs_;
  Queue user_jobs_;
  std::vector<Job*> preempted_;  ///< the last one is the front of the user queue; never more than processors
  std::uint64_t begun_ = 0;
  LevelOverTime busy_;
  LevelOverTime kernel_;
  LevelOverTime waiting_;
  Probes* probes_ = nullptr;  ///< while it is traced
  std::unique_ptr<Probes> own_probes_;
};

}  // namespace isochron
