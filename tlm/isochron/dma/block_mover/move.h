// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace isochron::block_mover {

enum class Operation : std::uint8_t { copy = 0, fill = 1, combine = 2 };  ///< combine: XOR
enum class Port : std::uint8_t { a = 0, b = 1, stream = 2 };
enum class MoveError : std::uint8_t {
  none = 0,
  read_slverr = 1,
  read_decerr = 2,
  write_slverr = 3,
  write_decerr = 4,
  bad_command = 5,
  aborted = 6,
  hole = 7  ///< a beat of the packet that came in lacks lanes
};

/// What the block mover is asked to do: planes of rows of bytes from one place to another. Strides in bytes.
struct Move {
  Operation operation = Operation::copy;
  Port source_port = Port::a;
  Port destination_port = Port::a;
  std::uint64_t source = 0;  ///< of a fill: the pattern
  std::uint64_t destination = 0;
  std::uint32_t row_bytes = 0;  ///< 1 to 2^24
  std::uint16_t rows = 1;
  std::uint16_t planes = 1;  ///< of an XOR: its sources, 1 to 8
  std::int32_t source_row_stride = 0;
  std::int32_t source_plane_stride = 0;
  std::int32_t destination_row_stride = 0;
  std::int32_t destination_plane_stride = 0;
  std::uint8_t tag = 0;
  bool interrupt = false;      ///< its end counts as "move done"
  bool after_earlier = false;  ///< begins when every earlier move has ended
};

/// What became of a move.
struct MoveResult {
  std::uint8_t tag = 0;
  MoveError error = MoveError::none;
  std::uint32_t bytes = 0;  ///< whose write was answered OKAY, modulo 2^32
  bool is_short = false;    ///< the packet that came in ended before the move, which is no error
  bool is_long = false;     ///< ... after it; the rest of it is thrown away
};

}  // namespace isochron::block_mover
