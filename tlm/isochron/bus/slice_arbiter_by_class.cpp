// SPDX-License-Identifier: Apache-2.0
#include <isochron/bus/slice_arbiter_by_class.h>

#include <algorithm>

namespace isochron {

void SliceArbiterByClass::enter(unsigned slot, unsigned traffic_class, const SliceNeed& need) {
  wait({need.last, need.slices, slot, std::min(traffic_class, turns_.classes() - 1)});
  ++size_;
}

void SliceArbiterByClass::start(std::uint64_t tick) {
  if (empty() || slot_ == Slot::slice) return;
  const auto ticks = [this](unsigned traffic_class) { return data_of(waiting(traffic_class).front()); };
  const unsigned next = turns_.next(present_, ticks);
  turns_.take(next, present_, present_, ticks);
  const bool goes_on = slot_ == Slot::slice_ended && waiting(next).front().slot == current_.slot;
  const std::uint64_t overhead = slot_ == Slot::idle ? timing_.start : goes_on ? timing_.again : timing_.change;
  if (slot_ != Slot::idle) tick = end_;
  current_ = waiting(next).pop();
  if (waiting(next).empty()) present_ &= ~class_bit(next);
  const std::uint64_t length = overhead + data_of(current_);
  in_slot_[current_.slot] += length;
  overhead_ += overhead;
  end_ = tick + length;
  slot_ = Slot::slice;
}

int SliceArbiterByClass::due() {
  slot_ = Slot::slice_ended;
  if (--current_.left > 0) {
    wait(current_);
    return none;
  }
  slot_ = --size_ == 0 ? Slot::idle : Slot::message_ended;
  return static_cast<int>(current_.slot);
}

void SliceArbiterByClass::wait(const Entry& entry) {
  waiting(entry.traffic_class).push(entry);
  present_ |= class_bit(entry.traffic_class);
}

}  // namespace isochron
