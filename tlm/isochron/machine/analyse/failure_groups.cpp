// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/analyse/failure_groups.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

namespace isochron {

namespace {

/// The same parts leave the same: all that a row shows, and the share to a millionth.
using Outcome =
    std::tuple<std::string, std::string, std::string, long long, std::size_t, std::size_t, std::size_t, std::size_t>;

Outcome outcome_of(const std::string& parts, const Failure& one) {
  return {
      parts,       one.left.metric,         one.left.limit,        std::llround(std::min(one.left.share, 1e6) * 1e6),
      one.streams, one.left.sources.size(), one.left.sinks.size(), one.together};
}

template <class NameOf>
std::string joined(const std::vector<std::size_t>& parts, const NameOf& name_of) {
  std::string text;
  for (const std::size_t part : parts) text += (text.empty() ? "" : " + ") + name_of(part);
  return text;
}

}  // namespace

std::vector<FailureGroup> group_failures(const Netlist& netlist, const std::vector<Failure>& failures) {
  std::vector<std::string> kinds;  // by part
  kinds.reserve(netlist.parts.size());
  for (const FlatPart& part : netlist.parts) kinds.push_back(with_stars(part.path));
  std::vector<FailureGroup> groups;
  std::map<Outcome, std::size_t> places;
  std::map<std::string, std::size_t> of;
  for (const Failure& one : failures) {
    std::vector<std::size_t> ordered = one.parts;
    std::stable_sort(ordered.begin(), ordered.end(), [&](std::size_t a, std::size_t b) { return kinds[a] < kinds[b]; });
    const std::string parts = joined(ordered, [&](std::size_t part) { return kinds[part]; });
    ++of[parts];
    const auto [place, is_new] = places.emplace(outcome_of(parts, one), groups.size());
    if (is_new)
      groups.push_back({parts, static_cast<std::size_t>(&one - failures.data()) + 1, 0, 0, &one,
                        joined(ordered, [&](std::size_t part) { return netlist.parts[part].path; })});
    ++groups[place->second].cases;
  }
  for (FailureGroup& group : groups) group.of = of[group.parts];
  return groups;
}

}  // namespace isochron
