// SPDX-License-Identifier: Apache-2.0
// What arithmetic says of two streams at the same time, by hand: a stream that is read crosses a bus once, one that is
// resampled four times (Gennart et al., sections 4 and 5.3).
#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "systems/gennart/multidisk_parameters.h"

namespace isochron::testbench {
namespace {

constexpr double into_memory = 1 / 38.9e6, to_cache = 1 / 100e6, from_cache = 1 / 60e6, compute = 1 / 7.5e6;

/// Seconds that a byte read from disk takes of the bus when it is resampled 4:1 and compressed 15:1.
constexpr double resampled = into_memory + to_cache + from_cache / 4 + to_cache / 4 + into_memory / 60;

double limit_of(const MultidiskParameters& p, const std::string& resource) {
  for (const ResourceBound& bound : p.bounds())
    if (bound.resource == resource) return bound.limit;
  ADD_FAILURE() << "no bound of " << resource;
  return 0;
}

MultidiskParameters mixed(Architecture architecture) {
  MultidiskParameters p(architecture);
  p.operation = MultidiskParameters::Operation::read_and_resample;
  p.nodes = 4;
  p.disks_per_node = 2;
  return p;
}

TEST(MultidiskBounds, bothStreamsShareTheBus) {
  MultidiskParameters p = mixed(Architecture::shared_bus);
  EXPECT_NEAR(limit_of(p, "bus") * (into_memory + resampled) / 2, 1, 1e-9);
  // Half of the bytes need a processor, on every node.
  const double processor = compute + to_cache + from_cache / 4;
  EXPECT_NEAR(limit_of(p, "processor") * processor / 2, 4, 1e-9);
  // Of 7 disks 3 are read by number: 4 in 7 bytes are resampled, at nodes that do nothing else.
  p.nodes = 7;
  p.disks_per_node = 1;
  p.split = MultidiskParameters::Split::disk_number;
  EXPECT_NEAR(limit_of(p, "bus") * (3 * into_memory + 4 * resampled) / 7, 1, 1e-9);
  EXPECT_NEAR(limit_of(p, "processor") * processor, 7, 1e-9);
}

// A byte to be read crosses the shared bus into a subsystem's memory, one to be resampled does, and its 60th part
// again.
TEST(MultidiskBounds, ofSubsystemsTheBusBetween) {
  const MultidiskParameters p = mixed(Architecture::subsystems);
  EXPECT_NEAR(limit_of(p, "system_bus") / (static_cast<double>(p.dma_rate) / 8) * (1 + (1 + 1.0 / 60)) / 2, 1, 1e-9);
}

}  // namespace
}  // namespace isochron::testbench
