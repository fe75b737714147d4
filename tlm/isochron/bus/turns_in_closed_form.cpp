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
  pass((passed - end_) / step() + 1);
}

TurnsInClosedForm::Finish TurnsInClosedForm::next_finish() const {
  const std::size_t k = order_.size();
  Finish finish{std::uint64_t{order_[0].left - 1} * k, 0};
  for (std::size_t p = 1; p < k; ++p) {
    const std::uint64_t boundaries = std::uint64_t{order_[p].left - 1} * k + p;
    if (boundaries < finish.boundaries) finish = {boundaries, p};
  }
  return finish;
}

std::uint64_t TurnsInClosedForm::next() const {
  const Finish finish = next_finish();
  if (finish.boundaries == 0) return end_;
  // All slices up to the finishing one are full ones; that one is its message's last.
  return end_ + finish.boundaries * step() - timing_.slice + order_[finish.position].last;
}

int TurnsInClosedForm::due() {
  const Finish finish = next_finish();
  if (finish.boundaries > 0) pass(finish.boundaries);
  return static_cast<int>(remove_head(end_));
}

void TurnsInClosedForm::pass(std::uint64_t boundaries) {
  const std::size_t k = order_.size();
  const std::uint64_t last_boundary = end_ + (boundaries - 1) * step();
  const std::uint64_t overhead = k == 1 ? timing_.again : timing_.change;
  for (std::size_t p = 0; p < k; ++p) {
    // The message at position p ends slices at boundaries p + 1, p + 1 + k, ... and begins them at p (not 0), p + k, ...
    if (boundaries > p) order_[p].left -= static_cast<std::uint32_t>((boundaries - p - 1) / k + 1);
    std::uint64_t begun = boundaries >= p ? (boundaries - p) / k + 1 : 0;
    if (p == 0) --begun;
    in_slot_[order_[p].slot] += begun * (overhead + timing_.slice);
  }
  overhead_ += boundaries * overhead;
  if (k > 1) std::rotate(order_.begin(), order_.begin() + static_cast<std::ptrdiff_t>(boundaries % k), order_.end());
  // The slice now begun was counted as a full one.
  in_slot_[order_.front().slot] -= timing_.slice - data_of(order_.front());
  end_ = last_boundary + overhead + data_of(order_.front());
}

}  // namespace isochron
