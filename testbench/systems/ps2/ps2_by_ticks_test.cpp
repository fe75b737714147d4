// SPDX-License-Identifier: Apache-2.0
// PS2 on one PC against a second reading of it, to the tick.
#include <cmath>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "systems/ps2/cut_by_pixels.h"
#include "systems/ps2/one_pc_by_ticks.h"
#include "systems/ps2/ps2_run.h"

namespace isochron::testbench {
namespace {

constexpr Time tick = 100 * microsecond;

std::uint64_t ticks(std::uint64_t most) {
  return *rc::gen::inRange<std::uint64_t>(1, most + 1);
}

// Coarse ticks, so that much happens in the same one. Catches a preemption that loses or doubles work, a thread too
// many, a disk that is asked too early, another order of what comes together, and a plane that is asked for too late.
RC_GTEST_PROP(Ps2ByTicks, onePcTakesAsManyTicks, ()) {
  OnePcByTicks pc;
  pc.read = ticks(12) + 3;
  pc.disk_interface = ticks(4);
  pc.extract = ticks(8);
  pc.merge = ticks(5);
  pc.display = ticks(20);
  pc.disks = ticks(5);

  Ps2Case p;
  p.slaves = 0;
  p.disks_per_slave = pc.disks;
  p.extent = 8;  // 512 B
  p.volume_size = {8 * ticks(5), 8 * ticks(5), 8 * ticks(4)};
  p.planes.count = ticks(5);
  p.planes.size = {40, 40};
  p.placement = {1, 1};
  p.storage.model = DisksOfPc::Model::literal;
  // A read: the latency, a tick on the medium, one for the reselection and one on a string of the disk's own.
  p.storage.mean_latency = (pc.read - 3) * tick;
  p.storage.rate = p.storage.string.rate = 40'960'000;
  p.storage.string.reselection = tick;
  p.storage.strings = pc.disks;
  p.disk_interface = pc.disk_interface * tick;
  p.extract = pc.extract * tick;
  p.merge = pc.merge * tick;
  p.display = pc.display * tick;
  p.memory_bus = {0, 0, 0, 0, 0, 0};
  RC_ASSERT(problems_of(p).empty());
  for (const ImagePlane& plane : p.planes.planes(p.volume())) {
    pc.planes.emplace_back();
    for (const auto& [extent, part] : cut_by_pixels(p, plane)) pc.planes.back().push_back(part.disk);
  }
  for (pc.in_flight = 1; pc.in_flight <= p.planes.count; ++pc.in_flight) {
    p.planes_in_flight = pc.in_flight;
    RC_LOG() << pc.in_flight << " planes in flight\n";
    RC_ASSERT(std::llround(simulate(p).at("completion_time.mean") * 1e4) == static_cast<long long>(pc.ticks()));
  }
}

}  // namespace
}  // namespace isochron::testbench
