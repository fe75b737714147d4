// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/machine/route/routes.h>
#include <isochron/machine/workload/traffic/traffic_bounds.h>
#include <isochron/machine/workload/workload.h>

namespace isochron {

/// The traffics of a machine, by arithmetic.
class TrafficWorkload final : public Workload {
 public:
  TrafficWorkload(const Netlist& netlist, const Routes& routes, const Transits& transits, const PartShares& taken);

  PartShares demand() const override { return bounds_.demand(); }
  std::vector<ResourceBound> bounds() const override { return bounds_.resources(); }
  std::vector<WorkloadBound> workloads() const override { return bounds_.workloads(); }
  std::pair<std::string, std::string> driver() const override;
  std::optional<double> offered_load() const override;
  std::optional<double> completes_in() const override;
  double events(double seconds, Folding folding) const override;
  double memory(double seconds) const override;
  void add_drawn(std::set<std::string>& drawn) const override;
  std::vector<Warning> warnings() const override;
  std::unique_ptr<FailureModel> failures() const override;

 private:
  /// Bytes that the sources of each traffic send within `seconds`, in the mean, at the rates that are expected.
  std::vector<double> bytes_within(double seconds) const;
  /// Most messages that are in the machine at a time: in buffers that fill and on links with delays, but no more than
  /// sources send within `seconds`.
  double messages_inside(double seconds) const;
  /// I/Os of closed loops.
  double ios_of_loops() const;
  /// I/Os that sources have been asked for and have not begun to send after `seconds`. Each arrived, which is an
  /// event, and is kept.
  double waiting_ios(double seconds) const;

  const Netlist& netlist_;
  const Routes& routes_;
  const Transits& transits_;
  PartShares taken_;  ///< of each part's time, by other workloads
  TrafficBounds bounds_;
};

}  // namespace isochron
