// SPDX-License-Identifier: Apache-2.0
// A trace changes no result, whatever its window: it makes the buses go slice by slice in the middle of a run, and then
// on in closed form. And what it costs outside its window.
#include <algorithm>

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "support/drawn_cases.h"
#include "systems/seachange/cluster_run.h"
#include "systems/seachange/oracle_comparison.h"
#include "systems/seachange/random_case.h"

namespace isochron::testbench {
namespace {

class TracedCluster : public testing::TestWithParam<Family> {
 protected:
  void SetUp() override { draw_cases(2026, "max_success=20 noshrink=1"); }
};

TEST_P(TracedCluster, HasTheResultsOfAnUntracedOne) {
  const Family& family = GetParam();
  EXPECT_TRUE(rc::check(family.name, [&family] {
    ClusterRun run = *random_case(family.timing, family.stress);
    const ClusterOutcome untraced = simulate(run);
    // A window between any two instants: those of deliveries, where most happens, and those between.
    const auto instant = [&] {
      const Time any = *rc::gen::inRange<Time>(0, run.window_end);
      const Time delivery = (*rc::gen::elementOf(untraced.deliveries)).arrived;
      return *rc::gen::arbitrary<bool>() ? any : std::min(delivery, run.window_end - 1);
    };
    const Time one = instant();
    const Time other = instant();
    run.trace_from = std::min(one, other);
    run.trace_to = std::max(one, other) + 1;
    const ClusterOutcome traced = simulate(run);
    RC_ASSERT(traced.effort.at("traced") > 0);
    const std::string report = difference(traced.deliveries, untraced.deliveries) +
                               difference(traced.window, untraced.window) +
                               difference(traced.complete, untraced.complete);
    if (!report.empty()) RC_FAIL(report);
  }));
}

INSTANTIATE_TEST_SUITE_P(, TracedCluster,
                         testing::Values(Family{"PaperLoads", PciTimingMode::paper, Stress::loads},
                                         Family{"PaperTies", PciTimingMode::paper, Stress::ties},
                                         Family{"ProtocolMessages", PciTimingMode::protocol, Stress::messages}),
                         [](const testing::TestParamInfo<Family>& family) { return family.param.name; });

// Before and after its window a traced run does what an untraced one does: a slice at a time only in between.
TEST(Trace, costsNoEventsOutsideItsWindow) {
  ClusterRun run;
  run.window_end = 60 * millisecond;
  run.fold = false;  // what is traced is simulated all the time
  const double untraced = simulate(run).effort.at("events");
  run.fold = true;
  run.trace_from = 30 * millisecond;
  run.trace_to = run.trace_from + 1;
  const double of_an_instant = simulate(run).effort.at("events");
  EXPECT_EQ(of_an_instant, untraced);
  run.trace_to = run.trace_from + 6 * millisecond;
  const double of_a_tenth = simulate(run).effort.at("events");
  run.trace_to = run.window_end;
  run.trace_from = 0;
  const double of_all = simulate(run).effort.at("events");
  EXPECT_GT(of_all, untraced * 1.5) << "slice by slice";
  EXPECT_LT(of_a_tenth - untraced, (of_all - untraced) / 5);
}

}  // namespace
}  // namespace isochron::testbench
