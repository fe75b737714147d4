// SPDX-License-Identifier: Apache-2.0
#include <isochron/observe/watchdog.h>

#include <unordered_set>

#include <isochron/observe/wait_cycle.h>

namespace isochron {

namespace {

/// Appends a line for each of `waits`, up to `most`.
void add_lines(const std::vector<Wait>& waits, std::size_t most, std::string& text) {
  for (std::size_t i = 0; i < waits.size() && i < most; ++i)
    text += "\n  " + waits[i].who + " waits for " + waits[i].what + " of " + waits[i].whom;
  if (waits.size() > most) text += "\n  and " + std::to_string(waits.size() - most) + " more";
}

}  // namespace

std::string describe_waits(const std::vector<Wait>& waits) {
  constexpr std::size_t most = 40;
  constexpr std::size_t most_others = 10;
  std::string text;
  const std::vector<Wait> cycle = cycle_of(waits);
  if (cycle.empty()) {
    add_lines(waits, most, text);
    return text;
  }
  add_lines(cycle, most, text);
  std::unordered_set<std::string> inside;
  for (const Wait& wait : cycle) inside.insert(wait.who);
  std::vector<Wait> others;
  for (const Wait& wait : waits)
    if (inside.count(wait.who) == 0) others.push_back(wait);
  if (!others.empty()) text += "\nThese form a cycle. Others that wait:";
  add_lines(others, most_others, text);
  return text;
}

bool has_cycle(const std::vector<Wait>& waits) {
  return !cycle_of(waits).empty();
}

}  // namespace isochron
