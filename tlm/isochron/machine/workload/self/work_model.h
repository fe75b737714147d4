// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <isochron/endpoint/arrivals.h>
#include <isochron/endpoint/delivery_ledger.h>
#include <isochron/machine/elaborate/netlist.h>
#include <isochron/machine/run/machine_simulation.h>

namespace isochron {

/// A machine that a file describes and whose parts have work of their own, as SystemC modules. Runs until all of them
/// have done it; what has work without end is stopped in that instant.
class WorkModel final : public MachineSimulation, private WorkBoard, private Arrivals {
 public:
  /// `netlist` has work; `rules`: figures over its parts. `fast`: closed forms and shortcuts; else every phase at its
  /// time.
  WorkModel(std::unique_ptr<Netlist> netlist, std::vector<MetricRule> rules, std::uint64_t seed, bool fast,
            InstanceOverrides& overrides);
  ~WorkModel() override;

  /// Figures of such a machine.
  static std::vector<StatisticInfo> figures();

 private:
  void add_work(std::function<std::string()> left) override;
  void add_endless(std::function<void()> stop) override;
  void add_figures(std::function<void(ReplicationRecord&)> add) override;
  void work_done(Time now) override;
  bool arrives(const Tag&, std::uint64_t, Time) override { return false; }  ///< there is no traffic
  std::string left_to_do() const override;
  Time window_end() const override { return completion_; }
  void add_to(ReplicationRecord& record) const override;
  void add_own_figures(ReplicationRecord& record) const;
  std::vector<MetricRule> rules() const override { return rules_; }

  std::unique_ptr<const Netlist> own_netlist_;
  const Netlist& netlist_;
  std::vector<MetricRule> rules_;
  DeliveryLedger ledger_;  ///< of traffic, which there is none of
  BuildContext around_;
  std::vector<std::function<std::string()>> left_;                ///< of each part that has work with an end
  std::vector<std::function<void()>> stops_;                      ///< of each that has work without one
  std::vector<std::function<void(ReplicationRecord&)>> figures_;  ///< of work that has its own
  std::size_t done_ = 0;                                          ///< parts
  Time completion_ = 0;
  std::uint64_t ends_ = 0;  ///< over the times at which parts were done
};

}  // namespace isochron
