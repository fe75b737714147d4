// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/elaborate/statistic_places.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <isochron/machine/elaborate/netlist.h>
#include <isochron/machine/run/machine_description.h>
#include <isochron/part/part_path.h>
#include <isochron/part/part_types.h>

namespace isochron {

namespace {

std::string array_name(const std::string& name, std::size_t dimensions) {
  std::string pattern = with_stars(name);
  for (std::size_t i = 0; i < dimensions; ++i) pattern += "[*]";
  return pattern;
}

std::string pattern_of(const PathTemplate& path) {
  std::string pattern;
  for (const PathTemplate::Segment& segment : path.segments())
    pattern += (pattern.empty() ? "" : ".") + array_name(segment.name, segment.indices.size());
  return pattern;
}

/// Goes through the types of a file as they stand within each other.
class PlaceFinder {
 public:
  explicit PlaceFinder(const MachineFile& file) : file_(file) {}

  std::vector<StatisticPlace> find() {
    visit(file_.machine, "");
    return std::move(places_);
  }

 private:
  void visit(const TypeDeclaration& type, const std::string& prefix) {
    // What is made of itself ends by a condition: deeper down it is as above.
    if (std::find(open_.begin(), open_.end(), &type) != open_.end()) return;
    open_.push_back(&type);
    for (const PartDeclaration& part : type.parts) {
      const std::string pattern = prefix + array_name(part.name, part.sizes.size());
      if (const TypeDeclaration* const inner = file_.type(part.type))
        visit(*inner, part.has_no_scope ? prefix : pattern + ".");
      else
        add_part(part.type, pattern);
    }
    for (const ConnectionDeclaration& connection : type.connections)
      if (connection.link) add_part(connection.link->type, prefix + pattern_of(connection.link->name));
    open_.pop_back();
  }

  void add_part(const std::string& type, const std::string& pattern) {
    if (!seen_.emplace(type, pattern).second) return;  // a flat file has it for each index
    const auto found = component_types().find(type);
    if (found == component_types().end()) return;  // an unknown link: whoever makes it says so
    add_places(found->second.info(), pattern);
    found->second.make()->inner([&](const std::string& name, const char* inner, ParameterTable&) {
      add_places(described_types().at(inner), pattern + "." + with_stars(name));
    });
  }

  /// The part itself, and whatever of it reports under a name of its own.
  void add_places(const TypeInfo& info, const std::string& pattern) {
    std::map<std::string, std::vector<StatisticInfo>> places{{"", {}}};
    for (const StatisticInfo& one : info.statistics) {
      const std::size_t dot = one.name.rfind('.');
      const std::string place = dot == std::string::npos ? "" : one.name.substr(0, dot);
      StatisticInfo there = one;
      there.name.erase(0, dot == std::string::npos ? 0 : dot + 1);
      places[place].push_back(std::move(there));
    }
    for (auto& [place, statistics] : places)
      places_.push_back(
          {place.empty() ? pattern : pattern + "." + with_stars(place), info.name, std::move(statistics)});
  }

  const MachineFile& file_;
  std::vector<const TypeDeclaration*> open_;
  std::set<std::pair<std::string, std::string>> seen_;
  std::vector<StatisticPlace> places_;
};

}  // namespace

std::vector<StatisticPlace> statistic_places(const MachineFile& file) {
  return PlaceFinder(file).find();
}

bool matches(const StatisticPlace& place, const std::string& pattern) {
  std::string example = place.path;  // with an index for each *
  std::replace(example.begin(), example.end(), '*', '0');
  return matches_path(pattern, example);
}

bool could_match(const MachineFile& file, const std::string& pattern) {
  const std::vector<StatisticPlace> places = statistic_places(file);
  return std::any_of(places.begin(), places.end(),
                     [&pattern](const StatisticPlace& place) { return matches(place, pattern); });
}

}  // namespace isochron
