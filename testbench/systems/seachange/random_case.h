// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ostream>

#include <rapidcheck.h>

#include "systems/seachange/cluster_run.h"

namespace isochron::testbench {

/// What a family of random clusters stresses; everything else of it is random too.
enum class Stress {
  loads,     ///< from idle to far above saturation
  ties,      ///< equal rates, constant disk delays, no switch overhead: much happens at one instant
  buffers,   ///< many buffers, both ways of freeing them
  messages,  ///< from 128 B to 8 KiB, also such that do not divide an I/O or a slice
  degraded,  ///< a failed node
  streams,
  limits  ///< cards and disks with a rate, from no hindrance to the bottleneck; an I/O an engine
};

/// A family of random clusters, as a parameter of tests.
struct Family {
  const char* name;
  PciTimingMode timing;
  Stress stress;

  friend void PrintTo(const Family& family, std::ostream* out) { *out << family.name; }
};

/// A random machine and window with no problems(); small enough for a second of reference mode.
rc::Gen<ClusterRun> random_case(PciTimingMode timing, Stress stress);

/// For RapidCheck's report of a failing case.
void showValue(const ClusterRun& run, std::ostream& out);

}  // namespace isochron::testbench
