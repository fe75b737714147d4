// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

namespace isochron {

/// How far a run is.
struct Progress {
  double done_s = 0;       ///< simulated so far, over all replications; never more than `total_s`
  double total_s = 0;      ///< to simulate, over all replications
  bool estimated = false;  ///< the machine runs until its work is done: the total is an estimate
  std::size_t finished = 0;
  std::size_t replications = 0;
};

/// "cluster: 45 %, 3 of 7 replications, 2.1 simulated s a second, 12 s left", after `elapsed_s` seconds of the host's.
/// `done_s` must be positive.
std::string progress_text(const std::string& label, const Progress& progress, double elapsed_s);

}  // namespace isochron
