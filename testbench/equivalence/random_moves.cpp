// SPDX-License-Identifier: Apache-2.0
#include "random_moves.h"

#include <algorithm>

#include "equivalence_memory.h"

namespace isochron::cosim {

using block_mover::Move;
using block_mover::Operation;
using block_mover::Port;

std::vector<TimedMove> RandomMoves::batch(const Regime& regime, unsigned moves) {
  std::vector<TimedMove> batch;
  for (unsigned i = 0; i < moves; ++i) {
    TimedMove timed;
    timed.move = next(regime);
    if (regime.mean_gap > 0) timed.gap = below(2 * regime.mean_gap);
    if (below(100) < regime.errors) meet_error(timed.move);
    batch.push_back(timed);
  }
  return batch;
}

Move RandomMoves::next(const Regime& regime) {
  Move move;
  move.tag = static_cast<std::uint8_t>(made_);
  move.interrupt = true;
  move.source_port = below(2) == 0 ? Port::a : Port::b;
  move.destination_port = below(2) == 0 ? Port::a : Port::b;
  // Lengths over all magnitudes.
  const std::uint64_t magnitude = 1 + below(regime.largest);
  move.row_bytes = static_cast<std::uint32_t>(1 + below(magnitude));
  const std::uint64_t kind = below(10);
  if (kind == 0) {
    move.operation = Operation::fill;
    move.source = random_() & 0xffffffff;
  } else {
    move.source = below(sources / 2);
  }
  if (kind == 1) {
    move.operation = Operation::combine;
    move.planes = static_cast<std::uint16_t>(1 + below(8));
    move.row_bytes = static_cast<std::uint32_t>(1 + below(std::min<std::uint64_t>(magnitude, 2048)));
    move.source_plane_stride = static_cast<std::int32_t>(below(20000));
  } else if (kind < 6 && move.row_bytes < 512) {
    move.rows = static_cast<std::uint16_t>(1 + below(16));
    move.planes = static_cast<std::uint16_t>(1 + below(3));
    // Every other one has rows that follow each other on a side.
    move.source_row_stride = static_cast<std::int32_t>(below(3) == 0 ? move.row_bytes : below(4000));
    move.source_plane_stride = static_cast<std::int32_t>(below(20000));
    move.destination_row_stride =
        static_cast<std::int32_t>(below(3) == 0 ? move.row_bytes : move.row_bytes + below(512));
    move.destination_plane_stride = move.destination_row_stride * move.rows + static_cast<std::int32_t>(below(64));
  }
  move.destination = sources + made_ * destination + below(4096);
  move.after_earlier = below(20) == 0;
  ++made_;
  return move;
}

void RandomMoves::meet_error(Move& move) {
  const std::uint64_t area = EquivalenceMemory::bad + (below(2) << 20);
  const std::uint64_t kind = below(4);
  if (kind == 0) {
    move.row_bytes = 0;  // refused
  } else if (kind == 1 || move.operation == Operation::fill) {
    // One burst: what a longer move has written when its first answer says no depends on the cycle.
    move.rows = move.planes = 1;
    move.row_bytes = static_cast<std::uint32_t>(1 + below(64));
    move.destination = area + below(1000);
  } else if (kind == 2 || move.rows == 1) {
    move.source = area + below(4096);
  } else {
    // Some rows are good.
    move.source_row_stride = 8192;
    move.source = area - 8192 * (1 + below(move.rows));
  }
}

}  // namespace isochron::cosim
