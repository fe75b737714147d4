// SPDX-License-Identifier: Apache-2.0
// Fig. 5 of Gennart et al. at low load, where it has a closed form: strands meet nowhere, so that their delays are
// the shortest path and the disk's latency. Catches a wrong law of the latency, draws that depend on each other, and
// anything else random on the way.
#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "systems/gennart/multidisk_run.h"

namespace isochron::testbench {
namespace {

struct Machine {
  Architecture architecture;
  Time shortest;  ///< the shortest path: no latency, no queue; see multidisk_oracle_test.cpp for the sums
};

class MultidiskDelay : public testing::TestWithParam<Machine> {};
INSTANTIATE_TEST_SUITE_P(
    On, MultidiskDelay,
    testing::Values(Machine{Architecture::shared_bus, 42'240'000'000u + 9'182'608'696u + 4'343'444'730u},
                    Machine{Architecture::point_to_point,
                            42'240'000'000u + 9'182'608'696u + 2 * 4'343'444'730u + 1'689'600'000u + 21'120'000'000u}),
    [](const testing::TestParamInfo<Machine>& tested) {
      return tested.param.architecture == Architecture::shared_bus ? "sharedBus" : "pointToPoint";
    });

// One strand every 40 ms on 8 nodes: each disk has 52 ms of work in 320 ms.
TEST_P(MultidiskDelay, hasItsClosedFormAtLowLoad) {
  constexpr double longest_latency = 30e9;
  MultidiskParameters p(GetParam().architecture);
  p.arrivals = MultidiskParameters::Arrivals::regular;
  p.interval = 40 * millisecond;
  p.group = 1;
  p.count = 20'000;
  const MultidiskOutcome outcome = simulate(p, 7);
  for (const auto& [name, value] : outcome.figures) {
    if (name.find(".utilisation.max") != std::string::npos) {
      EXPECT_LE(value, 0.2) << name;
    }
  }

  std::vector<double> latencies;
  for (std::size_t i = 0; i < outcome.delivered.size(); ++i)
    latencies.push_back(static_cast<double>(outcome.delivered[i]) - static_cast<double>(i * p.interval) -
                        static_cast<double>(GetParam().shortest));
  std::sort(latencies.begin(), latencies.end());
  EXPECT_GE(latencies.front(), 0);
  EXPECT_LE(latencies.back(), longest_latency);
  double furthest = 0;
  for (std::size_t i = 0; i < latencies.size(); ++i) {
    const double law = 1 - std::pow(1 - latencies[i] / longest_latency, 2);
    const double count = static_cast<double>(latencies.size());
    furthest = std::max(
        {furthest, std::abs(law - static_cast<double>(i) / count), std::abs(law - static_cast<double>(i + 1) / count)});
  }
  EXPECT_LE(furthest, 0.02);
}

}  // namespace
}  // namespace isochron::testbench
