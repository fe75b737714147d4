// SPDX-License-Identifier: Apache-2.0
// What is said of a result that has less than the scenario asks for: a machine that cannot, or a window that is too
// short to tell.
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <isochron/scenario/run_warnings.h>
#include <isochron/system/assembled_machine.h>
#include <isochron/system/seachange_cluster.h>

namespace isochron {
namespace {

/// The cluster asks for 120 MB/s a controller; its disks' delays lie between 1.1 and 16.9 ms.
std::vector<std::string> warnings_at(double delivered, double warm_up_s, double window_s,
                                     std::optional<double> half_width = std::nullopt,
                                     const std::map<std::string, double>& waits_for_buffer = {}) {
  PointResult result;
  for (const auto& [path, fraction] : waits_for_buffer) result.components[path]["wait_buffer"].mean = fraction;
  result.warm_up_s = warm_up_s;
  result.simulated_s = warm_up_s + window_s;
  MetricResult& bandwidth = result.metrics["raid.bandwidth"];
  bandwidth.unit = "B/s";
  bandwidth.mean = delivered;
  bandwidth.half_width = half_width;
  return warnings_for(MachineOf<SeachangeCluster>(), result);
}

bool says(const std::vector<std::string>& warnings, const std::string& words) {
  return warnings.size() == 1 && warnings.front().find(words) != std::string::npos;
}

TEST(RunWarnings, WithinAHundredthNothingIsSaid) {
  EXPECT_TRUE(warnings_at(118.9e6, 1, 4).empty());
}

TEST(RunWarnings, AMachineThatGivesLessForSecondsIsSaturated) {
  EXPECT_TRUE(says(warnings_at(115.4e6, 1, 4), "saturated: raid.bandwidth is 115.400 MB/s of the 120.000 MB/s"));
}

TEST(RunWarnings, WhoWaitsMostForABufferIsNamed) {
  const auto waits = [](double near, double far) {
    return warnings_at(60e6, 1, 4, std::nullopt, {{"near.link_out[0]", near}, {"far.pci_out", far}});
  };
  EXPECT_TRUE(
      says(waits(0.25, 0.625), "asks for; `far.pci_out` waits most for a buffer behind it, 62.5 % of the time"));
  EXPECT_TRUE(says(waits(0.625, 0.25), "`near.link_out[0]` waits most"));
  EXPECT_EQ(waits(0.05, 0.06).front().find("buffer"), std::string::npos);
  EXPECT_TRUE(warnings_at(119e6, 1, 4, std::nullopt, {{"near.link_out[0]", 0.9}}).empty());
}

// 131072 B more or less are 6.6 MB/s in 20 ms; and how many of the I/Os fall into it is drawn.
TEST(RunWarnings, AShortWindowTellsNothing) {
  const auto warnings = warnings_at(115.4e6, 1, 0.02);
  EXPECT_TRUE(says(warnings, "a window of 20.000 ms after 1.000 s is too short to tell whether the machine keeps up"));
  EXPECT_TRUE(says(warnings, "lengthen measure.duration")) << warnings.front();
  EXPECT_EQ(warnings.front().find("warm_up"), std::string::npos) << warnings.front();
}

// What is missing is what the disks still had: 120 MB/s for up to 16.9 ms.
TEST(RunWarnings, AWindowFromTheStartMissesWhatIsInTheDisks) {
  EXPECT_TRUE(says(warnings_at(105e6, 0, 0.1), "lengthen measure.duration and measure.warm_up"));
  EXPECT_TRUE(says(warnings_at(105e6, 1, 0.1), "saturated"));
}

TEST(RunWarnings, HalfOfTheDemandIsMissingInAnyWindowOfSaturation) {
  EXPECT_TRUE(says(warnings_at(60e6, 0.5, 0.1), "saturated"));
}

// An interval that reaches the demand does not prove that it was missed.
TEST(RunWarnings, NoiseIsNoSaturation) {
  EXPECT_TRUE(says(warnings_at(115.4e6, 1, 4, 5e6), "too short to tell"));
  EXPECT_TRUE(says(warnings_at(115.4e6, 1, 4, 1e6), "saturated"));
}

}  // namespace
}  // namespace isochron
