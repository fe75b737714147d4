// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <isochron/machine/run/machine_simulation.h>
#include <isochron/net/ethernet.h>
#include <isochron/software/ps2/extent_shares.h>
#include <isochron/software/ps2/part_cutter.h>
#include <isochron/software/ps2/plane_client.h>
#include <isochron/system/ps2_parameters.h>

namespace isochron {

/// PS2: a master PC and slave PCs with disks on an Ethernet, or one PC alone. Slaves read extents and cut plane parts
/// out of them; the master merges these to planes. Runs until the last plane is shown. Source: PS2, sections 3 to 7.
class Ps2 final : public MachineSimulation, private WorkDone {
 public:
  using Parameters = Ps2Parameters;

  /// `parameters` must have no problems().
  Ps2(const Ps2Parameters& parameters, std::uint64_t seed, InstanceOverrides& overrides);
  ~Ps2() override;

  /// Its parts and connections; `model` is null where they are only planned.
  static void assemble(Assembly& machine, const Ps2Parameters& p, Ps2* model);
  static TypeInfo type_info();

 private:
  static void assemble_slave(Assembly& machine, const Ps2Parameters& p, Ps2* model, unsigned slave);
  static void assemble_master(Assembly& machine, const Ps2Parameters& p, Ps2* model);
  static std::vector<MetricRule> metric_rules();

  /// As instances have them.
  Ps2Parameters configured(Ps2Parameters parameters);
  void work_done(Time now) override;
  std::string left_to_do() const override { return client_->left_to_do(); }
  Time window_end() const override { return client_->last_shown(); }
  void add_to(ReplicationRecord& record) const override;
  std::vector<Metric> metrics() const override { return metrics_of(metric_rules()); }

  Ps2Parameters parameters_;
  std::uint64_t seed_;
  PlaneSet planes_;
  PartCutter cutter_;
  ThreadPool client_threads_;  ///< that merge and display
  std::unique_ptr<PlaneImages> images_;
  std::vector<std::unique_ptr<ExtentShare>> shares_;  ///< by server
  std::unique_ptr<ExtentShares> servers_;
  ExtentStore* store_ = nullptr;
  PlaneClient* client_ = nullptr;
};

}  // namespace isochron
