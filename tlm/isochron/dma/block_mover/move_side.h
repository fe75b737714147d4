// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <isochron/dma/block_mover/move.h>

namespace isochron {

/// A burst of one side of a move.
struct MoveBurst {
  std::uint64_t address = 0;  ///< of its first byte
  unsigned lane = 0;          ///< of its first byte
  unsigned bytes = 0;
  unsigned beats = 0;
  std::uint64_t position = 0;  ///< of its first byte among those that the move writes
  std::uint64_t segment = 0;   ///< likewise, of its segment's first byte
  bool combines = false;       ///< of an XOR: not the first source
  bool waits = false;          ///< of an XOR: not the last source
  bool beyond = false;         ///< it would leave the address space
};

/// One side of a move, source or destination, as the bursts that the block mover makes of it, in their order: rows
/// that follow each other in memory are one segment, and a burst ends with its segment or at an aligned 2 KB. An XOR
/// reads a piece of each source before the next piece.
class MoveSide {
 public:
  static constexpr unsigned chunk = 2048;  ///< the longest burst: 256 beats of 8 bytes
  static constexpr unsigned lanes = 8;

  static MoveSide source_of(const block_mover::Move& move);
  static MoveSide destination_of(const block_mover::Move& move);
  /// Sizes, ports or operation that the block mover refuses.
  static bool is_bad(const block_mover::Move& move);

  bool done() const { return outer_ == outers_; }
  MoveBurst next();

 private:
  std::uint64_t base_ = 0;
  std::uint64_t inners_ = 1;
  std::uint64_t outers_ = 1;
  std::int64_t inner_stride_ = 0;
  std::int64_t outer_stride_ = 0;
  std::uint64_t length_ = 0;       ///< bytes of a segment ...
  std::uint64_t last_length_ = 0;  ///< ... and of those of the last round
  bool is_virtual_ = false;        ///< a stream or a pattern: segments begin in lane 0
  bool sources_ = false;           ///< an XOR's: the segments of a round are of the same bytes

  std::uint64_t inner_ = 0;
  std::uint64_t outer_ = 0;
  std::uint64_t offset_ = 0;
  std::uint64_t position_ = 0;  ///< of the segment
};

}  // namespace isochron
