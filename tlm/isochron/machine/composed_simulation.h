// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include <isochron/machine/elaborate/folds.h>
#include <isochron/machine/elaborate/netlist.h>
#include <isochron/machine/faults/fault_director.h>
#include <isochron/machine/route/rerouting.h>
#include <isochron/machine/run/machine_simulation.h>
#include <isochron/machine/workload/workload_kind.h>

namespace isochron {

/// A machine that a file describes, as SystemC modules, with all its workloads. A machine that runs until it is done
/// does so until all work with an end is done; what has none is stopped in that instant.
class ComposedSimulation final : public MachineSimulation {
 public:
  /// `netlist` has routes and workloads; `metrics`: figures over its parts. `fast`: closed forms and shortcuts; else
  /// every slice and phase at its time. `rerouting`: of `netlist`, or none.
  ComposedSimulation(std::unique_ptr<Netlist> netlist, std::vector<Metric> metrics, const Seed& seed, bool fast,
                     bool until_done, std::unique_ptr<Rerouting> rerouting = nullptr);
  ~ComposedSimulation() override;

  void fold(const Trace* trace) override;

  using Runs = std::vector<std::unique_ptr<WorkloadRun>>;
  const Runs& runs() const { return runs_; }

 private:
  /// The last fold: by then all others have reported what has arrived.
  class LastArrivals final : public Region::Fold {
   public:
    explicit LastArrivals(const Runs& runs) : runs_(runs) {}
    Time catch_up(Time) override {
      for (const auto& run : runs_) run->all_have_arrived();
      return 0;
    }
    bool is_busy() const override { return false; }

   private:
    const Runs& runs_;
  };

  Runs attach();
  void workload_done(Time now);
  /// Whether all its workloads have an end.
  bool all_end() const;
  std::size_t outstanding() const override;
  std::string left_to_do() const override;
  bool in_service(const std::string& path) const override;
  bool stands_still() const override;
  Time window_end() const override { return until_done_ ? completion_ : region_.now(); }
  void add_to(ReplicationRecord& record) const override;
  std::vector<Metric> metrics() const override { return metrics_; }
  /// Ports towards parts that are down.
  std::set<std::string> idle_components() const override;
  void start_own_window(Time now) override;

  std::unique_ptr<Netlist> own_netlist_;
  const Netlist& netlist_;
  std::vector<Metric> metrics_;
  bool until_done_;
  std::vector<std::string> down_;  ///< paths of parts that are down, and a dot, sorted
  Runs runs_;
  BuildContext context_;
  std::unique_ptr<Rerouting> rerouting_;   ///< or none
  std::unique_ptr<FaultDirector> faults_;  ///< or none
  std::unique_ptr<Folds> folds_;           ///< or none
  LastArrivals last_arrivals_{runs_};
  std::size_t to_end_ = 0;  ///< workloads that are not done yet
  Time completion_ = 0;
};

}  // namespace isochron
