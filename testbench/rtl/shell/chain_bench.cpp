// SPDX-License-Identifier: Apache-2.0
// Prints the share of the data bus that chained descriptors of 128 bytes use.
#include <fmt/format.h>

#include <cstdint>

#include <isochron/dma/block_mover/block_mover_driver.h>
#include <isochron/dma/block_mover/descriptor_memory.h>

#include "chain_share.h"

int main() {
  fmt::print("Chained descriptors of 128 B, 64-bit bus, copies within port A: bytes a cycle / 8\n\n");
  fmt::print("latency   share   cycles a descriptor\n");
  for (const unsigned latency : {0u, 10u, 50u}) {
    const auto share = isochron::rtl::chain_share(latency, 128, 256);
    fmt::print("{:7}   {:5.3f}   {:6.2f}\n", latency, share.share, share.cycles);
  }
}
