// SPDX-License-Identifier: Apache-2.0
// What the interface must reach: 0.98 of the slower of channel and bus, and 0.95 with a disk lost.
#include <gtest/gtest.h>

#include "strand_rate.h"

namespace isochron::rtl {
namespace {

TEST(Rate, of_healthy_reads_is_the_channels) {
  for (const unsigned disks : {1u, 4u, 8u}) {
    for (const unsigned latency : {0u, 50u}) {
      StrandRun run;
      run.disks = disks;
      run.latency = latency;
      EXPECT_GE(strand_rate(run), 0.98) << disks << " disks, latency " << latency;
    }
  }
}

TEST(Rate, of_healthy_reads_is_the_busses_where_that_is_slower) {
  StrandRun run;
  run.latency = 10;
  run.bus_stall = 50;
  EXPECT_GE(strand_rate(run), 0.98 * 0.5);
}

TEST(Rate, of_degraded_reads_is_the_channels) {
  for (const unsigned survivors : {2u, 4u, 7u}) {
    for (const unsigned latency : {0u, 50u}) {
      StrandRun run;
      run.survivors = survivors;
      run.latency = latency;
      run.requests = 6;
      EXPECT_GE(strand_rate(run), 0.95) << survivors << " survivors, latency " << latency;
    }
  }
}

TEST(Rate, of_writes_is_the_channels) {
  StrandRun run;
  run.write = true;
  run.latency = 10;
  EXPECT_GE(strand_rate(run), 0.95);
}

}  // namespace
}  // namespace isochron::rtl
