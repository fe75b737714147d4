// SPDX-License-Identifier: Apache-2.0
#include <isochron/bus/slice_arbiter_in_closed_form.h>

namespace isochron {

void SliceArbiterInClosedForm::enter(std::uint64_t tick, std::uint64_t passed, unsigned slot, const SliceNeed& need) {
  if (empty()) {
    first(tick, slot, need);
  } else {
    advance(passed);
    append(slot, need);
  }
}

void SliceArbiterInClosedForm::advance(std::uint64_t passed) {
  if (empty() || passed < end_) return;
  pass(static_cast<std::uint32_t>((passed - end_) / step()) + 1);
  find_finish();
}

void SliceArbiterInClosedForm::find_finish() {
  finish_ = {(order_[0].left - 1) * size_, 0};
  for (std::uint32_t p = 1; p < size_; ++p) {
    const std::uint32_t boundaries = (order_[p].left - 1) * size_ + p;
    if (boundaries < finish_.boundaries) finish_ = {boundaries, p};
  }
}

std::uint64_t SliceArbiterInClosedForm::next() {
  find_finish();
  if (finish_.boundaries == 0) return end_;
  // All slices up to the finishing one are full ones; that one is its message's last.
  return end_ + finish_.boundaries * step() - timing_.slice + order_[finish_.position].last;
}

int SliceArbiterInClosedForm::due() {
  if (finish_.boundaries > 0) pass(finish_.boundaries);
  return static_cast<int>(remove_head(end_));
}

void SliceArbiterInClosedForm::pass(std::uint32_t boundaries) {
  const std::uint64_t length = step();
  const std::uint64_t last_boundary = end_ + (boundaries - 1) * length;
  const std::uint64_t overhead = length - timing_.slice;
  overhead_ += boundaries * overhead;
  if (size_ == 1) {
    order_[0].left -= boundaries;
    in_slot_[order_[0].slot] += boundaries * length;
  } else {
    // Boundary b ends a slice of the message at position (b - 1) mod k and begins one of the message at position b mod
    // k.
    const std::uint32_t rounds = boundaries / size_;
    const std::uint32_t rest = boundaries % size_;
    for (std::uint32_t p = 0; p < size_; ++p) {
      order_[p].left -= rounds + (p < rest ? 1 : 0);
      in_slot_[order_[p].slot] += (rounds + (p > 0 && p <= rest ? 1 : 0)) * length;
    }
    for (std::uint32_t turn = 0; turn < rest; ++turn) rotate();
  }
  // The slice now begun was counted as a full one.
  const std::uint64_t data = data_of(order_[0]);
  in_slot_[order_[0].slot] -= timing_.slice - data;
  end_ = last_boundary + overhead + data;
}

}  // namespace isochron
