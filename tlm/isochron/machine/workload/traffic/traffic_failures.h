// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <isochron/machine/workload/failure_model.h>
#include <isochron/machine/workload/traffic/live_streams.h>
#include <isochron/machine/workload/traffic/traffic_limits.h>
#include <isochron/machine/workload/workload.h>

namespace isochron {

/// What failures leave of the traffics of a machine: TrafficLimits of LiveStreams.
class TrafficFailures final : public FailureModel {
 public:
  /// `driver`: the metric of the traffic that counts before others. `taken`: of each part's time, by other workloads.
  /// All others must outlive this. Throws InputError where there are too many streams.
  TrafficFailures(const Netlist& netlist, const Routes& routes, const Transits& transits, const PartShares& taken,
                  const std::string& driver);

  std::size_t streams() const override { return streams_.streams(); }
  Remaining without(const std::vector<std::size_t>& parts) override;

 private:
  TrafficLimits limits() const;

  const Netlist& netlist_;
  const Transits& transits_;
  PartShares taken_;
  LiveStreams streams_;
  std::vector<std::size_t> order_;  ///< traffics, that of the driver first
  std::vector<double> whole_;       ///< by traffic: its limit without failures
  Remaining without_failures_;
};

}  // namespace isochron
