// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "oracle/strand_oracle.h"

namespace isochron::oracle {

using Ps = std::uint64_t;

/// Takes `takes` together, keeps them for `time`, then gives `gives` back, which may have been taken by a step before.
/// `forks`: what has come so far goes on by itself for the steps that follow it, a packet that is stored while the next
/// one is on its way.
struct Step {
  std::vector<unsigned> takes;
  Ps time = 0;
  std::vector<unsigned> gives;
  std::vector<Step> forks;
  bool fresh = true;  ///< not a later packet, which of a strand's own flows gets in line first in one instant
};

/// Flows side by side; what follows begins when all of them have ended.
using Stage = std::vector<std::vector<Step>>;

/// What a strand goes through. Of each machine, as Gennart et al. have it in sections 3 to 5 and in our reading of what
/// they leave open (docs/systems/multidisk_servers.md).
std::vector<Stage> path_of(std::uint64_t strand, const StrandConfig& config);

/// Resources are numbered from 0.
unsigned resources(const StrandConfig& config);

}  // namespace isochron::oracle
