// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "mover_model.h"
#include "random.h"

namespace isochron::rtl {

/// Draws commands: every operation, end, alignment and shape that a core of these parameters has.
///
/// Sources and destinations lie in regions of their own, so no command reads what one in flight writes.
class RandomCommands {
 public:
  struct Limits {
    std::uint32_t longest_row = 2000;
    unsigned bad_percent = 2;    ///< commands that must be refused
    unsigned rows_percent = 40;  ///< commands with more than one row or plane
    bool streams = true;
    unsigned stream_in_percent = 12;   ///< copies that read the stream
    unsigned odd_packets_percent = 0;  ///< packets that are not what their command asks for
    /// Each command in flight has a window of memory to itself and writes no byte twice, so that each byte and each
    /// error has one owner.
    bool windows = false;
  };

  RandomCommands(const CoreParameters& core, const Limits& limits, std::uint64_t seed)
      : core_(core), limits_(limits), random_(seed), packets_(~seed) {}

  Command next();
  std::vector<Command> next(unsigned count);

  static constexpr std::uint64_t source_base = 0x10000000;
  static constexpr std::uint64_t destination_base = 0x20000000;
  static constexpr std::uint64_t window_bytes = 0x20000;
  static constexpr unsigned windows = 64;

 private:
  std::uint32_t row_bytes();
  std::uint32_t few(std::uint32_t most) { return static_cast<std::uint32_t>(random_.between(1, most)); }
  std::int32_t stride(std::int64_t inner_bytes, bool overlapping);
  std::uint64_t place(std::uint64_t base, std::int64_t lowest, std::int64_t highest);
  void choose_ends(Command& command);
  PacketShape packet(const Command& command);
  void make_bad(Command& command);
  bool top_written_ = false;  ///< by a command that goes over the end of the address space

  CoreParameters core_;
  Limits limits_;
  Random random_;
  Random packets_;
  unsigned number_ = 0;
};

}  // namespace isochron::rtl
