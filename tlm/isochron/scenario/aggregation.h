// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <isochron/scenario/result.h>

namespace isochron {

/// Puts the replications of a point together, in the order given: mean of the means with a Student-t half width,
/// minimum of the minima, histograms bin by bin with their percentiles, series value by value over the replications
/// that last so long. The replications may differ in length; each counts the same. `replications` must not be empty.
/// ModelError for a statistic that was reported without a unit.
PointResult aggregate(const std::vector<ReplicationRecord>& replications, double confidence);

/// The sample below which the fraction `p` of them lies, interpolated within its bin.
double percentile(const HistogramSample& histogram, double p);

/// One fingerprint out of several, in order.
std::uint64_t combine_fingerprints(const std::vector<std::uint64_t>& fingerprints);

/// Adds the effort of `part` to `total`: sums, and the larger peak of memory.
void add_performance(const Performance& part, Performance& total);

}  // namespace isochron
