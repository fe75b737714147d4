// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include <isochron/system/egress.h>
#include <isochron/system/seachange_node.h>

namespace isochron {

/// The SeaChange video cluster as SystemC modules: nodes that are joined by an InfiniBand link for each ordered pair of
/// them and chip.
class SeachangeCluster {
 public:
  /// `parameters` must have no problems() and outlive the cluster. `io_limit`: I/Os a controller, 0 for no end.
  SeachangeCluster(const SeachangeParameters& parameters, std::uint64_t seed, InstanceOverrides& overrides,
                   std::uint64_t io_limit = 0);
  ~SeachangeCluster();

  /// Runs to `end` (ps of simulated time). Throws ModelError on deadlock, a lost or doubled message, or a protocol
  /// violation.
  void run_to(Time end);
  /// Runs until every I/O of `io_limit` is delivered; throws ModelError if anything stays behind.
  void run_to_completion();
  /// Begins the measured window at the present time.
  void start_window();
  /// The window's statistics at the present time.
  ReplicationRecord record() const;

  Egress& egress() { return egress_; }
  const DeliveryLedger& ledger() const { return ledger_; }
  std::uint64_t events() const { return region_.events(); }

 private:
  void check_progress() const;
  std::string waits() const;
  void report_parts(ReplicationRecord& record) const;
  void record_stages(ReplicationRecord& record) const;
  void record_buses(ReplicationRecord& record) const;
  void record_controllers(ReplicationRecord& record) const;

  const SeachangeParameters& parameters_;
  Region region_{"fabric"};
  MessagePool pool_;
  Domain domain_;
  DeliveryLedger ledger_;
  Egress egress_;
  std::vector<std::unique_ptr<SeachangeNode>> nodes_;
  std::vector<Measured*> measured_;
  Time window_start_ = 0;
};

}  // namespace isochron
