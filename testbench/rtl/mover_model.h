// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "axi_faults.h"
#include "axi_pins.h"
#include "command.h"
#include "sparse_memory.h"

namespace isochron::rtl {

/// What a core of certain parameters can do, as far as the answer to a command depends on it.
struct CoreParameters {
  const char* name = "";
  unsigned word_bytes = 8;
  unsigned address_bits = 32;
  unsigned outstanding = 16;
  unsigned commands = 8;
  unsigned buffer_words = 1024;
  unsigned max_burst = 256;
  bool port_b = true;
  bool stream = true;
  bool xor_op = true;
};

/// The block mover byte by byte: what a command moves, answers, and takes in beats.
class MoverModel {
 public:
  MoverModel(const CoreParameters& core, std::uint64_t stream_seed) : core_(core), stream_seed_(stream_seed) {}

  /// A byte that a command writes, in the order of the move. `bad`: never written, for its source answers
  /// with an error or lies beyond the address space, as may its destination.
  struct ByteMove {
    std::uint64_t address = 0;
    std::uint8_t value = 0;
    bool bad = false;
  };

  /// The error with which a core refuses the command before it begins.
  MoverError refusal(const Command& command) const;
  /// Whether it leaves the address space: a bad command too, but the core may notice on its way.
  bool wraps(const Command& command) const;

  /// All bytes of a good command, which reads the stream from a beat on.
  std::vector<ByteMove> moves(const Command& command, std::array<SparseMemory*, 2> memory,
                              std::array<const AxiFaults*, 2> faults, std::uint64_t stream_beat = 0) const;
  /// The beats that a good command with the stream as destination puts out, or one whose packet was short of bytes.
  std::vector<StreamPins> stream_beats(const Command& command, const std::vector<ByteMove>& moves, bool is_short) const;

  std::uint64_t smallest_read_beats(const Command& command) const;
  std::uint64_t smallest_write_beats(const Command& command) const;
  /// What an XOR takes that writes a long row piece by piece: a word on a border moves twice. Of other operations the
  /// smallest number.
  std::uint64_t piecewise_write_beats(const Command& command) const;
  /// Beats in series when a write beat goes after the last read beat that it needs: at least the larger of both
  /// numbers. Memory to memory only.
  std::uint64_t dependent_beats(const Command& command) const;

 private:
  std::uint8_t source_byte(const Command& command, std::uint32_t plane, std::uint32_t row, std::uint64_t column,
                           std::array<SparseMemory*, 2> memory, std::array<const AxiFaults*, 2> faults,
                           std::uint64_t stream_beat, bool& bad) const;

  CoreParameters core_;
  std::uint64_t stream_seed_;
};

}  // namespace isochron::rtl
