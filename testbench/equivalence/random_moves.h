// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <isochron/core/split_mix.h>
#include <isochron/core/time.h>
#include <isochron/dma/block_mover/move.h>

namespace isochron::cosim {

/// A move and how long its requester waits before it.
struct TimedMove {
  block_mover::Move move;
  Time gap = 0;
};

/// What surrounds a batch of moves.
struct Regime {
  const char* name = "";
  Time latency = 0;      ///< of the memories ...
  Time jitter = 0;       ///< ... and up to so much more
  Time mean_gap = 0;     ///< between requests; 0: as fast as the ring takes them
  unsigned errors = 0;   ///< moves in a hundred that meet an error
  unsigned largest = 0;  ///< bytes of a row, about
};

/// Random moves: copies, fills and XORs between the two ports, with all alignments, strides and shapes. What they read
/// lies below 1 MB and nobody writes it; each writes a part of memory of its own.
class RandomMoves {
 public:
  explicit RandomMoves(std::uint64_t seed) : random_(seed) {}

  static constexpr std::uint64_t sources = 1u << 20;      ///< bytes that are read
  static constexpr std::uint64_t destination = 1u << 16;  ///< bytes of each move's part

  std::vector<TimedMove> batch(const Regime& regime, unsigned moves);

 private:
  std::uint64_t below(std::uint64_t limit) { return random_() % limit; }
  block_mover::Move next(const Regime& regime);
  void meet_error(block_mover::Move& move);

  SplitMix64 random_;
  std::uint64_t made_ = 0;
};

}  // namespace isochron::cosim
