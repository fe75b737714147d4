// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace isochron {

/// Moves of a MoveList, by arithmetic: they are all alike.
struct MoveShape {
  std::uint64_t moves = 0;
  std::uint64_t bytes = 0;   ///< of each
  std::uint64_t row = 0;     ///< bytes of a row
  bool rows_follow = false;  ///< a move's rows lie one behind another, so that they are read as one
};

/// A part whose list a mover carries out.
class ListedMoves {
 public:
  virtual MoveShape shape() const = 0;

 protected:
  ~ListedMoves() = default;
};

}  // namespace isochron
