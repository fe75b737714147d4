// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <isochron/endpoint/delivery_ledger.h>
#include <isochron/machine/workload/jobs/job_runner.h>
#include <isochron/machine/workload/workload_run.h>
#include <isochron/observe/backlog.h>
#include <isochron/observe/delay_histogram.h>
#include <isochron/observe/moments.h>

namespace isochron {

/// The jobs of a machine that is simulated: every job must end once, or be lost to a fault.
class JobRun final : public WorkloadRun, private JobRunner::Client, private WorkLosses {
 public:
  /// Hears of a job once it has ended.
  using Listener = std::function<void(const JobRunner::Id& job, Time now)>;

  explicit JobRun(const WorkloadContext& context);

  void set_listener(Listener listener) { listener_ = std::move(listener); }

 private:
  /// Some jobs that ended in the window.
  struct Ended {
    std::uint64_t jobs = 0;
    Time last = 0;
    DelayHistogram delays;

    void add(Time issued, Time now) {
      ++jobs;
      last = now;
      delays.add(now - issued);
    }
    void clear() {
      jobs = 0;
      delays.clear();
    }
  };
  /// The jobs of a kind.
  struct Outcome {
    Ended all;  ///< where there are several kinds
    std::vector<Ended> classes;
    Backlog backlog;
    std::uint64_t lost = 0;  ///< bytes, in the window
  };

  void add_parts(Assembly& machine) override { runner_.add_sources(machine); }
  void offer(BuildContext&) override {}
  void part_built(std::size_t part, BuildContext& context) override;
  bool has_end() const override { return context_.until_done; }
  bool parts_go_on() const override { return false; }
  std::string left_to_do() const override;
  void start_window(Time now) override;
  void add_to(ReplicationRecord& record, double window) const override;
  WorkLosses* losses() override;
  void failure(std::size_t fault, FailureStep step, FailureBook& book, Time now) override;
  bool message_lost(const Tag& tag, std::uint64_t bytes, std::uint32_t fault, Time now) override;
  void job_is_lost(const JobRunner::Id& job, Time now) override;
  void end_if_done(Time now);
  bool has_losses() const { return !netlist_.faults.empty(); }
  void job_begins(const JobRunner::Id& job, Time now) override;
  void job_ends(const JobRunner::Id& job, Time issued, Time now) override;
  Tag ledger_tag(const JobRunner::Id& job) const;

  WorkloadContext context_;
  const Netlist& netlist_;
  const std::vector<FlatJobs>& all_;  ///< kinds of jobs
  DeliveryLedger ledger_;
  JobRunner runner_;
  std::vector<std::size_t> known_;  ///< failures about which the machine does something, the latest last
  std::uint64_t lost_ = 0;          ///< jobs
  Listener listener_;               ///< empty: nobody
  std::uint64_t jobs_ = 0;          ///< in all
  std::vector<Outcome> outcomes_;
  // In the window:
  std::uint64_t bytes_ = 0;  ///< of jobs that ended, as large as they began
  DelayHistogram delays_;
  Moments delay_seconds_;
};

}  // namespace isochron
