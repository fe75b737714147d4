// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace isochron::rtl {

struct ChainShare {
  double share = 0;   ///< of the data bus
  double cycles = 0;  ///< a descriptor
};

/// A chain of `length` descriptors that copy `bytes` each within port A: from the first write beat to the last, every
/// port's memory with this latency and no stalls.
ChainShare chain_share(unsigned latency, std::uint32_t bytes, unsigned length);

}  // namespace isochron::rtl
