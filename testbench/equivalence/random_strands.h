// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <isochron/core/split_mix.h>
#include <isochron/core/time.h>
#include <isochron/disk_node/request.h>

namespace isochron::cosim {

/// How busy a disk-node interface is, and what is around it.
struct StrandRegime {
  const char* name = "";
  Time memory = 0;          ///< latency of the memory that strands go to, ps
  Time memory_most = 0;     ///< up to so much more
  Time disk = 0;            ///< from a command's turn on its disk to its data
  Time disk_most = 0;       ///< up to so much more
  Time gap = 0;             ///< mean time between requests; 0: as fast as the ring takes them
  std::uint32_t bytes = 0;  ///< of a request, at most
  unsigned disks = 8;
  std::uint8_t depth = 2;
  std::uint16_t max_blocks = 64;
  /// As the driver in the machines asks: of a disk no more requests than it may have commands. With a command a request
  /// the disks alone then say in which order requests end; otherwise it hangs on who is looked at when.
  bool in_order = true;
};

/// A request, some time after the one before it.
struct TimedStrand {
  Time gap = 0;
  disk_node::Request request;
  bool refused = false;  ///< no interface carries it out
};

/// Random reads of strands of all lengths, each to a place of its own; some of them are cut to rows, some cannot be,
/// and some go to where EquivalenceMemory answers with errors. Up to 4,000 of them.
class RandomStrands {
 public:
  /// Where request i goes: i x `place`, on either port.
  static constexpr std::uint64_t place = 1 << 18;

  explicit RandomStrands(std::uint64_t seed) : random_(seed) {}

  std::vector<TimedStrand> batch(const StrandRegime& regime, unsigned count);

 private:
  std::uint64_t below(std::uint64_t end) { return random_() % end; }
  /// Makes it a request that is refused, for one reason of five.
  void spoil(TimedStrand& strand) const;

  SplitMix64 random_;
  std::uint64_t made_ = 0;
};

}  // namespace isochron::cosim
