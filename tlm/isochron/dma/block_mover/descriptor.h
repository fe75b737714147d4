// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include <isochron/dma/block_mover/c/block_mover_descriptor.h>
#include <isochron/dma/block_mover/move.h>

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

/// To and from the C driver's types.
blmv_move move_of(const Move& move);
Move move_of(const blmv_move& move);
MoveResult result_of(const blmv_result& result);
blmv_descriptor descriptor_of(const Descriptor& descriptor);
Descriptor descriptor_of(const blmv_descriptor& descriptor);

}  // namespace isochron::block_mover
