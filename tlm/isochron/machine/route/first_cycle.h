// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <set>
#include <utility>
#include <vector>

namespace isochron {

/// Of those who wait for others, the first that wait for each other in a cycle, in its order; empty: none. By a walk
/// that knows its own path, and not by recursion: a path may be as long as a machine is large.
template <class Node>
std::vector<Node> first_cycle(const std::map<Node, std::set<Node>>& waits) {
  const std::set<Node> for_nobody;
  std::set<Node> done;
  for (const auto& [start, first] : waits) {
    std::vector<std::pair<Node, typename std::set<Node>::const_iterator>> path;
    std::set<Node> on_path;
    const auto wanted_by = [&](const Node& node) -> const std::set<Node>& {
      const auto found = waits.find(node);
      return found == waits.end() ? for_nobody : found->second;
    };
    const auto enter = [&](const Node& node) {
      path.emplace_back(node, wanted_by(node).begin());
      on_path.insert(node);
    };
    if (done.count(start) == 0) enter(start);
    while (!path.empty()) {
      auto& [node, next] = path.back();
      if (next == wanted_by(node).end()) {
        done.insert(node);
        on_path.erase(node);
        path.pop_back();
        continue;
      }
      const Node wanted = *next++;
      if (on_path.count(wanted) != 0) {
        std::vector<Node> cycle;
        for (const auto& [member, position] : path)
          if (!cycle.empty() || member == wanted) cycle.push_back(member);
        return cycle;
      }
      if (done.count(wanted) == 0) enter(wanted);
    }
  }
  return {};
}

}  // namespace isochron
