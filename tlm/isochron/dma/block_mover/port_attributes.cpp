// SPDX-License-Identifier: Apache-2.0
#include <isochron/dma/block_mover/port_attributes.h>

#include <stdexcept>
#include <string>

namespace isochron::block_mover {
namespace {

// The register's fields; block_mover.rdl and disk_node.rdl describe it alike.
struct Field {
  const char* name;
  unsigned at, bits;

  std::uint32_t of(unsigned value) const {
    if (value >> bits != 0)
      throw std::invalid_argument(std::string(name) + " " + std::to_string(value) + " needs more than " +
                                  std::to_string(bits) + " bits");
    return value << at;
  }
  std::uint8_t in(std::uint32_t word) const { return static_cast<std::uint8_t>(word >> at & ((1u << bits) - 1)); }
};
constexpr Field arcache{"ARCACHE", 0, 4}, awcache{"AWCACHE", 4, 4}, arprot{"ARPROT", 8, 3}, awprot{"AWPROT", 12, 3};
constexpr Field qos{"AxQOS", 16, 4}, id{"AxID", 24, 8};

}  // namespace

std::uint32_t word_of(const PortAttributes& attributes, unsigned id_bits) {
  return arcache.of(attributes.read_cache) | awcache.of(attributes.write_cache) |
         arprot.of(attributes.read_protection) | awprot.of(attributes.write_protection) | qos.of(attributes.quality) |
         Field{id.name, id.at, id_bits}.of(attributes.id);
}

PortAttributes port_attributes_of(std::uint32_t word) {
  PortAttributes attributes;
  attributes.read_cache = arcache.in(word);
  attributes.write_cache = awcache.in(word);
  attributes.read_protection = arprot.in(word);
  attributes.write_protection = awprot.in(word);
  attributes.quality = qos.in(word);
  attributes.id = id.in(word);
  return attributes;
}

}  // namespace isochron::block_mover
