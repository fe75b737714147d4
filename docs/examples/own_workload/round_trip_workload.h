// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/machine/analyse/part_loads.h>

#include "round_trips.h"

/// Round trips, by arithmetic.
class RoundTripWorkload final : public isochron::Workload {
 public:
  RoundTripWorkload(const isochron::Netlist& netlist, const isochron::PartShares& taken);

  /// They take all they can get.
  isochron::PartShares demand() const override { return isochron::PartShares(parts_, 0); }
  std::vector<isochron::ResourceBound> bounds() const override { return loads_.bounds(bytes_, std::nullopt); }
  std::pair<std::string, std::string> driver() const override { return {"round_trips.bandwidth", "B/s"}; }
  std::optional<double> completes_in() const override { return std::nullopt; }
  double events(double seconds, isochron::Folding) const override;
  double memory(double) const override { return 0; }

 private:
  std::size_t parts_;
  isochron::PartLoads loads_;  ///< of a round trip of each
  double bytes_ = 0;
};
