// SPDX-License-Identifier: Apache-2.0
#include "random_commands.h"

#include <algorithm>
#include <cstdlib>

namespace isochron::rtl {
namespace {

/// Lowest and highest byte of rows and planes, relative to the first.
struct Extent {
  std::int64_t lowest = 0;
  std::int64_t highest = 0;
};

Extent extent(std::uint32_t row_bytes, std::uint32_t rows, std::int64_t row_stride, std::uint32_t planes,
              std::int64_t plane_stride) {
  const auto over_rows = row_stride * (rows - 1);
  const auto over_planes = plane_stride * (planes - 1);
  return {std::min<std::int64_t>(over_rows, 0) + std::min<std::int64_t>(over_planes, 0),
          std::max<std::int64_t>(over_rows, 0) + std::max<std::int64_t>(over_planes, 0) + row_bytes - 1};
}

}  // namespace

std::vector<Command> RandomCommands::next(unsigned count) {
  std::vector<Command> all;
  for (unsigned i = 0; i < count; ++i) all.push_back(next());
  return all;
}

Command RandomCommands::next() {
  Command c;
  choose_ends(c);
  c.tag = number_++ & 0xff;
  c.row_bytes = row_bytes();
  if (random_.chance(limits_.rows_percent)) {
    c.rows = few(6);
    c.planes = random_.chance(50) ? few(4) : 1;
    c.row_bytes = std::min<std::uint32_t>(c.row_bytes, limits_.longest_row / 4 + 1);
  }
  if (c.op == xor_op) c.planes = few(8);
  const bool may_overlap = !limits_.windows && random_.chance(10);
  c.src_row_stride = stride(c.row_bytes, true);
  c.dst_row_stride = stride(c.row_bytes, may_overlap);
  const auto plane = [&](std::int64_t row_stride) {
    return static_cast<std::int64_t>(c.row_bytes) + std::abs(row_stride) * (c.rows - 1);
  };
  c.src_plane_stride = stride(plane(c.src_row_stride), true);
  c.dst_plane_stride = stride(plane(c.dst_row_stride), may_overlap);

  const auto from = extent(c.row_bytes, c.rows, c.src_row_stride, c.planes, c.src_plane_stride);
  const auto to = extent(c.row_bytes, c.rows, c.dst_row_stride, c.planes_written(), c.dst_plane_stride);
  c.src = place(source_base, from.lowest, from.highest);
  c.dst = place(destination_base, to.lowest, to.highest);
  if (c.op == fill_op) c.src = random_.next() & 0xffffffff;
  if (random_.chance(limits_.bad_percent)) make_bad(c);
  if (c.reads_stream() && packets_.chance(limits_.odd_packets_percent)) c.packet = packet(c);
  return c;
}

void RandomCommands::choose_ends(Command& c) {
  const auto draw = random_.below(10);
  c.op = draw < 6 ? copy_op : draw < 8 ? fill_op : xor_op;
  if (c.op == xor_op && !core_.xor_op) c.op = copy_op;
  const auto memory = [&] { return core_.port_b && random_.chance(35) ? port_b : port_a; };
  const bool streams = core_.stream && limits_.streams;
  c.src_port = streams && c.op == copy_op && random_.chance(limits_.stream_in_percent) ? stream_port : memory();
  c.dst_port = streams && random_.chance(12) ? stream_port : memory();
}

PacketShape RandomCommands::packet(const Command& c) {
  const auto word = std::int64_t{core_.word_bytes};
  const auto bytes = static_cast<std::int64_t>(c.bytes_written());
  PacketShape shape;
  switch (packets_.below(8)) {
    case 0:
      shape.surplus = -packets_.between(1, std::min(2 * word, bytes));
      break;
    case 1:
      shape.surplus = -packets_.between(0, bytes);
      break;
    case 2:
      // Up to the end of a beat of a single row.
      shape.surplus = -(bytes % word + packets_.between(0, bytes / word) * word);
      shape.surplus = std::max(shape.surplus, -bytes);
      break;
    case 3:
      shape.surplus = packets_.between(1, 3 * word);
      break;
    case 4:
      shape.surplus = packets_.between(1, 40 * word);
      break;
    case 5:
    case 6:
      shape.hole_beat = static_cast<std::uint64_t>(packets_.between(1, bytes / word + 2));
      shape.hole_at_top = packets_.chance(50);
      if (packets_.chance(50)) shape.surplus = packets_.between(-std::min(bytes, 3 * word), 3 * word);
      break;
    default:
      break;
  }
  shape.empty_end = packets_.chance(15);
  shape.padded = packets_.chance(40);
  return shape;
}

std::uint32_t RandomCommands::row_bytes() {
  const auto word = core_.word_bytes;
  switch (random_.below(8)) {
    case 0:
      return few(word);
    case 1:
    case 2:
      return few(4 * word);
    case 3:
    case 4:
      return few(std::min<std::uint32_t>(256, limits_.longest_row));
    case 5:
      return few(std::min<std::uint32_t>(600, limits_.longest_row)) / word * word + word;
    default:
      return few(limits_.longest_row);
  }
}

std::int32_t RandomCommands::stride(std::int64_t inner, bool overlapping) {
  std::int64_t value = inner;
  switch (random_.below(6)) {
    case 0:
    case 1:
      break;  // joined
    case 2:
      value = inner + random_.between(1, 2 * core_.word_bytes);
      break;
    case 3:
      value = inner + random_.between(1, 700);
      break;
    case 4:
      value = -(inner + random_.between(0, 40));
      break;
    default:
      value = overlapping ? random_.between(-inner, inner) : inner + 4096 - inner % 4096;
  }
  return static_cast<std::int32_t>(value);
}

std::uint64_t RandomCommands::place(std::uint64_t base, std::int64_t lowest, std::int64_t highest) {
  const auto room = window_bytes - 8192;
  const auto window = limits_.windows ? base + (number_ % windows) * window_bytes + 4096 : base + 4096;
  const auto size = static_cast<std::uint64_t>(highest - lowest + 1);
  auto first = window + random_.below(size < room ? room - size : 1);
  // Half of them near a 4 KB boundary, before or behind it.
  if (size < 4096 && random_.chance(50)) {
    const auto boundary = (first + 4095) / 4096 * 4096;
    first = std::max(window, boundary - random_.below(std::min<std::uint64_t>(size + 64, 2048)));
  }
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(first) - lowest);
}

