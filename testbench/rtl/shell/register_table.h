// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace isochron::rtl {

/// What block_mover.rdl promises of a register: masks of bits by what a write does to them.
struct RegisterRow {
  const char* name;
  std::uint32_t address;
  std::uint32_t reset;
  std::uint32_t plain;         ///< become what is written
  std::uint32_t set_by_one;    ///< a one starts something
  std::uint32_t clear_by_one;  ///< a one clears
  std::uint32_t pulse;         ///< a one starts something and reads zero
  std::uint32_t changing;      ///< by hardware, read-only

  bool writable() const { return plain | set_by_one | clear_by_one | pulse; }
};

const std::vector<RegisterRow>& register_table();

}  // namespace isochron::rtl
