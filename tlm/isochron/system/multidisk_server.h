// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include <isochron/endpoint/delivery_ledger.h>
#include <isochron/endpoint/server_port.h>
#include <isochron/endpoint/strand_source.h>
#include <isochron/fabric/c104_crossbar.h>
#include <isochron/machine/run/machine_simulation.h>
#include <isochron/observe/delay_histogram.h>
#include <isochron/observe/moments.h>
#include <isochron/system/multidisk_node.h>

namespace isochron {

/// A multiprocessor multidisk server of Gennart et al. as SystemC modules: disk nodes, and what joins them in its
/// architecture. Runs until its last strand is delivered.
class MultidiskServer final : public MachineSimulation, public StrandSource::Server, public MultidiskNode::Results {
 public:
  using Parameters = MultidiskParameters;

  /// `parameters` must have no problems() and outlive the server.
  MultidiskServer(const MultidiskParameters& parameters, std::uint64_t seed, InstanceOverrides& overrides);

  /// Its parts and connections; `model` is null where they are only planned.
  static void assemble(Assembly& machine, const MultidiskParameters& p, MultidiskServer* model);
  static TypeInfo type_info(Architecture architecture);
  /// Figures that are statistics of its parts.
  static std::vector<MetricRule> metric_rules(Architecture architecture);
  /// Figures of the server as a whole that a result may have.
  static std::vector<StatisticInfo> own_metrics();

  /// When the last strand was delivered.
  Time completion_time() const { return completion_; }
  /// Called for every delivery, for tests; before the run.
  void set_listener(std::function<void(std::uint64_t strand, Time now)> listener) { listener_ = std::move(listener); }

 private:
  using Nodes = std::vector<std::unique_ptr<MultidiskNode>>;
  /// Strands that are read, or resampled.
  struct Deliveries {
    std::uint64_t strands = 0;
    Time last = 0;
  };

  void request(std::uint64_t strand, Time now) override;
  void at_its_end(std::uint64_t strand, Time now) override;

  static void join_by_shared_bus(Assembly& machine, const MultidiskParameters& p, const Nodes& nodes);
  static std::vector<ServerPort*> join_by_links(Assembly& machine, const MultidiskParameters& p);
  /// Joins the parts that hand data on to each other.
  void join_dataflow(const std::vector<ServerPort*>& ports);

  std::size_t outstanding() const override;
  std::string left_to_do() const override;
  Time window_end() const override { return completion_; }
  void add_to(ReplicationRecord& record) const override;
  std::vector<Metric> metrics() const override { return metrics_of(metric_rules(parameters_.architecture)); }
  void record_data(ReplicationRecord& record) const;
  /// Some node has a disk-node interface, and with it real data.
  static bool have_data(const Nodes& nodes);
  void deliver(std::uint64_t strand, Time now);
  void deliver_payload(Payload& payload, Time now) { deliver(tag_of(payload).sequence, now); }
  Tag tag_for(std::uint64_t strand) const;

  const MultidiskParameters& parameters_;
  DeliveryLedger ledger_;
  Backlog backlog_;  ///< of strands that are asked for at intervals
  DelayHistogram delays_;
  Moments delay_seconds_;
  std::vector<Time> issued_;  ///< of each strand
  Deliveries read_, resampled_;
  Time completion_ = 0;
  std::function<void(std::uint64_t, Time)> listener_;

  InletOf<MultidiskServer> delivered_{*this, &MultidiskServer::deliver_payload};
  MultidiskNode::BuildContext around_;
  Nodes nodes_;
  ProcessingUnit* network_ = nullptr;           ///< network interface, behind the shared bus or the server's memory
  ProcessingUnit* server_processor_ = nullptr;  ///< point to point: for the network protocol
  Memory* memory_ = nullptr;                    ///< on the shared bus, or the server's
};

}  // namespace isochron
