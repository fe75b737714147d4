// SPDX-License-Identifier: Apache-2.0
#include "random_strands.h"

#include <isochron/disk_node/disk_node_module.h>

#include "equivalence_memory.h"

namespace isochron::cosim {

void RandomStrands::spoil(TimedStrand& strand) const {
  disk_node::Request& request = strand.request;
  strand.refused = true;
  constexpr std::uint64_t blocks = 1ull << 48;  // of a disk
  switch (made_ % 5) {
    case 0:
      request.bytes = 0;
      break;
    case 1:
      request.disk = DiskNodeModule::disks;
      break;
    case 2:
      request.block = ~std::uint64_t{0};
      break;
    case 3:  // all but its last byte is on the disk
      request.block = blocks - 1;
      request.bytes = DiskNodeModule::block_bytes + 1;
      break;
    default:  // no whole words
      request.row_bytes = 12;
      request.stride = 16;
  }
}

std::vector<TimedStrand> RandomStrands::batch(const StrandRegime& regime, unsigned count) {
  std::vector<TimedStrand> strands;
  for (unsigned i = 0; i < count; ++i) {
    TimedStrand timed;
    if (regime.gap > 0) timed.gap = below(2 * regime.gap);
    disk_node::Request& request = timed.request;
    request.id = static_cast<std::uint16_t>(made_);
    request.disk = static_cast<unsigned>(below(regime.disks));
    request.block = below(1u << 30);
    request.bytes = static_cast<std::uint32_t>(1 + below(regime.bytes));
    request.port_b = below(4) == 0;
    // Mostly where a block begins, as software does it.
    request.address = made_ * place + (below(4) == 0 ? 8 * below(64) : 0);
    if (below(8) == 0) {
      request.row_bytes = static_cast<std::uint32_t>(512 + 8 * below(64));
      request.stride = static_cast<std::int32_t>(request.row_bytes + 8 * below(8));
    }
    if (below(64) == 0) spoil(timed);
    if (below(64) == 0) request.address += EquivalenceMemory::bad + (below(2) << 20);
    ++made_;
    strands.push_back(timed);
  }
  return strands;
}

}  // namespace isochron::cosim
