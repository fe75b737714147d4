// SPDX-License-Identifier: Apache-2.0
#include "segments.h"

namespace isochron::rtl {
namespace {

std::uint64_t wrapped(std::uint64_t address, unsigned bits) {
  return bits >= 64 ? address : address & ((std::uint64_t{1} << bits) - 1);
}

std::uint64_t moved(std::uint64_t start, std::int64_t stride, std::uint64_t count) {
  return start + static_cast<std::uint64_t>(stride) * count;
}

template <class RowAt>
std::vector<Segment> segments(const Command& command, std::uint32_t planes, bool joined, RowAt row_at) {
  std::vector<Segment> all;
  for (std::uint32_t plane = 0; plane < planes; ++plane) {
    if (joined) {
      all.push_back({row_at(plane, 0), std::uint64_t{command.row_bytes} * command.rows});
      continue;
    }
    for (std::uint32_t row = 0; row < command.rows; ++row) all.push_back({row_at(plane, row), command.row_bytes});
  }
  return all;
}

}  // namespace

std::uint64_t source_row(const Command& c, std::uint32_t plane, std::uint32_t row, unsigned address_bits) {
  return wrapped(moved(moved(c.src, c.src_plane_stride, plane), c.src_row_stride, row), address_bits);
}

std::uint64_t destination_row(const Command& c, std::uint32_t plane, std::uint32_t row, unsigned address_bits) {
  return wrapped(moved(moved(c.dst, c.dst_plane_stride, plane), c.dst_row_stride, row), address_bits);
}

std::vector<Segment> source_segments(const Command& c, unsigned address_bits) {
  // The sources of an XOR are read row by row in turn, so its rows are not joined.
  return segments(c, c.planes, c.op != xor_op && static_cast<std::uint32_t>(c.src_row_stride) == c.row_bytes,
                  [&](auto plane, auto row) { return source_row(c, plane, row, address_bits); });
}

std::vector<Segment> destination_segments(const Command& c, unsigned address_bits) {
  // Nor are they joined where it writes.
  return segments(c, c.planes_written(), c.op != xor_op && static_cast<std::uint32_t>(c.dst_row_stride) == c.row_bytes,
                  [&](auto plane, auto row) { return destination_row(c, plane, row, address_bits); });
}

}  // namespace isochron::rtl
