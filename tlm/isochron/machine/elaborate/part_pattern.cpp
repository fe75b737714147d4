// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/elaborate/part_pattern.h>

#include <algorithm>
#include <regex>
#include <string>

#include <fmt/format.h>

#include <isochron/machine/elaborate/array_remedy.h>
#include <isochron/part/part_path.h>
#include <isochron/scenario/input_error.h>
#include <isochron/scenario/suggestion.h>

namespace isochron {

namespace {

/// What matches nothing may be beyond an array: "s[9]" of three.
std::string remedy_of(const std::string& pattern, const std::vector<FlatPart>& parts) {
  static const std::regex path(R"((\w+(\[\d{1,9}\])*)(\.\w+(\[\d{1,9}\])*)*)");
  if (!std::regex_match(pattern.substr(0, 200), path)) return {};
  std::vector<std::string> paths;
  paths.reserve(parts.size());
  for (const FlatPart& part : parts) paths.push_back(part.path);
  return array_remedy(pattern.substr(0, 200), paths);
}

}  // namespace

std::vector<std::size_t> matching(const std::vector<FlatPart>& parts, const PathPattern& pattern) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (matches_path(pattern.text, parts[i].path)) found.push_back(i);
  if (!found.empty()) return found;
  if (const std::string apart = with_brackets_each(pattern.text); !apart.empty())
    throw InputError(pattern.position,
                     fmt::format("`{}` has several indices in one pair of brackets", pattern.text.substr(0, 80)),
                     fmt::format("Write {}", apart.substr(0, 80)));
  std::vector<std::string> kinds;
  for (const FlatPart& part : parts) {
    const std::string kind = with_stars(part.path);
    if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) kinds.push_back(kind);
  }
  const std::string beyond = remedy_of(pattern.text, parts);
  throw InputError(pattern.position, fmt::format("`{}` matches no part", pattern.text.substr(0, 80)),
                   beyond.empty() ? suggestion(pattern.text, kinds) : beyond);
}

std::vector<std::size_t> matching(const std::vector<FlatPart>& parts, const PathPatterns& patterns) {
  std::vector<std::size_t> found;
  std::vector<bool> taken(parts.size(), false);
  for (const PathPattern& pattern : patterns)
    for (const std::size_t part : matching(parts, pattern)) {
      if (!taken[part]) found.push_back(part);
      taken[part] = true;
    }
  return found;
}

const SourcePosition& position_of(const FlatPart& part, const PathPatterns& patterns) {
  const auto by = std::find_if(patterns.begin(), patterns.end(),
                               [&](const PathPattern& one) { return matches_path(one.text, part.path); });
  return (by == patterns.end() ? patterns.front() : *by).position;
}

}  // namespace isochron
