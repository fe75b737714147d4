// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include <isochron/bus/slice_timing.h>
#include <isochron/core/power_of_two.h>

namespace isochron {

/// Round robin on a shared bus: the messages in it take turns of one slice. What the two ways of computing it,
/// SliceArbiterInClosedForm and SliceArbiterStepByStep, have in common: who is on the bus, and the accounts.
///
/// The rules (paper, section 6.2): a message that enters takes the last turn; a slice boundary at the very instant of
/// an entry is decided before it; a message that follows another one costs `change`, also after a completion.
class SliceArbiter {
 public:
  /// Devices are numbered 0 to `slots` - 1; each has at most one message on the bus.
  SliceArbiter(const SliceTiming& timing, unsigned slots)
      : timing_(timing),
        mask_(slots <= 1 ? 0 : static_cast<std::uint32_t>(2 * power_of_two_below(slots - 1) - 1)),
        order_(new Entry[mask_ + 1]),
        in_slot_(new std::uint64_t[slots]()) {}

  SliceArbiter(SliceArbiter&&) = default;
  SliceArbiter& operator=(SliceArbiter&&) = default;
  ~SliceArbiter() = default;

  bool empty() const { return size_ == 0; }
  unsigned size() const { return size_; }
  /// Ticks in which device `slot` held the work slot, overhead of its changes included, counted when a slice begins.
  std::uint64_t in_slot(unsigned slot) const { return in_slot_[slot]; }
  /// Ticks spent on changes, further slices and starts, counted when they begin.
  std::uint64_t overhead() const { return overhead_; }
  /// Ticks of the slice in the work slot that lie after `tick`; 0 on an idle bus.
  std::uint64_t ahead_of(std::uint64_t tick) const { return empty() || end_ < tick ? 0 : end_ - tick; }
  /// The device in the work slot; not on an idle bus.
  unsigned holder() const { return head().slot; }

 protected:
  struct Entry {
    std::uint64_t last;  ///< data ticks of its last slice
    std::uint32_t left;  ///< slices not yet ended
    std::uint32_t slot;
  };

  /// Position `p` in the order of turns; the head is in the work slot.
  Entry& at(std::uint32_t p) { return order_[(head_ + p) & mask_]; }
  Entry& head() { return order_[head_]; }
  const Entry& head() const { return order_[head_]; }

  std::uint64_t data_of(const Entry& entry) const { return entry.left == 1 ? entry.last : timing_.slice; }

  /// The head begins its next slice at `tick`, after `overhead`.
  void begin(std::uint64_t tick, std::uint64_t overhead) {
    const std::uint64_t length = overhead + data_of(head());
    in_slot_[head().slot] += length;
    overhead_ += overhead;
    end_ = tick + length;
  }

  void append(unsigned slot, const SliceNeed& need) { at(size_++) = {need.last, need.slices, slot}; }

  void first(std::uint64_t tick, unsigned slot, const SliceNeed& need) {
    append(slot, need);
    begin(tick, timing_.start);
  }

  /// The head's last slice has ended at `tick`.
  unsigned remove_head(std::uint64_t tick) {
    const unsigned slot = head().slot;
    --size_;
    head_ = (head_ + 1) & mask_;
    if (size_ > 0) begin(tick, timing_.change);
    return slot;
  }

  /// The head goes to the end.
  void rotate() {
    at(size_) = head();
    head_ = (head_ + 1) & mask_;
  }

  std::uint64_t end_ = 0;  ///< of the slice in the work slot
  SliceTiming timing_;
  std::uint64_t overhead_ = 0;
  std::uint32_t size_ = 0;
  std::uint32_t head_ = 0;          ///< in `order_`
  std::uint32_t mask_;              ///< its length, a power of two, less 1
  std::unique_ptr<Entry[]> order_;  ///< ring in order of turns
  std::unique_ptr<std::uint64_t[]> in_slot_;
};

}  // namespace isochron
