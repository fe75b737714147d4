// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace isochron {

/// The bus address of an endpoint in a machine that is made of parts: the endpoint's number, the way to it where
/// several are parallel, and an offset that means nothing to whoever routes.
struct EndpointAddress {
  static constexpr unsigned offset_bits = 24;
  static constexpr unsigned way_bits = 8;

  std::uint32_t endpoint = 0;
  unsigned way = 0;  ///< less than 2^way_bits

  /// At offset 0.
  constexpr std::uint64_t encode() const { return (std::uint64_t{endpoint} << way_bits | way) << offset_bits; }
  static constexpr EndpointAddress decode(std::uint64_t address) {
    return {static_cast<std::uint32_t>(address >> (way_bits + offset_bits)),
            static_cast<unsigned>(address >> offset_bits) & ((1u << way_bits) - 1)};
  }

  /// The addresses of an endpoint over all its ways, both inclusive: a window on a bus.
  static constexpr std::uint64_t first(std::uint32_t endpoint) { return EndpointAddress{endpoint, 0}.encode(); }
  static constexpr std::uint64_t last(std::uint32_t endpoint) {
    return first(endpoint) | ((std::uint64_t{1} << (way_bits + offset_bits)) - 1);
  }
};

}  // namespace isochron
