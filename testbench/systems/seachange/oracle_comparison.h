// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "systems/seachange/cluster_run.h"

namespace isochron::testbench {

/// Feeds the oracle with the traffic that `deliveries` (all of `run`, by source and sequence) saw, and compares every
/// arrival. Empty when all agree to the picosecond, else the earliest disagreement in words. Only for `timing: paper`.
std::string difference_from_oracle(const ClusterRun& run, const std::vector<Delivery>& deliveries);

/// The earliest arrival in which two runs differ, in words; empty when there is none.
std::string difference(const std::vector<Delivery>& one, const std::vector<Delivery>& other);

}  // namespace isochron::testbench
