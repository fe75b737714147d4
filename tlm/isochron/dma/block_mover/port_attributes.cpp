// SPDX-License-Identifier: Apache-2.0
#include <isochron/dma/block_mover/port_attributes.h>

#include <stdexcept>
#include <string>

namespace isochron::block_mover {
namespace {

// The register's fields; block_mover.rdl and disk_node.rdl describe it alike.
constexpr unsigned arcache_at = 0, awcache_at = 4, arprot_at = 8, awprot_at = 12, qos_at = 16, id_at = 24;
constexpr unsigned cache_bits = 4, prot_bits = 3, qos_bits = 4, most_id_bits = 8;

std::uint32_t field(const char* name, unsigned value, unsigned at, unsigned bits) {
  if (value >> bits != 0)
    throw std::invalid_argument(std::string(name) + " " + std::to_string(value) + " needs more than " +
                                std::to_string(bits) + " bits");
  return value << at;
}

std::uint8_t part(std::uint32_t word, unsigned at, unsigned bits) {
  return static_cast<std::uint8_t>(word >> at & ((1u << bits) - 1));
}

}  // namespace

std::uint32_t word_of(const PortAttributes& attributes, unsigned id_bits) {
  return field("ARCACHE", attributes.read_cache, arcache_at, cache_bits) |
         field("AWCACHE", attributes.write_cache, awcache_at, cache_bits) |
         field("ARPROT", attributes.read_protection, arprot_at, prot_bits) |
         field("AWPROT", attributes.write_protection, awprot_at, prot_bits) |
         field("AxQOS", attributes.quality, qos_at, qos_bits) | field("AxID", attributes.id, id_at, id_bits);
}

PortAttributes port_attributes_of(std::uint32_t word) {
  PortAttributes attributes;
  attributes.read_cache = part(word, arcache_at, cache_bits);
  attributes.write_cache = part(word, awcache_at, cache_bits);
  attributes.read_protection = part(word, arprot_at, prot_bits);
  attributes.write_protection = part(word, awprot_at, prot_bits);
  attributes.quality = part(word, qos_at, qos_bits);
  attributes.id = part(word, id_at, most_id_bits);
  return attributes;
}

}  // namespace isochron::block_mover
