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
  /// Who holds which part while others wait for it, in words; empty: nobody.
  std::string holders() const;

 private:
  /// Jobs of one kind, and whoever asks for them.
  class Kind;
  /// What a part hands on.
  class Exit;
  struct Job {
    Time issued = 0;
    std::uint32_t bytes = 0;  ///< when its step began
    std::uint32_t left = 0;   ///< of them, that its step has not handed on
    std::uint32_t step = 0;
  };

  void begin(const Id& id, Time now);
  void start_step(const Id& id, Payload& payload, Time now);
  void enter(Payload& payload, Time now) override;
  void leave(const JobPlan& plan, std::size_t step);
  Id id_of(std::uint64_t sequence) const;
  void hand_on(std::size_t part, Payload& payload, Time now);
  const JobPlan& plan_of(const Id& id) const;

  const Netlist& netlist_;
  const std::vector<FlatJobs>& all_;
  Domain domain_;
  Client& client_;
  std::vector<std::unique_ptr<Kind>> kinds_;
  std::vector<bool> handing_on_;                 ///< by part: a step ends there
  std::vector<Inlet*> inlets_;                   ///< by part; or none
  std::vector<std::unique_ptr<JobGate>> gates_;  ///< by part, of those that jobs hold; else none
  std::vector<std::unique_ptr<Exit>> exits_;
};

}  // namespace isochron
