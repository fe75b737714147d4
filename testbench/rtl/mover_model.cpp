// SPDX-License-Identifier: Apache-2.0
#include "mover_model.h"

#include <algorithm>

#include "segments.h"
#include "stream_data.h"

namespace isochron::rtl {
namespace {

constexpr std::uint32_t longest_row = 1u << 24;

std::uint64_t words_of(const std::vector<Segment>& segments, unsigned word_bytes) {
  std::uint64_t words = 0;
  for (const auto& segment : segments) words += segment.words(word_bytes);
  return words;
}

/// Segments on a stream have no address: each begins with a beat.
std::uint64_t stream_words(std::vector<Segment> segments, unsigned word_bytes) {
  for (auto& segment : segments) segment.address = 0;
  return words_of(segments, word_bytes);
}

unsigned lanes_of(std::uint64_t keep) {
  return static_cast<unsigned>(__builtin_popcountll(keep));
}

/// Whether `address`, a command's distance modulo 2^64 from `start`, lies beyond either end of the address space.
bool beyond(std::uint64_t start, std::uint64_t address, unsigned address_bits) {
  const auto end = address_bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << address_bits) - 1;
  const auto distance = address - start;
  return static_cast<std::int64_t>(distance) < 0 ? 0 - distance > start : distance > end - start;
}

/// Whether a segment lies beyond either end of the address space, where a core must not follow.
bool leaves(std::uint64_t start, const std::vector<Segment>& segments, unsigned address_bits) {
  for (const auto& segment : segments)
    if (beyond(start, segment.address, address_bits) ||
        beyond(start, segment.address + segment.bytes - 1, address_bits))
      return true;
  return false;
}

}  // namespace

MoverError MoverModel::refusal(const Command& c) const {
  const bool memory_only = c.src_port != stream_port;
  if (c.op > xor_op) return bad_command;
  if (!c.row_bytes || c.row_bytes > longest_row || !c.rows || !c.planes) return bad_command;
  if (c.op == xor_op) {
    // Rows of an XOR fit in a burst's bytes, unless it has one only.
    const auto longest_of_several = std::min<std::uint32_t>(core_.max_burst * core_.word_bytes, 4096);
    if (c.planes > 8 || !memory_only || !core_.xor_op || (c.rows > 1 && c.row_bytes > longest_of_several))
      return bad_command;
  }
  const auto missing = [&](unsigned port) {
    return port > stream_port || (port == port_b && !core_.port_b) || (port == stream_port && !core_.stream);
  };
  // A FILL has no source.
  if (missing(c.dst_port) || (c.op != fill_op && missing(c.src_port))) return bad_command;
  return no_error;
}

bool MoverModel::wraps(const Command& c) const {
  return (c.reads_memory() && leaves(c.src, source_segments(c, 64), core_.address_bits)) ||
         (c.dst_port != stream_port && leaves(c.dst, destination_segments(c, 64), core_.address_bits));
}

std::uint8_t MoverModel::source_byte(const Command& c, std::uint32_t plane, std::uint32_t row, std::uint64_t column,
                                     std::array<SparseMemory*, 2> memory, std::array<const AxiFaults*, 2> faults,
                                     std::uint64_t stream_beat, bool& bad) const {
  if (c.op == fill_op) return static_cast<std::uint8_t>(c.src >> (column % 4 * 8));
  if (c.src_port == stream_port) {
    // Joined rows are one run of beats a plane; others begin with a beat each.
    const auto word = std::uint64_t{core_.word_bytes};
    const bool joined = static_cast<std::uint32_t>(c.src_row_stride) == c.row_bytes;
    const auto run_bytes = joined ? std::uint64_t{c.row_bytes} * c.rows : c.row_bytes;
    const auto run = joined ? plane : std::uint64_t{plane} * c.rows + row;
    const auto at = joined ? std::uint64_t{row} * c.row_bytes + column : column;
    const auto beat = stream_beat + run * ((run_bytes + word - 1) / word) + at / word;
    return stream_byte(stream_seed_, beat, static_cast<unsigned>(at % word));
  }
  const auto sources = c.op == xor_op ? c.planes : 1;
  std::uint8_t value = 0;
  for (std::uint32_t source = 0; source < sources; ++source) {
    const auto address = source_row(c, c.op == xor_op ? source : plane, row, core_.address_bits) + column;
    if (beyond(c.src, source_row(c, c.op == xor_op ? source : plane, row, 64) + column, core_.address_bits)) {
      bad = true;
      continue;
    }
    const auto word = address / core_.word_bytes * core_.word_bytes;
    if (faults[c.src_port]->read(word, core_.word_bytes) != okay) bad = true;
    value ^= memory[c.src_port]->read(address);
  }
  return value;
}

std::vector<MoverModel::ByteMove> MoverModel::moves(const Command& c, std::array<SparseMemory*, 2> memory,
                                                    std::array<const AxiFaults*, 2> faults,
                                                    std::uint64_t stream_beat) const {
  std::vector<ByteMove> all;
  all.reserve(c.bytes_written());
  for (std::uint32_t plane = 0; plane < c.planes_written(); ++plane) {
    for (std::uint32_t row = 0; row < c.rows; ++row) {
      const auto destination = destination_row(c, plane, row, core_.address_bits);
      const auto unwrapped = destination_row(c, plane, row, 64);
      for (std::uint64_t column = 0; column < c.row_bytes; ++column) {
        ByteMove move;
        move.address = destination + column;
        move.value = source_byte(c, plane, row, column, memory, faults, stream_beat, move.bad);
        if (c.dst_port != stream_port && beyond(c.dst, unwrapped + column, core_.address_bits)) move.bad = true;
        all.push_back(move);
      }
    }
  }
  return all;
}

