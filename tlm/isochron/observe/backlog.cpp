// SPDX-License-Identifier: Apache-2.0
#include <isochron/observe/backlog.h>

#include <algorithm>

namespace isochron {

void Backlog::ask(Time now, std::uint64_t amount) {
  // What arrives in this instant has arrived after what is asked for in it.
  const Ask ask{now, amount, asked_ - arrived_ + (arrived_at_ == now ? arrived_then_ : 0)};
  asked_ += amount;
  ++asks_;
  if (may_be_late_)
    unsettled_.push_back(ask);
  else
    settle(ask);
}

void Backlog::settle() {
  for (const Ask& ask : unsettled_) settle(ask);
  unsettled_.clear();
}

void Backlog::settle(const Ask& ask) {
  const auto [now, amount, level] = ask;
  if (now != asked_at_ || !has_asked_) {
    asked_at_ = now;
    before_last_ask_ = level;
  }
  has_asked_ = true;
  at_last_ask_ = level + amount;

  while ((now - window_start_) / cell_ >= most_cells) {
    for (std::size_t i = 0; i < most_cells / 2; ++i) {
      const FlowSample::Cell &one = cells_[2 * i], &other = cells_[2 * i + 1];
      cells_[i] = {std::max(one.highest, other.highest), one.asked + other.asked};
    }
    std::fill(cells_.begin() + most_cells / 2, cells_.end(), FlowSample::Cell{});
    cell_ *= 2;
    used_ = (used_ + 1) / 2;
  }
  const auto index = static_cast<std::size_t>((now - window_start_) / cell_);
  FlowSample::Cell& cell = cells_[index];
  cell.highest = std::max(cell.highest, static_cast<double>(at_last_ask_));
  cell.asked += static_cast<double>(amount);
  used_ = std::max(used_, index + 1);
}

void Backlog::start_window(Time now) {
  settle();
  has_asked_ = false;
  cells_.fill({});
  used_ = 0;
  cell_ = shortest_cell;
  window_start_ = now;
  asked_before_ = asked_;
  arrived_before_ = arrived_;
  lost_before_ = lost_;
}

FlowSample Backlog::sample(const std::string& unit) const {
  FlowSample sample;
  sample.unit = unit;
  sample.generated = static_cast<double>(asked_ - asked_before_);
  const std::uint64_t lost = lost_ - lost_before_;
  sample.delivered = static_cast<double>(arrived_ - arrived_before_ - lost);
  sample.lost = static_cast<double>(lost);
  sample.backlog_start = static_cast<double>(asked_before_ - arrived_before_);
  sample.backlog_end = static_cast<double>(asked_ - arrived_);
  if (!has_asked_) return sample;
  sample.at_last_ask = static_cast<double>(at_last_ask_);
  sample.before_last_ask = static_cast<double>(before_last_ask_);
  sample.cells.assign(cells_.begin(), cells_.begin() + static_cast<std::ptrdiff_t>(used_));
  return sample;
}

}  // namespace isochron
