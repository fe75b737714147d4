// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace isochron {

/// Bound of a resource by arithmetic alone, before anything is simulated.
struct ResourceBound {
  std::string resource;     ///< kind of part, as in the metrics: "ib_pci"
  std::string description;  ///< "PCI bus between the StarFabric and InfiniBand bridges"
  double load = 0;      ///< `unit` that an instance must carry at what is asked for; of work that asks for all, when
                        ///< the tightest bound is reached
  double capacity = 0;  ///< `unit` that it can carry under contention
  double limit = 0;     ///< value of `metric` (bytes/s, say) at which it saturates
  std::string unit = "B/s";  ///< SI unit of load and capacity
  std::string metric = {};   ///< empty: Machine::driver()
  double rate = 1;           ///< of `metric`, at which there is `load`; 1: bounds of the machine have one metric
  /// `unit` that each unit of a metric brings to the instance, of all metrics that bring something; empty: `metric`
  /// alone.
  std::vector<std::pair<std::string, double>> brought = {};
  bool of_work = false;  ///< of the work itself, such as its I/Os under way: no part of the machine is full
};

/// The bound that is reached first, and of those that are equal the first of the list; nullptr: there are none.
inline const ResourceBound* tightest(const std::vector<ResourceBound>& bounds) {
  constexpr double rounding = 1e-9;  // sums of the same numbers in another order are equal
  const auto limit = [](const ResourceBound& one) { return one.limit / one.rate; };
  const auto least = std::min_element(bounds.begin(), bounds.end(),
                                      [&](const auto& one, const auto& other) { return limit(one) < limit(other); });
  if (least == bounds.end()) return nullptr;
  const double most = limit(*least) * (1 + rounding);
  return &*std::find_if(bounds.begin(), bounds.end(), [&](const auto& one) { return limit(one) <= most; });
}

/// Bound of one of several works of a machine by arithmetic, while the others get what is expected.
struct WorkloadBound {
  std::string metric;           ///< "play.bandwidth"
  std::optional<double> asked;  ///< value of it; nullopt: all it can get
  double limit = 0;             ///< value at which the first resource on its way is full; infinite: none ever is
  std::string resource;         ///< that one
};

}  // namespace isochron