void RandomCommands::make_bad(Command& c) {
  const auto top = core_.address_bits >= 64 ? 0 : std::uint64_t{1} << core_.address_bits;
  switch (random_.below(limits_.windows ? 6 : 9)) {
    case 0:
      c.row_bytes = 0;
      break;
    case 1:
      c.rows = 0;
      break;
    case 2:
      c.planes = 0;
      break;
    case 3:
      c.op = 3;
      break;
    case 4:
      c.dst_port = 3;
      break;
    case 5:
      c.row_bytes = (1u << 24) + few(5000);
      break;
    case 6:
      // Rows that go down below address 0.
      c.dst_port = port_a;
      c.op = fill_op;
      c.rows = 4;
      c.planes = 1;
      c.dst_row_stride = -static_cast<std::int32_t>(c.row_bytes);
      c.dst = random_.below(2 * c.row_bytes);
      break;
    case 7:
      // What an earlier command writes must not be read before its status: the two ends of the address space are one
      // place.
      if (top_written_) {
        c.row_bytes = 0;
        break;
      }
      c.op = copy_op;
      c.src_port = port_a;
      c.rows = c.planes = 1;
      c.src = top - few(c.row_bytes);
      ++c.row_bytes;
      break;
    default:
      // One row over the end of the address space; how much of a stream it takes is not said.
      top_written_ = true;
      if (c.reads_stream()) c.src_port = port_a;
      c.dst_port = port_a;
      c.rows = c.planes = 1;
      c.dst = top - few(c.row_bytes);
      ++c.row_bytes;
  }
}

}  // namespace isochron::rtl
