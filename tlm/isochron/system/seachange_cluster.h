// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include <isochron/machine/run/machine_simulation.h>
#include <isochron/system/egress.h>
#include <isochron/system/seachange_node.h>

namespace isochron {

/// The SeaChange video cluster as SystemC modules: nodes that are joined by an InfiniBand link for each ordered pair of
/// them and chip.
class SeachangeCluster final : public MachineSimulation {
 public:
  using Parameters = SeachangeParameters;

  /// `parameters` must have no problems() and outlive the cluster. `io_limit`: I/Os a controller, 0 for no end.
  SeachangeCluster(const SeachangeParameters& parameters, std::uint64_t seed, InstanceOverrides& overrides,
                   std::uint64_t io_limit = 0);

  /// Its parts and connections; `around` is null where they are only planned. Returns the nodes.
  static std::vector<std::unique_ptr<SeachangeNode>> assemble(Assembly& machine, const SeachangeParameters& p,
                                                              const SeachangeNode::BuildContext* around);
  /// Figures that are statistics of its parts.
  static std::vector<MetricRule> metric_rules(const SeachangeParameters& p);
  static TypeInfo type_info();
  /// Figures of the cluster as a whole that a result may have.
  static std::vector<StatisticInfo> own_metrics();

  /// Runs until every I/O of `io_limit` is delivered; throws ModelError if anything stays behind.
  void run_to_completion();

  Egress& egress() { return egress_; }
  const DeliveryLedger& ledger() const { return ledger_; }

 private:
  std::string left_to_do() const override;
  /// Controllers go on asking for ever: it is the fabric that stands still.
  bool stands_still() const override { return region_.idle(); }
  bool in_service(const std::string& path) const override;
  void add_to(ReplicationRecord& record) const override;
  std::vector<Metric> metrics() const override;
  void start_own_window(Time now) override {
    egress_.start_window(now);
    backlog_.start_window(now);
  }
  void record_nodes(ReplicationRecord& record) const;

  const SeachangeParameters& parameters_;
  DeliveryLedger ledger_;
  Backlog backlog_;  ///< of all controllers
  Egress egress_;
  SeachangeNode::BuildContext around_;
  std::vector<std::unique_ptr<SeachangeNode>> nodes_;
};

}  // namespace isochron
