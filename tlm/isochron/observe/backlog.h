// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include <isochron/core/time.h>
#include <isochron/observe/replication_record.h>

namespace isochron {

/// Amount that a traffic has asked for and that has neither arrived nor been lost, in bytes or in pieces: inside the
/// machine or still in its sources. It notes how the amount grows over the window, in at most 64 cells of equal length,
/// whose length doubles when they are full. All that happens in one instant counts as one: the order in it does not
/// matter.
class Backlog {
 public:
  /// From now on arrivals may be reported late, in any order: settle() is called when all until then have been.
  void expect_late_arrivals() { may_be_late_ = true; }
  void settle();

  /// The sources ask for `amount`.
  void ask(Time now, std::uint64_t amount);
  /// It has arrived at `now`.
  void arrive(Time now, std::uint64_t amount) {
    if (now > arrived_at_) {
      arrived_at_ = now;
      arrived_then_ = 0;
    }
    if (now == arrived_at_) arrived_then_ += amount;
    arrived_ += amount;
    for (std::size_t i = unsettled_.size(); i > 0 && unsettled_[i - 1].at > now; --i) unsettled_[i - 1].level -= amount;
  }
  /// It will never arrive.
  void lose(Time now, std::uint64_t amount) {
    arrive(now, amount);
    lost_ += amount;
    ++losses_;
  }
  /// How often something was asked for, and lost, since the simulation began.
  std::uint64_t asks() const { return asks_; }
  std::uint64_t losses() const { return losses_; }
  void start_window(Time now);

  /// Sample of the window so far, which has been settled; `unit`: "B", or "1" for pieces.
  FlowSample sample(const std::string& unit) const;

 private:
  struct Ask {
    Time at;
    std::uint64_t amount;
    std::uint64_t level;  ///< before it, with what has arrived earlier
  };

  void settle(const Ask& ask);

  static constexpr std::size_t most_cells = 64;
  static constexpr Time shortest_cell = microsecond;

  std::array<FlowSample::Cell, most_cells> cells_{};
  std::size_t used_ = 0;  ///< of them
  Time cell_ = shortest_cell;
  Time window_start_ = 0;
  // Since the simulation began:
  std::uint64_t asked_ = 0;
  std::uint64_t arrived_ = 0;  ///< or lost
  std::uint64_t lost_ = 0;
  std::uint64_t asks_ = 0;
  std::uint64_t losses_ = 0;
  // At the window's start:
  std::uint64_t asked_before_ = 0;
  std::uint64_t arrived_before_ = 0;
  std::uint64_t lost_before_ = 0;
  bool has_asked_ = false;  ///< in the window
  bool may_be_late_ = false;
  std::vector<Ask> unsettled_;  ///< asks of which the level may still change, in order
  // In the instant of the last arrival, and of the last ask:
  Time arrived_at_ = 0;
  std::uint64_t arrived_then_ = 0;
  Time asked_at_ = 0;
  std::uint64_t at_last_ask_ = 0;      ///< with what is asked for then
  std::uint64_t before_last_ask_ = 0;  ///< without
};

}  // namespace isochron
