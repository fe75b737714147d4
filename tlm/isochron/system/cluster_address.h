// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace isochron {

/// A GigE card as an endpoint of the cluster.
struct ClusterEndpoint {
  unsigned node = 0;
  unsigned card = 0;

  constexpr std::uint32_t encode() const { return node << 16 | card; }
  static constexpr ClusterEndpoint decode(std::uint32_t endpoint) { return {endpoint >> 16, endpoint & 0xffff}; }
};

/// The global address space of the SeaChange cluster: every GigE card's memory, once for each InfiniBand chip and each
/// controller lane that data may come through, so that address decoding alone routes a write. Upper fields first: chip
/// (8 bits), node (12), card (8), lane (8), offset (24).
struct ClusterAddress {
  unsigned chip = 0;
  unsigned node = 0;
  unsigned card = 0;
  unsigned lane = 0;

  static constexpr unsigned offset_bits = 24;

  constexpr std::uint64_t encode() const {
    return ((((std::uint64_t{chip} << 12 | node) << 8 | card) << 8) | lane) << offset_bits;
  }
  static constexpr ClusterAddress decode(std::uint64_t address) {
    return {static_cast<unsigned>(address >> 52) & 0xff, static_cast<unsigned>(address >> 40) & 0xfff,
            static_cast<unsigned>(address >> 32) & 0xff, static_cast<unsigned>(address >> 24) & 0xff};
  }
  /// The last address of cards [card, card + cards), all lanes.
  static constexpr std::uint64_t last(unsigned chip, unsigned node, unsigned card, unsigned cards) {
    return ClusterAddress{chip, node, card + cards, 0}.encode() - 1;
  }
};

}  // namespace isochron
