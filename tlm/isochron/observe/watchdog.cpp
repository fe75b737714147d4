// SPDX-License-Identifier: Apache-2.0
#include <isochron/observe/watchdog.h>

#include <unordered_map>
#include <unordered_set>

namespace isochron {

std::string describe_waits(const std::vector<Wait>& waits) {
  constexpr std::size_t most = 40;
  std::string text;
  for (std::size_t i = 0; i < waits.size() && i < most; ++i)
    text += "\n  " + waits[i].who + " waits for " + waits[i].what + " of " + waits[i].whom;
  if (waits.size() > most) text += "\n  and " + std::to_string(waits.size() - most) + " more";
  return text;
}

bool has_circle(const std::vector<Wait>& waits) {
  std::unordered_map<std::string, std::string> next;
  for (const Wait& wait : waits)
    if (wait.what == "a buffer") next[wait.who] = wait.whom;
  std::unordered_set<std::string> seen;
  for (const auto& [start, first] : next) {
    std::unordered_set<std::string> path;
    for (auto at = next.find(start); at != next.end() && seen.insert(at->first).second; at = next.find(at->second)) {
      path.insert(at->first);
      if (path.count(at->second) != 0) return true;
    }
  }
  return false;
}

}  // namespace isochron
