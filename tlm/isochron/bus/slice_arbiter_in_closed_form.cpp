// SPDX-License-Identifier: Apache-2.0
#include <isochron/bus/slice_arbiter_in_closed_form.h>

namespace isochron {

void SliceArbiterInClosedForm::enter(std::uint64_t tick, std::uint64_t passed, unsigned slot, const SliceNeed& need) {
  if (empty()) {
    first(tick, slot, need);
  } else {
    pass_until(passed);
    append(slot, need);
  }
}

void SliceArbiterInClosedForm::advance(std::uint64_t passed) {
  if (empty() || passed < end_) return;
  pass_until(passed);
  find_finish();
}

void SliceArbiterInClosedForm::pass_until(std::uint64_t passed) {
  if (passed < end_) return;
  // Mostly one slice has ended, or a few: a division of 64 bits takes longer than all else here.
  const std::uint64_t gap = passed - end_;
  const std::uint64_t length = step();
  std::uint64_t further = 0;
  if (gap >= length)
    further =
        (gap | length) >> 32 == 0 ? static_cast<std::uint32_t>(gap) / static_cast<std::uint32_t>(length) : gap / length;
  pass(static_cast<std::uint32_t>(further) + 1);
}

void SliceArbiterInClosedForm::find_finish() {
  finish_ = {(head().left - 1) * size_, 0};
  for (std::uint32_t p = 1; p < size_; ++p) {
    const std::uint32_t boundaries = (at(p).left - 1) * size_ + p;
    if (boundaries < finish_.boundaries) finish_ = {boundaries, p};
  }
}

std::uint64_t SliceArbiterInClosedForm::next() {
  find_finish();
  if (finish_.boundaries == 0) return end_;
  // All slices up to the finishing one are full ones; that one is its message's last.
  return end_ + finish_.boundaries * step() - timing_.slice + at(finish_.position).last;
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
    head().left -= boundaries;
    in_slot_[head().slot] += boundaries * length;
  } else {
    const std::uint32_t rounds = boundaries < size_ ? 0 : boundaries / size_;
    for (std::uint32_t p = 0; rounds > 0 && p < size_; ++p) {
      at(p).left -= rounds;
      in_slot_[at(p).slot] += rounds * length;
    }
    for (std::uint32_t left = boundaries - rounds * size_; left > 0; --left) {
      --head().left;
      rotate();
      in_slot_[head().slot] += length;
    }
  }
  // The slice now begun was counted as a full one.
  const std::uint64_t data = data_of(head());
  in_slot_[head().slot] -= timing_.slice - data;
  end_ = last_boundary + overhead + data;
}

}  // namespace isochron
