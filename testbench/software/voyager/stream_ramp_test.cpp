// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <isochron/core/simulation.h>
#include <isochron/software/voyager/stream_ramp.h>
#include <support/child_process.h>

namespace isochron {
namespace {

using testbench::run_in_child;

/// What a step adds.
struct Step {
  std::uint64_t offered = 0;
  std::uint64_t dropped = 0;
};

struct Story {
  std::string most;   ///< "none", or the number
  std::string asked;  ///< when packets were asked for, in steps
};

/// A ramp of `streams` over `steps`, looked at after `seen` of these.
Story told(const std::vector<Step>& steps, std::uint64_t streams, std::size_t seen) {
  const std::string bytes = run_in_child([&] {
    constexpr Time step = 10 * microsecond;
    Region region("region");
    std::string asked;
    StreamRamp ramp(region, step, streams, [&] {
      asked += std::to_string(region.now() / step) + " ";
      StreamRamp::Packets sum;
      for (std::size_t i = 0; i < std::min<std::size_t>(region.now() / step, steps.size()); ++i) {
        sum.offered += steps[i].offered;
        sum.dropped += steps[i].dropped;
      }
      return sum;
    });
    simulate_to(region, seen * step + 1);
    const std::optional<std::uint64_t> most = ramp.most();
    return (most ? std::to_string(*most) : "none") + "|" + asked;
  });
  const std::size_t bar = bytes.find('|');
  return {bytes.substr(0, bar), bytes.substr(bar + 1)};
}

constexpr Step clean{1000, 0}, at_limit{1000, 1}, beyond{1000, 2};

TEST(StreamRamp, theOnsetIsTheFirstStepThatLosesMoreThanOneInAThousand) {
  EXPECT_EQ(told({clean, clean, beyond, clean}, 4, 4).most, "2");
  EXPECT_EQ(told({beyond, clean}, 2, 2).most, "0");
  EXPECT_EQ(told({clean, at_limit, at_limit}, 3, 3).most, "3");  // exactly one is not more
  EXPECT_EQ(told({clean, {999, 1}}, 2, 2).most, "1");
}

// What was lost before does not count again: two of 4000 are not more than one in a thousand, of the last 1000 they
// are.
TEST(StreamRamp, aStepIsComparedWithItsOwnPackets) {
  EXPECT_EQ(told({clean, clean, clean, beyond}, 4, 4).most, "3");
  EXPECT_EQ(told({at_limit, at_limit, at_limit, at_limit}, 4, 4).most, "4");
}

TEST(StreamRamp, itIsNotKnownBeforeTheLastStepIsOver) {
  EXPECT_EQ(told({clean, clean, clean}, 3, 2).most, "none");
  EXPECT_EQ(told({clean, clean, clean}, 3, 3).most, "3");
  EXPECT_EQ(told({clean, beyond, clean}, 3, 2).most, "1");
}

TEST(StreamRamp, itStopsAskingOnceItKnows) {
  EXPECT_EQ(told({clean, beyond, clean, clean}, 4, 4).asked, "1 2 ");
  EXPECT_EQ(told({clean, clean}, 2, 9).asked, "1 2 ");
  EXPECT_EQ(told({}, 0, 3).asked, "");
  EXPECT_EQ(told({}, 0, 3).most, "0");
}

// Nothing may be lost of nothing.
TEST(StreamRamp, aStepWithoutPacketsIsNoOnset) {
  EXPECT_EQ(told({{0, 0}, clean}, 2, 2).most, "2");
  EXPECT_EQ(told({{0, 1}, clean}, 2, 2).most, "0");
}

RC_GTEST_PROP(StreamRamp, isTheFirstOnsetLessOne, ()) {
  std::vector<Step> steps(*rc::gen::inRange<std::size_t>(1, 12));
  for (Step& step : steps) {
    step.offered = *rc::gen::inRange<std::uint64_t>(0, 5000);
    step.dropped = *rc::gen::inRange<std::uint64_t>(0, 8);
  }
  const auto onset = std::find_if(steps.begin(), steps.end(), [](const Step& step) {
    return static_cast<double>(step.dropped) > static_cast<double>(step.offered) / 1000;
  });
  RC_ASSERT(told(steps, steps.size(), steps.size()).most == std::to_string(onset - steps.begin()));
}

}  // namespace
}  // namespace isochron
