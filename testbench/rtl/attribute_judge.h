// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "mover_model.h"
#include "segments.h"

namespace isochron::rtl {

/// Gives each command attributes that no other in flight has, and knows by them whose an address is: it must lie in
/// that command's places, at its port, on its side.
class AttributeJudge {
 public:
  explicit AttributeJudge(const CoreParameters& core) : core_(core), model_(core, 0) {}

  void give(Command& command);
  void accepted(const Command& command);
  /// The oldest has its status: it shows no more addresses.
  void finished() { in_flight_.pop_front(); }
  bool right(unsigned port, bool write, std::uint64_t address, unsigned attributes) const;

 private:
  struct Side {
    bool memory = false;
    unsigned port = 0;
    unsigned attributes = 0;
    std::vector<Segment> segments;
  };
  struct Entry {
    Side source;
    Side destination;
  };

  CoreParameters core_;
  MoverModel model_;
  std::deque<Entry> in_flight_;
  unsigned given_ = 0;
};

}  // namespace isochron::rtl