std::vector<StreamPins> MoverModel::stream_beats(const Command& c, const std::vector<ByteMove>& moves,
                                                 bool is_short) const {
  std::vector<StreamPins> beats;
  std::size_t next = 0;
  bool cut = false;
  for (const auto& segment : destination_segments(c, core_.address_bits)) {
    for (std::uint64_t done = 0; done < segment.bytes && next < moves.size(); done += core_.word_bytes) {
      StreamPins beat;
      beat.valid = true;
      for (unsigned lane = 0; lane < core_.word_bytes && done + lane < segment.bytes && next < moves.size(); ++lane) {
        beat.data[lane] = moves[next++].value;
        beat.keep |= std::uint64_t{1} << lane;
      }
      // A short packet that is over behind a beat that was whole needs another one for its end.
      cut = is_short && lanes_of(beat.keep) < std::min<std::uint64_t>(core_.word_bytes, segment.bytes - done);
      beats.push_back(beat);
    }
  }
  if (is_short && !beats.empty() && !cut) {
    beats.emplace_back();
    beats.back().valid = true;
  }
  if (!beats.empty()) beats.back().last = true;
  return beats;
}

std::uint64_t MoverModel::smallest_read_beats(const Command& c) const {
  const auto piece = std::min<std::uint64_t>(core_.max_burst * core_.word_bytes, 4096);
  if (c.op == xor_op && c.row_bytes > piece) {
    // A piece of each source in turn: a word that two pieces share is read for both.
    std::uint64_t words = 0;
    for (auto source : source_segments(c, core_.address_bits)) {
      for (; source.bytes > piece; source.bytes -= piece, source.address += piece)
        words += Segment{source.address, piece}.words(core_.word_bytes);
      words += source.words(core_.word_bytes);
    }
    return words;
  }
  return c.reads_memory()   ? words_of(source_segments(c, core_.address_bits), core_.word_bytes)
         : c.reads_stream() ? stream_words(source_segments(c, core_.address_bits), core_.word_bytes)
                            : 0;
}

std::uint64_t MoverModel::smallest_write_beats(const Command& c) const {
  const auto segments = destination_segments(c, core_.address_bits);
  return c.dst_port == stream_port ? stream_words(segments, core_.word_bytes) : words_of(segments, core_.word_bytes);
}

std::uint64_t MoverModel::piecewise_write_beats(const Command& c) const {
  if (c.op != xor_op || c.dst_port == stream_port) return smallest_write_beats(c);
  const auto piece = std::min<std::uint64_t>(core_.max_burst * core_.word_bytes, 4096);
  std::uint64_t words = 0;
  for (std::uint32_t row = 0; row < c.rows; ++row) {
    Segment rest{destination_row(c, 0, row, core_.address_bits), c.row_bytes};
    for (; rest.bytes > piece; rest.bytes -= piece, rest.address += piece)
      words += Segment{rest.address, piece}.words(core_.word_bytes);
    words += rest.words(core_.word_bytes);
  }
  return words;
}

std::uint64_t MoverModel::dependent_beats(const Command& c) const {
  // For each byte in the order of the move: the number of the read beat that brings it, then of its write beat.
  std::vector<std::uint64_t> brought(c.bytes_written(), 0);
  std::uint64_t reads = 0;
  std::uint64_t at = 0;
  const auto read_run = [&](std::uint64_t address, std::uint64_t bytes) {
    for (std::uint64_t i = 0; i < bytes; ++i) {
      if (i == 0 || (address + i) % core_.word_bytes == 0) ++reads;
      brought[at + i] = reads;
    }
  };
  if (c.op == xor_op) {
    const auto piece = std::min<std::uint64_t>(core_.max_burst * core_.word_bytes, 4096);
    for (std::uint32_t row = 0; row < c.rows; ++row) {
      for (std::uint64_t column = 0; column < c.row_bytes; column += piece) {
        const auto bytes = std::min<std::uint64_t>(piece, c.row_bytes - column);
        for (std::uint32_t from = 0; from < c.planes; ++from)
          read_run(source_row(c, from, row, core_.address_bits) + column, bytes);
        at += bytes;
      }
    }
  } else if (c.op == fill_op) {
    // The pattern begins with each row, a beat at a time.
    for (std::uint64_t row = 0; row < std::uint64_t{c.rows} * c.planes; ++row, at += c.row_bytes)
      read_run(0, c.row_bytes);
  } else {
    for (const auto& segment : source_segments(c, core_.address_bits)) {
      read_run(segment.address, segment.bytes);
      at += segment.bytes;
    }
  }

  const auto writes = piecewise_write_beats(c);
  std::uint64_t beats = writes;
  std::uint64_t write = 0;
  at = 0;
  for (const auto& segment : destination_segments(c, core_.address_bits)) {
    for (std::uint64_t i = 0; i < segment.bytes; ++i, ++at) {
      if (i == 0 || (segment.address + i) % core_.word_bytes == 0) ++write;
      beats = std::max(beats, brought[at] + writes - write);
    }
  }
  return std::max(beats, reads);
}

}  // namespace isochron::rtl
