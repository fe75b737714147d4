// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <isochron/endpoint/strand_source.h>
#include <isochron/machine/elaborate/netlist.h>
#include <isochron/machine/workload/jobs/flat_jobs.h>
#include <isochron/machine/workload/jobs/job_gate.h>
#include <isochron/part/assembly.h>
#include <isochron/protocol/domain.h>
#include <isochron/protocol/hand_over.h>
#include <isochron/protocol/message_pool.h>

namespace isochron {

/// Takes jobs from part to part, step by step: a part that has done with a job hands it on to here, and here it is
/// handed to the part of its next step in the same call. Job i of kind k has sequence number i * kinds + k: of what
/// asks in one instant the lower job goes first, and of two with one number that of the kind that comes first.
///
/// A request that fails with the disk it was made to makes its job begin again, once nothing of it is under way, if the
/// machine has found another way for it since; else the job is lost.
class JobRunner final : private JobGate::Client {
 public:
  /// A job of a machine.
  struct Id {
    std::size_t kind = 0;
    std::uint64_t number = 0;
  };
  /// Hears when jobs begin and end.
  class Client {
   public:
    virtual void job_begins(const Id& job, Time now) = 0;
    virtual void job_ends(const Id& job, Time issued, Time now) = 0;
    /// It will never end.
    virtual void job_is_lost(const Id& job, Time now) = 0;

   protected:
    ~Client() = default;
  };

  /// All must outlive this.
  JobRunner(const Netlist& netlist, const Domain& domain, Client& client);
  ~JobRunner();

  /// Who asks for jobs, a part for each kind. Before the parts that work on them.
  void add_sources(Assembly& machine);
  /// The part with this number has been built.
  void add_part(std::size_t number, const JobPorts& ports);
  /// Jobs that begin from now on go the ways of `machine`, which has the same parts and outlives this.
  void follow(const Netlist& machine) { followed_ = &machine.workloads.of<FlatJobs>(); }
  /// A request of a job has failed, with its bytes.
  void request_failed(const Tag& tag, std::uint64_t bytes, Time now);
  /// Who holds which part while others wait for it, in words; empty: nobody.
  std::string holders() const;

 private:
  /// Jobs of one kind, and whoever asks for them.
  class Kind;
  /// What a part hands on.
  class Exit;
  struct Job {
    Time issued = 0;
    const JobPlan* plan = nullptr;  ///< the way that it goes
    std::uint64_t left = 0;         ///< bytes that its step has not handed on, of all steps at the same time
    std::uint32_t bytes = 0;        ///< when its step began
    std::uint32_t step : 31;        ///< the first of those at the same time
    std::uint32_t has_failed : 1;   ///< a request of it

    Job() : step(0), has_failed(0) {}
  };

  void add_ways(const Netlist& machine);
  void begin(const Id& id, Time now);
  void set_out(const Id& id, Time now);
  void start_step(const Id& id, Payload& payload, Time now);
  /// Several at the same time.
  void start_together(const Id& id, Payload& payload, Time now);
  /// Of those that a job takes at the same time, the one that the payload is of.
  static const FlatStep& step_of(const Job& job, const Payload& payload) {
    const FlatStep& first = job.plan->steps[job.step];
    return __builtin_expect(first.together == 1, 1) ? first : job.plan->steps[job.step + tag_of(payload).stream];
  }
  void enter(Payload& payload, Time now) override;
  void leave(const JobPlan& plan, std::size_t step);
  /// Whether both pass the same parts.
  static bool is_same_way(const JobPlan& one, const JobPlan& other);
  /// Nothing of a job of which a request has failed is under way any more.
  void give_up(const Id& id, Time now);
  Id id_of(std::uint64_t sequence) const;
  void hand_on(std::size_t part, Payload& payload, Time now);

  const Netlist& netlist_;
  const std::vector<FlatJobs>& all_;
  const std::vector<FlatJobs>* followed_;  ///< the ways of jobs that begin now
  Domain domain_;
  Client& client_;
  std::vector<std::unique_ptr<Kind>> kinds_;
  std::vector<bool> handing_on_;                 ///< by part: a step ends there
  std::vector<Inlet*> inlets_;                   ///< by part; or none
  std::vector<std::unique_ptr<JobGate>> gates_;  ///< by part, of those that jobs hold; else none
  std::vector<std::unique_ptr<Exit>> exits_;
};

}  // namespace isochron
