// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <isochron/dma/block_mover/port_attributes.h>
#include <isochron/dma/block_mover/register_access.h>

namespace isochron::cosim {

/// What the attributes of the three ports read as before they are written and after, as words of their registers.
template <class Port, class Driver>
std::vector<std::uint32_t> told_attributes(Driver& driver) {
  std::vector<std::uint32_t> told;
  const unsigned id_bits = driver.capabilities().id_bits;
  for (const std::uint8_t number : {0, 1, 2}) {
    const auto port = static_cast<Port>(number);
    told.push_back(word_of(driver.attributes(port), id_bits));
    block_mover::PortAttributes attributes;
    attributes.read_cache = 15;
    attributes.write_cache = 7;
    attributes.read_protection = number;
    attributes.write_protection = 5;
    attributes.quality = 9;
    attributes.id = static_cast<std::uint8_t>(number + 1);
    driver.set_attributes(port, attributes);
    told.push_back(word_of(driver.attributes(port), id_bits));
  }
  return told;
}

/// That the hardware refuses to change them now.
template <class Port, class Driver>
bool refuses_attributes(Driver& driver) {
  try {
    driver.set_attributes(static_cast<Port>(0), {});
  } catch (const block_mover::BusError&) {
    return true;
  }
  return false;
}

}  // namespace isochron::cosim
