// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include <isochron/device/block_mover/move.h>

namespace isochron::block_mover {

/// A move as it stands in memory: 64 bytes at a multiple of 64, words little endian.
struct Descriptor {
  static constexpr std::uint32_t bytes = 64;
  using Words = std::array<std::uint32_t, bytes / 4>;

  Move move;
  bool owned = true;  ///< by the hardware
  bool end_of_list = false;
  std::uint64_t next = 0;
  std::uint32_t cookie = 0;  ///< software's own

  // Written back.
  bool done = false;
  MoveError error = MoveError::none;
  std::uint32_t moved = 0;
  bool is_short = false;  ///< as in MoveResult
  bool is_long = false;

  Words words() const;
  static Descriptor from(const Words& words);
};

/// The control word of a move, without ownership and end: of descriptors and of the direct command.
std::uint32_t control_word(const Move& move);
/// The words from the source address on (offset 0x18), the same in descriptors and in the direct command's registers.
std::array<std::uint32_t, 10> place_words(const Move& move);

}  // namespace isochron::block_mover
