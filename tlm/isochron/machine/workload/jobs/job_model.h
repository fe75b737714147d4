// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <isochron/endpoint/arrivals.h>
#include <isochron/endpoint/delivery_ledger.h>
#include <isochron/machine/elaborate/netlist.h>
#include <isochron/machine/run/machine_simulation.h>
#include <isochron/machine/workload/jobs/job_runner.h>
#include <isochron/observe/backlog.h>
#include <isochron/observe/delay_histogram.h>
#include <isochron/observe/moments.h>

namespace isochron {

/// A machine that a file describes and that works on jobs, as SystemC modules. Runs until the last job has ended; every
/// job must end once.
class JobModel final : public MachineSimulation, private JobRunner::Client, private Arrivals {
 public:
  /// `netlist` has jobs; `rules`: figures over its parts. `fast`: closed forms and shortcuts; else every phase at its
  /// time.
  JobModel(std::unique_ptr<Netlist> netlist, std::vector<MetricRule> rules, std::uint64_t seed, bool fast,
           InstanceOverrides& overrides);
  ~JobModel() override;

  /// Figures of such a machine, of several kinds of jobs with these names.
  static std::vector<StatisticInfo> figures(const std::vector<std::string>& kinds);

 private:
  /// Figures of the jobs of a kind.
  struct Outcome {
    std::uint64_t ended = 0;
    Time last = 0;
    DelayHistogram delays;
    Backlog backlog;
  };

  void job_begins(const JobRunner::Id& job, Time now) override;
  void job_ends(const JobRunner::Id& job, Time issued, Time now) override;
  bool arrives(const Tag&, std::uint64_t, Time) override { return false; }  ///< there is no traffic
  std::string left_to_do() const override;
  Time window_end() const override { return completion_; }
  void add_to(ReplicationRecord& record) const override;
  std::vector<MetricRule> rules() const override { return rules_; }
  Tag ledger_tag(const JobRunner::Id& job) const;

  std::unique_ptr<const Netlist> own_netlist_;
  const Netlist& netlist_;
  std::vector<MetricRule> rules_;
  DeliveryLedger ledger_;
  BuildContext around_;
  JobRunner runner_;
  std::uint64_t jobs_ = 0;  ///< in all
  std::vector<Outcome> outcomes_;
  DelayHistogram delays_;
  Moments delay_seconds_;
  Time completion_ = 0;
};

}  // namespace isochron
