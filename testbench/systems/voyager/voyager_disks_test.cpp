// SPDX-License-Identifier: Apache-2.0
// Voyager's disks in the whole machine: virtual shared ones against mean value analysis, local ones against arithmetic.
#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "support/sanitizers.h"
#include "systems/voyager/voyager_run.h"

namespace isochron::testbench {
namespace {

using Where = VoyagerCase::Where;

/// A program writes to each of so many disks.
VoyagerCase raw(Where where, std::uint64_t disks, std::uint64_t buses) {
  VoyagerCase p;
  p.load = VoyagerCase::Load::raw;
  p.where = where;
  p.thin_nodes = p.wide_nodes = 1;
  p.disks = disks;
  p.buses = buses;
  return p;
}

/// Media that take next to no time.
void without_media(VoyagerCase& p) {
  p.microchannel.rate = p.tb2.rate = p.sp_switch.rate = 1'000'000'000'000;
  p.bus_rate = 100'000'000'000;
}

/// B/s of `customers` that go through one queue of exponential times of mean `shared` and then each for `own` to a
/// place of its own, s a byte: exact mean value analysis of a closed network, whatever the law of `own`.
double by_mean_value_analysis(double shared, double own, std::uint64_t customers) {
  double rate = 0, queue = 0;
  for (std::uint64_t n = 1; n <= customers; ++n) {
    const double response = shared * (1 + queue);
    rate = static_cast<double>(n) / (response + own);
    queue = rate * response;
  }
  return rate;
}

TEST(VoyagerDisks, virtualOnesAreAClosedNetwork) {
  // Under AddressSanitizer fewer come by the same code.
  const std::vector<std::uint64_t> numbers =
      under_address_sanitizer() ? std::vector<std::uint64_t>{2} : std::vector<std::uint64_t>{1, 2, 3, 4, 8};
  for (const auto stage : {VsdConfig::Stage::client, VsdConfig::Stage::server})
    for (const std::uint64_t disks : numbers) {
      VoyagerCase p = raw(Where::vsd, disks, 1);
      without_media(p);
      p.vsd.stage = stage;
      p.vsd.shared = 176'991;
      p.vsd.own = 180'152;
      const Figures f = run_voyager({p, 10 * second, 1500 * second});
      const double theory = by_mean_value_analysis(176.991e-9, 180.152e-9, disks);
      EXPECT_NEAR(f.at("throughput.mean"), theory, 0.01 * theory) << disks;
      const char* const holder = stage == VsdConfig::Stage::client ? "thin[0].vsd" : "wide[0].vsd";
      EXPECT_NEAR(f.at(std::string(holder) + ".utilisation"), theory * 176.991e-9, 0.01) << disks;
    }
}

// The negative control: requests that take the same time each never meet, until the stage is full.
TEST(VoyagerDisks, timesThatDoNotVaryMakeNoQueue) {
  for (const std::uint64_t disks : {1u, 2u, 3u, 4u}) {
    VoyagerCase p = raw(Where::vsd, disks, 1);
    without_media(p);
    p.vsd.service = VsdConfig::Service::deterministic;
    p.vsd.shared = 176'991;
    p.vsd.own = 180'152;
    const double theory = std::min(static_cast<double>(disks) / (176.991e-9 + 180.152e-9), 1 / 176.991e-9);
    EXPECT_NEAR(run_voyager({p, 10 * second, 60 * second}).at("throughput.mean"), theory, 0.002 * theory) << disks;
  }
}

// Table 5: one disk and four are what it is calibrated on.
TEST(VoyagerDisks, asTheyAreOneAndFourAreTableFives) {
  for (const auto& [disks, published] : {std::pair{1u, 2.80e6}, std::pair{4u, 5.56e6}})
    EXPECT_NEAR(run_voyager({raw(Where::vsd, disks, 1), 10 * second, 1000 * second}).at("throughput.mean"), published,
                0.01 * published)
        << disks;
}

// A block of 64 KiB at 28 Mb/s, all in all, whatever of it is rotation, bus and Microchannel.
TEST(VoyagerDisks, aLocalOneHasItsRate) {
  for (const Time rotation : {Time{0}, 8'330 * microsecond}) {
    VoyagerCase p = raw(Where::local, 1, 1);
    p.rotation = rotation;
    const Figures f = run_voyager({p, second, 300 * second});
    const double spread = rotation == 0 ? 1e-3 : 5e-3;
    EXPECT_NEAR(f.at("throughput.mean"), 3.5e6, spread * 3.5e6) << rotation;
    EXPECT_NEAR(f.at("string.utilisation.mean"), 28. / 160, 28. / 160 * 2 * spread);
    EXPECT_NEAR(f.at("microchannel.utilisation.mean"), 28. / 640, 28. / 640 * 2 * spread);
  }
}

// On as many buses as disks they have only the Microchannel in common; on one bus nine have no more than the bus.
TEST(VoyagerDisks, localOnesShareTheirBus) {
  const double four = run_voyager({raw(Where::local, 4, 4), second, 60 * second}).at("throughput.mean");
  EXPECT_NEAR(four, 14e6, 0.02 * 14e6);
  const double on_one = run_voyager({raw(Where::local, 4, 1), second, 60 * second}).at("throughput.mean");
  EXPECT_LT(on_one, 0.99 * four);
  EXPECT_GT(on_one, 0.88 * four);
  const Figures nine = run_voyager({raw(Where::local, 9, 1), second, 60 * second});
  EXPECT_GT(nine.at("throughput.mean"), 0.97 * 20e6);
  EXPECT_LE(nine.at("throughput.mean"), 20e6 + 9 * 65536 / 60.);
  // Each has its own figure, and they add up.
  double sum = 0;
  for (unsigned d = 0; d < 9; ++d) sum += nine.at("wide[0].writer.disk[" + std::to_string(d) + "].throughput");
  EXPECT_NEAR(sum, nine.at("throughput.mean"), 1);
}

// Two nodes with unlike buses: all of them are busy, not only as many as the lesser one has twice.
TEST(VoyagerDisks, allBusesOfAllNodesCount) {
  VoyagerCase p = raw(Where::local, 30, 3);
  p.wide_nodes = 2;
  double limit = 0;
  for (const ResourceBound& one : p.bounds())
    if (one.resource == "string") limit = one.limit * 625e3;
  EXPECT_NEAR(limit, 60e6, 1);
  const double written = run_voyager({p, second, 30 * second}).at("throughput.mean");
  EXPECT_GT(written, 0.9 * limit);
  EXPECT_LE(written, limit + 30 * 65536 / 30.);
}

// How many thin nodes there are is nobody's matter when one writes to raw disks.
TEST(VoyagerDisks, othersDoNotCountWhereOneWrites) {
  VoyagerCase p = raw(Where::vsd, 2, 1);
  const Figures alone = run_voyager({p, second, 5 * second});
  p.thin_nodes = 8;
  p.sp_switch.medium = SpSwitchConfig::Medium::shared;
  EXPECT_EQ(difference(alone, run_voyager({p, second, 5 * second})), "");
}

}  // namespace
}  // namespace isochron::testbench
