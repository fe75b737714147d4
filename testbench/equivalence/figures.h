// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <isochron/core/time.h>

namespace isochron::cosim {

/// What an implementation did in one regime.
struct Figures {
  std::vector<Time> latencies;  ///< picoseconds, from request to completion
  double bytes = 0;
  double time = 0;  ///< picoseconds in which those bytes were moved
};

/// Prints the model's figures by the Verilog's, and expects throughput within 5 % and each percentile of the latency
/// within 10 %.
void expect_alike(const char* regime, const Figures& model, const Figures& verilog);

}  // namespace isochron::cosim
