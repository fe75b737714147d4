// SPDX-License-Identifier: Apache-2.0
// The fast mode, folded and not, the reference mode and (for the paper's timing) the oracle deliver every message at
// the same picosecond, and the modes count the same statistics. RapidCheck draws the machines; RC_PARAMS="seed=...
// max_success=..." draws others.
#include <algorithm>
#include <string>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "support/drawn_cases.h"
#include "systems/seachange/cluster_run.h"
#include "systems/seachange/oracle_comparison.h"
#include "systems/seachange/random_case.h"

namespace isochron::testbench {
namespace {

using BusModel = SeachangeParameters::BusModel;

ClusterOutcome simulate_as(ClusterRun run, BusModel model) {
  run.parameters.bus_model = model;
  return simulate(run);
}

void note(std::string& report, const std::string& what, const std::string& difference) {
  if (!difference.empty()) report += what + ":\n" + difference + '\n';
}

std::string differences(const std::string& which, const ClusterOutcome& fast, const ClusterOutcome& reference) {
  std::string report;
  note(report, which, difference(fast.deliveries, reference.deliveries));
  note(report, "statistics of the window, " + which, difference(fast.window, reference.window));
  note(report, "statistics at the end, " + which, difference(fast.complete, reference.complete));
  return report;
}

/// Of `run` as it is, folded or not, which is `fast`, and as it was not.
std::string differences(ClusterRun run, const ClusterOutcome& fast) {
  std::string report = differences("fast against reference", fast, simulate_as(run, BusModel::reference));
  run.fold = !run.fold;
  return report + differences("folded against not folded", fast, simulate_as(run, BusModel::fast));
}

void check_case(const ClusterRun& run) {
  const ClusterOutcome fast = simulate_as(run, BusModel::fast);
  RC_ASSERT(!fast.deliveries.empty());
  std::string report = differences(run, fast);
  if (run.parameters.pci.timing == PciTimingMode::paper)
    note(report, "fast against oracle", difference_from_oracle(run, fast.deliveries));
  if (!report.empty()) RC_FAIL(report);
  RC_CLASSIFY(fast.window.at("ib_pci.contended.mean") > 0.1, "contended at InfiniBand");
  RC_CLASSIFY(fast.window.at("ib_pci_in.wait_buffer.max") > 0.1, "back-pressure into InfiniBand");
  RC_CLASSIFY(fast.window.at("raid_to_pci.wait_buffer.max") > 0.1, "back-pressure to the controllers");
  RC_CLASSIFY(fast.window.at("gige_pci.wait_buffer.max") > 0.1, "back-pressure from cards");
  RC_CLASSIFY(fast.window.count("disks.queue_depth.max") > 0 && fast.window.at("disks.queue_depth.max") > 0.1,
              "I/Os that wait for the disks");
}

class Exactness : public testing::TestWithParam<Family> {
 protected:
  // No shrinking: a case is small as it is, and a shrunk one would cost a minute. A seed for each family (RapidCheck
  // reads the variable once: it counts where, as under ctest, a test has a process of its own).
  void SetUp() override {
    const unsigned seed =
        2005 + 10 * static_cast<unsigned>(GetParam().stress) + static_cast<unsigned>(GetParam().timing);
    draw_cases(seed, "max_success=40 noshrink=1");
  }
};

TEST_P(Exactness, AllModesDeliverEveryMessageAtTheSamePicosecond) {
  const Family& family = GetParam();
  EXPECT_TRUE(rc::check(family.name, [&family] { check_case(*random_case(family.timing, family.stress)); }));
}

/// The window ends at the very instant of a delivery.
TEST_P(Exactness, AllModesAgreeWhenAWindowEndsAtAnEvent) {
  const Family& family = GetParam();
  EXPECT_TRUE(rc::check(family.name, [&family] {
    ClusterRun run = *random_case(family.timing, family.stress);
    ClusterRun scout = run;
    scout.window_start = scout.window_end = 0;
    const std::vector<Delivery> deliveries = simulate_as(scout, BusModel::fast).deliveries;
    const auto instant = [&] {
      return *rc::gen::map(rc::gen::elementOf(deliveries), [](const Delivery& d) { return d.arrived; });
    };
    const Time one = instant();
    const Time other = instant();
    run.window_start = std::min(one, other);
    run.window_end = std::max(one, other) + (one == other ? 1 : 0);
    const ClusterOutcome fast = simulate_as(run, BusModel::fast);
    RC_ASSERT(difference(fast.deliveries, deliveries).empty());
    const std::string report = differences(run, fast);
    if (!report.empty()) RC_FAIL(report);
  }));
}

INSTANTIATE_TEST_SUITE_P(, Exactness,
                         testing::Values(Family{"PaperLoads", PciTimingMode::paper, Stress::loads},
                                         Family{"PaperTies", PciTimingMode::paper, Stress::ties},
                                         Family{"PaperBuffers", PciTimingMode::paper, Stress::buffers},
                                         Family{"PaperMessages", PciTimingMode::paper, Stress::messages},
                                         Family{"PaperDegraded", PciTimingMode::paper, Stress::degraded},
                                         Family{"PaperStreams", PciTimingMode::paper, Stress::streams},
                                         Family{"PaperLimits", PciTimingMode::paper, Stress::limits},
                                         Family{"ProtocolLoads", PciTimingMode::protocol, Stress::loads},
                                         Family{"ProtocolTies", PciTimingMode::protocol, Stress::ties},
                                         Family{"ProtocolBuffers", PciTimingMode::protocol, Stress::buffers},
                                         Family{"ProtocolMessages", PciTimingMode::protocol, Stress::messages},
                                         Family{"ProtocolLimits", PciTimingMode::protocol, Stress::limits}),
                         [](const testing::TestParamInfo<Family>& family) { return family.param.name; });

}  // namespace
}  // namespace isochron::testbench
