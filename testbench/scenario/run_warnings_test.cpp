// SPDX-License-Identifier: Apache-2.0
// What is said of a result: that arithmetic puts it at the bound, that the machine falls behind, or that the window is
// too short to tell.
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <isochron/scenario/run_warnings.h>

#include "support/library_machine.h"

namespace isochron {
namespace {

using Verdict = FlowResult::Verdict;

std::vector<std::string> warnings_of(Verdict verdict, const std::map<std::string, double>& waits_for_buffer = {},
                                     std::uint64_t target = 0) {
  PointResult result;
  for (const auto& [path, fraction] : waits_for_buffer) result.components[path]["wait_buffer"].mean = fraction;
  result.warm_up_s = 1;
  result.simulated_s = 1.02;
  FlowResult& flow = result.flows["raid"];
  flow.verdict = verdict;
  flow.reason = "as it is";
  const auto machine = testbench::library_machine("seachange_cluster");
  if (target != 0) machine->parameters().find("target_bandwidth")->set(target);
  return warnings_for(*machine, result);
}

TEST(RunWarnings, OfAMachineThatKeepsUpNothingIsSaid) {
  EXPECT_TRUE(warnings_of(Verdict::keeps_up).empty());
}

TEST(RunWarnings, AMachineThatFallsBehindIsSaturated) {
  EXPECT_EQ(warnings_of(Verdict::falls_behind),
            std::vector<std::string>{"saturated: the machine falls behind with raid: as it is"});
}

TEST(RunWarnings, WhoWaitsMostForABufferIsNamed) {
  const auto waits = [](double near, double far) {
    return warnings_of(Verdict::falls_behind, {{"near.link_out[0]", near}, {"far.pci_out", far}}).front();
  };
  EXPECT_NE(waits(0.25, 0.625).find("as it is; `far.pci_out` waits most for a buffer behind it, 62.5 % of the time"),
            std::string::npos);
  EXPECT_NE(waits(0.625, 0.25).find("`near.link_out[0]` waits most"), std::string::npos);
  EXPECT_EQ(waits(0.05, 0.06).find("buffer"), std::string::npos);
  EXPECT_TRUE(warnings_of(Verdict::keeps_up, {{"near.link_out[0]", 0.9}}).empty());
}

TEST(RunWarnings, AWindowThatTellsNothingIsTooShort) {
  EXPECT_EQ(warnings_of(Verdict::in_doubt),
            std::vector<std::string>{"a window of 20.000 ms after 1.000 s is too short to tell whether the machine "
                                     "keeps up with raid: as it is; lengthen measure.duration or measure.warm_up"});
}

// 131 MB/s a controller, of the default's two.
TEST(RunWarnings, ArithmeticSpeaksFirst) {
  const auto warnings = warnings_of(Verdict::falls_behind, {}, std::uint64_t{280'000'000} * 8);
  ASSERT_EQ(warnings.size(), 2u);
  EXPECT_EQ(warnings.front(),
            "the scenario asks for raid.bandwidth = 140.000 MB/s, above the bound 130.994 MB/s of ib_pci");
}

}  // namespace
}  // namespace isochron
