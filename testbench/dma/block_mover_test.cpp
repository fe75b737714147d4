// SPDX-License-Identifier: Apache-2.0
// Moves of one to three dimensions against a model that copies byte by byte.
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "support/child_process.h"
#include "support/mover_bench.h"

namespace isochron::testbench {
namespace {

constexpr std::uint64_t half = 1 << 15;
using Contents = std::vector<std::vector<unsigned char>>;  ///< by port

/// An end in the lower or upper half of a memory, with strides that do not leave it.
Move::End any_end(std::uint64_t middle) {
  return {*rc::gen::element(BlockMover::local, BlockMover::system), middle + *rc::gen::inRange<std::uint64_t>(0, 100),
          *rc::gen::inRange<std::int64_t>(-800, 800), *rc::gen::inRange<std::int64_t>(-2500, 2500)};
}

/// From lower halves to upper ones, so that what is read is never what was written. Rows may overlap.
Move any_move() {
  Move move;
  move.source = any_end(half / 2);
  move.destination = any_end(half + half / 2);
  move.row_bytes = *rc::gen::inRange<std::uint64_t>(1, 1500);
  move.rows = *rc::gen::inRange<std::uint64_t>(1, 6);
  move.planes = *rc::gen::inRange<std::uint64_t>(1, 4);
  return move;
}

std::uint64_t bytes_of(const Move& move) {
  return move.row_bytes * move.rows * move.planes;
}

Contents some_contents() {
  Contents contents(2, std::vector<unsigned char>(2 * half));
  for (std::size_t port = 0; port < 2; ++port)
    for (std::size_t i = 0; i < 2 * half; ++i)
      contents[port][i] = static_cast<unsigned char>(i * 31 + i / 256 * 17 + port * 101);
  return contents;
}

std::size_t place(const Move::End& end, std::uint64_t plane, std::uint64_t row, std::uint64_t byte) {
  return static_cast<std::size_t>(static_cast<std::int64_t>(end.address) +
                                  end.plane_stride * static_cast<std::int64_t>(plane) +
                                  end.row_stride * static_cast<std::int64_t>(row) + static_cast<std::int64_t>(byte));
}

void copy_byte_by_byte(const Move& move, Contents& contents) {
  for (std::uint64_t plane = 0; plane < move.planes; ++plane)
    for (std::uint64_t row = 0; row < move.rows; ++row)
      for (std::uint64_t byte = 0; byte < move.row_bytes; ++byte)
        contents.at(move.destination.port).at(place(move.destination, plane, row, byte)) =
            contents.at(move.source.port).at(place(move.source, plane, row, byte));
}

/// What differs; runs in a process of its own.
std::string compare(const BlockMover::Config& config, const std::vector<Move>& moves) {
  Contents expected = some_contents();
  std::uint64_t total = 0, read[2] = {}, written[2] = {}, transfers[2] = {};
  for (const Move& move : moves) {
    copy_byte_by_byte(move, expected);
    total += bytes_of(move);
    read[move.source.port] += bytes_of(move);
    written[move.destination.port] += bytes_of(move);
    const std::uint64_t bursts = (move.row_bytes + config.burst - 1) / config.burst * move.rows * move.planes;
    transfers[move.source.port] += bursts;
    transfers[move.destination.port] += bursts;
  }
  MoverBench bench(config, moves, 2 * half);
  for (unsigned port = 0; port < 2; ++port) bench.set_contents(port, some_contents()[port]);
  bench.run(second);

  std::string found;
  const auto check = [&](bool good, const char* what) {
    if (!good) found += std::string(what) + "\n";
  };
  for (unsigned port = 0; port < 2; ++port) {
    check(bench.contents(port) == expected[port], "contents");
    check(bench.memory(port).bytes_read() == read[port], "bytes read");
    check(bench.memory(port).bytes_written() == written[port], "bytes written");
    check(bench.bus(port).bytes() == read[port] + written[port], "bytes on a bus");
    check(bench.bus(port).transfers() == transfers[port], "transfers on a bus");
  }
  check(bench.mover().bytes() == total, "bytes of the mover");
  check(bench.outstanding() == 0, "a burst was never given back");
  for (std::size_t i = 0; i < moves.size(); ++i) {
    check(bench.done[i] != end_of_time, "a move is not done");
    check(i == 0 || bench.done[i - 1] < bench.done[i], "moves out of order");
  }
  return found;
}

// Catches a stride that is taken unsigned, rows and planes confused, bursts that overtake each other or cross a row,
// and bytes that cross a bus twice.
RC_GTEST_PROP(BlockMover, movesWhatAByteByByteCopyDoes, ()) {
  BlockMover::Config config;
  config.burst = *rc::gen::element<std::uint64_t>(7, 64, 100, 2048, 4096);
  config.outstanding = *rc::gen::inRange<std::uint64_t>(1, 6);
  config.setup = *rc::gen::element<std::uint64_t>(0, 30 * nanosecond);
  std::vector<Move> moves;
  for (auto left = *rc::gen::inRange(1, 4); left > 0; --left) moves.push_back(any_move());
  RC_ASSERT(run_in_child([&] { return compare(config, moves); }) == "");
}

}  // namespace
}  // namespace isochron::testbench
