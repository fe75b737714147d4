// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <isochron/core/text_numbers.h>
#include <isochron/observe/time_in.h>
#include <isochron/observe/watchdog.h>

namespace isochron {

/// A wait whose text says since when: "port waits for a buffer of switch.in[1] since 0.000031208 s".
class TimedWait {
 public:
  /// `condition`: that it waits; it lasts at `now`.
  static Wait make(std::string who, std::string what, const std::string& whom, TimeIn condition, Time now) {
    const Time until_now = condition.total(now);
    condition.enter(now);
    const Time since = now - (until_now - condition.total(now));
    return {std::move(who), std::move(what), whom + before_time + seconds_text(since) + after_time};
  }

  /// The one that it waits for, without the time.
  static std::string whom(const Wait& wait) { return wait.whom.substr(0, wait.whom.find(before_time)); }

  /// When it began; nullopt: the text does not say.
  static std::optional<Time> begin(const Wait& wait) {
    const std::size_t at = wait.whom.find(before_time);
    if (at == std::string::npos) return std::nullopt;
    std::string_view time = std::string_view(wait.whom).substr(at + std::string_view(before_time).size());
    time.remove_suffix(std::string_view(after_time).size());
    return whole_picoseconds(time);
  }

 private:
  static constexpr const char* before_time = " since ";
  static constexpr const char* after_time = " s";
};

}  // namespace isochron
