// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include <isochron/core/time.h>

namespace isochron {

/// How a link repairs what it has lost.
struct LinkRetry {
  /// What is sent again: everything from the lost packet on, or that packet alone.
  enum class Scheme { none, go_back_n, selective };

  Scheme scheme = Scheme::none;
  std::uint64_t window = 8;  ///< packets that have begun to leave and of which no Ack has come
  Time timeout = 0;          ///< from the end of a packet of which neither Ack nor Nak comes until it is sent again, ps
  std::uint64_t limit = 0;   ///< times that a packet is sent again before the link gives up; 0: any number
  std::uint64_t ack = 0;     ///< bytes of an Ack or Nak; 0: none is ever lost

  bool operator==(const LinkRetry& other) const {
    return scheme == other.scheme && window == other.window && timeout == other.timeout && limit == other.limit &&
           ack == other.ack;
  }
};

/// What is wrong with a part at a time: all faults that have struck it together.
struct PartCondition {
  bool down = false;                                  ///< nothing moves
  bool dead = false;                                  ///< ... and that is known: what would pass is lost
  Time until = 0;                                     ///< it is down; end_of_time: for ever, or nobody knows
  double slow = 1;                                    ///< what it does takes so many times as long
  double bit_errors = 0;                              ///< probability that a bit is wrong
  std::map<std::string, std::uint64_t> changed = {};  ///< parameters with other values than they have, as stored

  bool is_well() const { return !down && !dead && slow == 1 && bit_errors == 0 && changed.empty(); }
};

}  // namespace isochron
