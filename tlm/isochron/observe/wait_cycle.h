// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include <isochron/observe/timed_wait.h>

namespace isochron {

/// Whether it is for room that another port has to make: a buffer, or credits for one.
inline bool is_for_room(const Wait& wait) {
  constexpr std::string_view credits = " credits";
  const std::string_view what = wait.what;
  return what == "a buffer" || (what.size() > credits.size() && what.substr(what.size() - credits.size()) == credits);
}

/// The first ports that wait for buffers of each other in a cycle, in its order; empty: there are none. A port in it
/// waits for ever, whatever moves elsewhere.
inline std::vector<Wait> cycle_of(const std::vector<Wait>& waits) {
  std::unordered_map<std::string, const Wait*> next;
  for (const Wait& wait : waits)
    if (is_for_room(wait)) next[wait.who] = &wait;
  std::unordered_set<std::string> seen;
  for (const Wait& start : waits) {
    std::vector<const Wait*> path;
    for (auto at = next.find(start.who); at != next.end(); at = next.find(TimedWait::whom(*at->second))) {
      if (!seen.insert(at->first).second) {
        const auto first =
            std::find_if(path.begin(), path.end(), [&](const Wait* wait) { return wait->who == at->first; });
        if (first == path.end()) break;
        std::vector<Wait> cycle;
        for (auto one = first; one != path.end(); ++one) cycle.push_back(**one);
        return cycle;
      }
      path.push_back(at->second);
    }
  }
  return {};
}

/// When the last of the waits began of which it is known; nullopt: of none.
inline std::optional<Time> last_begin(const std::vector<Wait>& waits) {
  std::optional<Time> last;
  for (const Wait& wait : waits)
    if (const std::optional<Time> begin = TimedWait::begin(wait)) last = std::max(last.value_or(0), *begin);
  return last;
}

}  // namespace isochron
