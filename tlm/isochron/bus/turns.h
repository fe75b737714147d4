// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <isochron/bus/slice_timing.h>

namespace isochron {

/// Round robin on a shared bus: the messages in it take turns of one slice. What the two ways of computing it, TurnsInClosedForm
/// and TurnsStepByStep, have in common: who is on the bus, and the accounts.
///
/// The rules (paper, section 6.2): a message that enters takes the last turn; a slice boundary at the very instant of an
/// entry is decided before it; a message that follows another one costs `change`, also after a completion.
class Turns {
 public:
  Turns(const SliceTiming& timing, unsigned slots) : timing_(timing), in_slot_(slots, 0) { order_.reserve(slots); }

  bool empty() const { return order_.empty(); }
  std::size_t size() const { return order_.size(); }
  /// Ticks in which device `slot` held the work slot, overhead of its changes included, counted when a slice begins.
  std::uint64_t in_slot(unsigned slot) const { return in_slot_[slot]; }
  /// Ticks spent on changes, further slices and starts, counted when they begin.
  std::uint64_t overhead() const { return overhead_; }
  /// Ticks of the slice in the work slot that lie after `tick`; 0 on an idle bus.
  std::uint64_t ahead_of(std::uint64_t tick) const { return empty() || end_ < tick ? 0 : end_ - tick; }
  unsigned holder() const { return order_.front().slot; }

 protected:
  struct Entry {
    std::uint64_t last;  ///< data ticks of its last slice
    std::uint32_t left;  ///< slices not yet ended
    unsigned slot;
  };

  std::uint64_t data_of(const Entry& entry) const { return entry.left == 1 ? entry.last : timing_.slice; }

  /// The head begins its next slice at `tick`, after `overhead`.
  void begin(std::uint64_t tick, std::uint64_t overhead) {
    const std::uint64_t length = overhead + data_of(order_.front());
    in_slot_[order_.front().slot] += length;
    overhead_ += overhead;
    end_ = tick + length;
  }

  void first(std::uint64_t tick, unsigned slot, const SliceNeed& need) {
    order_.push_back({need.last, need.slices, slot});
    begin(tick, timing_.start);
  }

  /// The head's last slice has ended at `tick`.
  unsigned remove_head(std::uint64_t tick) {
    const unsigned slot = order_.front().slot;
    order_.erase(order_.begin());
    if (!order_.empty()) begin(tick, timing_.change);
    return slot;
  }

  SliceTiming timing_;
  std::vector<Entry> order_;  ///< in order of turns; the head is in the work slot
  std::uint64_t end_ = 0;     ///< of the slice in the work slot
  std::vector<std::uint64_t> in_slot_;
  std::uint64_t overhead_ = 0;
};

}  // namespace isochron
