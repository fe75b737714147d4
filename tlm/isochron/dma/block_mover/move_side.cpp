// SPDX-License-Identifier: Apache-2.0
#include <isochron/dma/block_mover/move_side.h>

#include <algorithm>

namespace isochron {

namespace {

using block_mover::Move;
using block_mover::Operation;

constexpr std::uint32_t longest_row = 1u << 24;
constexpr unsigned most_sources = 8;

/// An XOR of one row that is longer than a chunk goes chunk by chunk.
bool in_chunks(const Move& move) {
  return move.operation == Operation::combine && move.rows == 1 && move.row_bytes > MoveSide::chunk;
}
std::uint64_t chunks(const Move& move) {
  return (std::uint64_t{move.row_bytes} + MoveSide::chunk - 1) / MoveSide::chunk;
}

}  // namespace

bool MoveSide::is_bad(const Move& move) {
  const bool combine = move.operation == Operation::combine;
  if (move.row_bytes == 0 || move.row_bytes > longest_row || move.rows == 0 || move.planes == 0) return true;
  if (static_cast<unsigned>(move.operation) > 2 || static_cast<unsigned>(move.destination_port) > 2) return true;
  if (move.operation != Operation::fill && static_cast<unsigned>(move.source_port) > 2) return true;
  if (!combine) return false;
  return move.planes > most_sources || move.source_port == block_mover::Port::stream ||
         (move.rows > 1 && move.row_bytes > chunk);
}

MoveSide MoveSide::source_of(const Move& move) {
  MoveSide side;
  side.base_ = move.source;
  side.is_virtual_ = move.operation == Operation::fill || move.source_port == block_mover::Port::stream;
  side.length_ = side.last_length_ = move.row_bytes;
  if (move.operation == Operation::combine) {
    side.sources_ = true;
    side.inners_ = move.planes;
    side.inner_stride_ = move.source_plane_stride;
    side.outers_ = move.rows;
    side.outer_stride_ = move.source_row_stride;
    if (in_chunks(move)) {
      side.outers_ = chunks(move);
      side.outer_stride_ = chunk;
      side.length_ = chunk;
      side.last_length_ = move.row_bytes - (side.outers_ - 1) * chunk;
    }
    return side;
  }
  side.outers_ = move.planes;
  side.outer_stride_ = move.source_plane_stride;
  const bool joined = move.operation == Operation::copy && move.rows > 1 &&
                      move.source_row_stride == static_cast<std::int32_t>(move.row_bytes);
  if (joined) {
    side.length_ = side.last_length_ = std::uint64_t{move.row_bytes} * move.rows;
  } else {
    side.inners_ = move.rows;
    side.inner_stride_ = move.source_row_stride;
  }
  return side;
}

MoveSide MoveSide::destination_of(const Move& move) {
  MoveSide side;
  side.base_ = move.destination;
  side.is_virtual_ = move.destination_port == block_mover::Port::stream;
  side.length_ = side.last_length_ = move.row_bytes;
  if (move.operation == Operation::combine) {
    side.outers_ = move.rows;
    side.outer_stride_ = move.destination_row_stride;
    if (in_chunks(move)) {
      side.outers_ = chunks(move);
      side.outer_stride_ = chunk;
      side.length_ = chunk;
      side.last_length_ = move.row_bytes - (side.outers_ - 1) * chunk;
    }
    return side;
  }
  side.outers_ = move.planes;
  side.outer_stride_ = move.destination_plane_stride;
  if (move.rows > 1 && move.destination_row_stride == static_cast<std::int32_t>(move.row_bytes)) {
    side.length_ = side.last_length_ = std::uint64_t{move.row_bytes} * move.rows;
  } else {
    side.inners_ = move.rows;
    side.inner_stride_ = move.destination_row_stride;
  }
  return side;
}

MoveBurst MoveSide::next() {
  const std::uint64_t length = outer_ + 1 == outers_ ? last_length_ : length_;
  const std::uint64_t row =
      base_ + outer_ * static_cast<std::uint64_t>(outer_stride_) + inner_ * static_cast<std::uint64_t>(inner_stride_);
  const std::uint64_t from = (is_virtual_ ? 0 : row) + offset_;
  MoveBurst burst;
  burst.address = from;
  burst.lane = static_cast<unsigned>(from % lanes);
  burst.bytes = static_cast<unsigned>(std::min<std::uint64_t>(length - offset_, chunk - from % chunk));
  burst.beats = (burst.lane + burst.bytes + lanes - 1) / lanes;
  burst.position = position_ + offset_;
  burst.segment = position_;
  burst.combines = sources_ && inner_ > 0;
  burst.waits = sources_ && inner_ + 1 < inners_;
  burst.beyond = !is_virtual_ && from < row;
  offset_ += burst.bytes;
  if (offset_ < length) return burst;
  offset_ = 0;
  if (!sources_ || inner_ + 1 == inners_) position_ += length;
  if (++inner_ == inners_) {
    inner_ = 0;
    ++outer_;
  }
  return burst;
}

}  // namespace isochron
