// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <isochron/endpoint/arrivals.h>
#include <isochron/endpoint/block_deadlines.h>
#include <isochron/endpoint/delivery_ledger.h>
#include <isochron/machine/elaborate/netlist.h>
#include <isochron/machine/run/machine_simulation.h>
#include <isochron/observe/backlog.h>
#include <isochron/observe/delay_histogram.h>
#include <isochron/storage/unit_rebuilder.h>

namespace isochron {

/// A machine that a file describes, as SystemC modules. Every message that leaves a source is booked, and must arrive
/// once and whole.
class ComposedModel final : public MachineSimulation, private Arrivals {
 public:
  /// `netlist` has routes and jobs; `rules`: figures over its parts. `fast`: closed forms and shortcuts; else every
  /// slice and phase at its time.
  ComposedModel(std::unique_ptr<Netlist> netlist, std::vector<MetricRule> rules, std::size_t message_capacity,
                std::uint64_t seed, bool fast, bool until_done, InstanceOverrides& overrides);
  ~ComposedModel() override;

  const DeliveryLedger& ledger() const { return ledger_; }

 private:
  /// Figures of the messages of a traffic.
  struct Flow {
    explicit Flow(const FlatTraffic& traffic);
    void start_window(Time now);
    /// Returns whether what has come goes on: of a lost unit the last part.
    bool arrives(const Tag& tag, std::uint64_t bytes, unsigned lane, Time now);

    LostUnits lost_units;
    UnitRebuilder rebuilder;
    std::unique_ptr<BlockDeadlines> viewers;  ///< of streams
    DelayHistogram delays;
    Backlog backlog;
    // Arrived in the window:
    std::uint64_t useful = 0;   ///< bytes, a rebuilt unit once
    std::uint64_t rebuilt = 0;  ///< bytes of these
  };
  void add_flow(const Flow& flow, const std::string& name, double window, ReplicationRecord& record) const;

  bool arrives(const Tag& tag, std::uint64_t bytes, Time now) override;
  std::string left_to_do() const override;
  bool stands_still() const override;
  Time window_end() const override { return until_done_ ? last_arrival_ : region_.now(); }
  void add_to(ReplicationRecord& record) const override;
  std::vector<MetricRule> rules() const override { return rules_; }
  void start_own_window(Time now) override;

  std::unique_ptr<const Netlist> own_netlist_;
  const Netlist& netlist_;
  std::vector<MetricRule> rules_;
  bool until_done_;
  DeliveryLedger ledger_;
  BuildContext around_;
  std::vector<Flow> flows_;
  std::vector<unsigned> flow_of_;            ///< by source
  std::vector<unsigned> lanes_;              ///< by source: its last index
  std::vector<std::uint64_t> source_bytes_;  ///< arrived in the window, by source
  std::uint64_t expected_ = 0;               ///< bytes; of a machine that ends
  Time last_arrival_ = 0;
};

}  // namespace isochron
