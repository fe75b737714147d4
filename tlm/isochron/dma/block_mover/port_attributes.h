// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace isochron::block_mover {

/// What the AXI4 transactions of a port carry, in the bits of its signals. The defaults are those of a reset: normal
/// memory that an interconnect may buffer but not cache, data accesses without privilege, non-secure.
struct PortAttributes {
  std::uint8_t read_cache = 3;        ///< ARCACHE, 0 to 15
  std::uint8_t write_cache = 3;       ///< AWCACHE, 0 to 15
  std::uint8_t read_protection = 2;   ///< ARPROT, 0 to 7
  std::uint8_t write_protection = 2;  ///< AWPROT, 0 to 7
  std::uint8_t quality = 0;           ///< ARQOS and AWQOS, 0 to 15; larger is more urgent
  std::uint8_t id = 0;                ///< ARID and AWID, as many bits as the port has: Capabilities::id_bits
};

/// The port's register in a block mover and in a disk-node interface. Throws std::invalid_argument when a value needs
/// more bits than there are.
std::uint32_t word_of(const PortAttributes& attributes, unsigned id_bits);
PortAttributes port_attributes_of(std::uint32_t word);

}  // namespace isochron::block_mover
