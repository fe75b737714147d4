// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace isochron::rtl {

enum Operation : std::uint8_t { copy_op = 0, fill_op = 1, xor_op = 2 };
enum Port : std::uint8_t { port_a = 0, port_b = 1, stream_port = 2 };
enum MoverError : std::uint8_t {
  no_error = 0,
  read_slverr = 1,
  read_decerr = 2,
  write_slverr = 3,
  write_decerr = 4,
  bad_command = 5,
  aborted = 6,
  hole_error = 7
};

/// How the packet that a command reads from the stream differs from what it asks for.
struct PacketShape {
  std::int64_t surplus = 0;     ///< bytes beyond the command's, or less than those
  bool empty_end = false;       ///< its last beat, the one with TLAST, has no byte
  bool padded = false;          ///< where a segment ends amid it, the beat has all lanes
  std::uint64_t hole_beat = 0;  ///< from 1: this beat lacks a lane; 0: none
  bool hole_at_top = false;     ///< ... its last one; otherwise one before it
};

/// A command as the core's ports take it.
struct Command {
  unsigned op = copy_op;
  unsigned src_port = port_a;
  unsigned dst_port = port_a;
  std::uint64_t src = 0;
  std::uint64_t dst = 0;
  std::uint32_t row_bytes = 0;
  std::uint32_t rows = 1;
  std::uint32_t planes = 1;
  std::int32_t src_row_stride = 0;
  std::int32_t src_plane_stride = 0;
  std::int32_t dst_row_stride = 0;
  std::int32_t dst_plane_stride = 0;
  unsigned tag = 0;
  unsigned src_attributes = 0;  ///< {id, qos, prot, cache} of its read addresses; the bench gives each command its own
  unsigned dst_attributes = 0;
  PacketShape packet{};

  bool reads_memory() const { return op != fill_op && src_port != stream_port; }
  bool reads_stream() const { return op != fill_op && src_port == stream_port; }
  /// An XOR's planes are its sources; it writes one.
  std::uint32_t planes_written() const { return op == xor_op ? 1 : planes; }
  std::uint64_t bytes_written() const { return std::uint64_t{row_bytes} * rows * planes_written(); }
};

/// As a line of C++ that makes the command again.
std::string to_string(const Command& command);
std::string to_string(const std::vector<Command>& commands);

}  // namespace isochron::rtl
