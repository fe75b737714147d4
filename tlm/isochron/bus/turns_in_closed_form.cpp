// SPDX-License-Identifier: Apache-2.0
#include <isochron/bus/turns_in_closed_form.h>

#include <algorithm>

namespace isochron {

void TurnsInClosedForm::enter(std::uint64_t tick, std::uint64_t passed, unsigned slot, const SliceNeed& need) {
  if (order_.empty()) {
    first(tick, slot, need);
  } else {
    advance(passed);
    order_.push_back({need.last, need.slices, slot});
  }
}

void TurnsInClosedForm::advance(std::uint64_t passed) {
  if (order_.empty() || passed < end_) return;
  pass(static_cast<std::uint32_t>((passed - end_) / step()) + 1);
  finish_ = next_finish();
}

TurnsInClosedForm::Finish TurnsInClosedForm::next_finish() const {
  const std::uint32_t k = static_cast<std::uint32_t>(order_.size());
  Finish finish{(order_[0].left - 1) * k, 0};
  for (std::uint32_t p = 1; p < k; ++p) {
    const std::uint32_t boundaries = (order_[p].left - 1) * k + p;
    if (boundaries < finish.boundaries) finish = {boundaries, p};
  }
  return finish;
}

std::uint64_t TurnsInClosedForm::next() {
  finish_ = next_finish();
  if (finish_.boundaries == 0) return end_;
  // All slices up to the finishing one are full ones; that one is its message's last.
  return end_ + finish_.boundaries * step() - timing_.slice + order_[finish_.position].last;
}

int TurnsInClosedForm::due() {
  if (finish_.boundaries > 0) pass(finish_.boundaries);
  return static_cast<int>(remove_head(end_));
}

void TurnsInClosedForm::pass(std::uint32_t boundaries) {
  const std::uint32_t k = static_cast<std::uint32_t>(order_.size());
  const std::uint64_t last_boundary = end_ + (boundaries - 1) * step();
  const std::uint64_t overhead = k == 1 ? timing_.again : timing_.change;
  overhead_ += boundaries * overhead;
  if (k == 1) {
    order_[0].left -= boundaries;
    in_slot_[order_[0].slot] += boundaries * step();
  } else {
    // Boundary b ends a slice of the message at position (b - 1) mod k and begins one of the message at position b mod k.
    const std::uint32_t rounds = boundaries / k;
    const std::uint32_t rest = boundaries % k;
    for (std::uint32_t p = 0; p < k; ++p) {
      order_[p].left -= rounds + (p < rest ? 1 : 0);
      in_slot_[order_[p].slot] += (rounds + (p > 0 && p <= rest ? 1 : 0)) * step();
    }
    std::rotate(order_.begin(), order_.begin() + rest, order_.end());
  }
  // The slice now begun was counted as a full one.
  in_slot_[order_.front().slot] -= timing_.slice - data_of(order_.front());
  end_ = last_boundary + overhead + data_of(order_.front());
}

}  // namespace isochron
