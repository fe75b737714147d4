// SPDX-License-Identifier: Apache-2.0
#include "figures.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>

namespace isochron::cosim {

namespace {

double percentile(std::vector<Time> values, double share) {
  std::sort(values.begin(), values.end());
  return static_cast<double>(values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))]);
}

}  // namespace

void expect_alike(const char* regime, const Figures& model, const Figures& verilog) {
  const double throughput = model.bytes / model.time / (verilog.bytes / verilog.time);
  std::printf("%-28s throughput %.3f", regime, throughput);
  EXPECT_NEAR(throughput, 1, .05) << regime;
  for (const double share : {.1, .25, .5, .75, .9, .99, 1.}) {
    const double ratio = percentile(model.latencies, share) / percentile(verilog.latencies, share);
    std::printf("  p%.0f %.3f", 100 * share, ratio);
    EXPECT_NEAR(ratio, 1, .1) << regime << ", percentile " << 100 * share;
  }
  std::printf("\n");
}

}  // namespace isochron::cosim
