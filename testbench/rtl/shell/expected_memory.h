// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <isochron/dma/block_mover/move.h>

#include "command.h"
#include "mover_model.h"
#include "shell_bench.h"

namespace isochron::rtl {

/// The command that a move is to the core.
Command command_of(const block_mover::Move& move);

/// What the memories of a bench must hold after moves that do not depend on each other.
class ExpectedMemory {
 public:
  /// As the bench's memories are now.
  explicit ExpectedMemory(ShellBench& bench);

  void apply(const block_mover::Move& move);
  /// Empty when ports A and B hold what they must; else the first difference of each.
  std::string difference();

 private:
  ShellBench& bench_;
  MoverModel model_;
  SparseMemory a_;
  SparseMemory b_;
};

}  // namespace isochron::rtl
