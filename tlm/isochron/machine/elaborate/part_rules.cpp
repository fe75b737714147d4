// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/elaborate/part_rules.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include <isochron/machine/elaborate/netlist.h>
#include <isochron/machine/run/machine_description.h>
#include <isochron/part/part_types.h>

namespace isochron {

namespace {

std::string array_name(const std::string& name, std::size_t dimensions) {
  std::string pattern = with_stars(name);
  for (std::size_t i = 0; i < dimensions; ++i) pattern += "[*]";
  return pattern;
}

/// Goes through the types of a file as they stand within each other.
class RuleFinder {
 public:
  explicit RuleFinder(const MachineFile& file) : file_(file) {}

  std::vector<MetricRule> find() {
    visit(file_.machine, "");
    return std::move(rules_);
  }

 private:
  void visit(const TypeDeclaration& type, const std::string& prefix) {
    // What is made of itself ends by a condition: deeper down it is as above.
    if (std::find(open_.begin(), open_.end(), &type) != open_.end()) return;
    open_.push_back(&type);
    for (const PartDeclaration& part : type.parts) {
      const std::string pattern = prefix + array_name(part.name, part.sizes.size());
      if (const TypeDeclaration* const inner = file_.type(part.type))
        visit(*inner, pattern + ".");
      else
        add_part(part.type, pattern);
    }
    for (const ConnectionDeclaration& connection : type.connections)
      if (connection.link) add_part(connection.link->type, prefix + pattern_of(connection.link->name));
    open_.pop_back();
  }

  static std::string pattern_of(const PathTemplate& path) {
    std::string pattern;
    for (const PathTemplate::Segment& segment : path.segments())
      pattern += (pattern.empty() ? "" : ".") + array_name(segment.name, segment.indices.size());
    return pattern;
  }

  void add_part(const std::string& type, const std::string& pattern) {
    const auto found = component_types().find(type);
    if (found == component_types().end()) return;  // an unknown link: whoever makes it says so
    add_places(found->second.info(), pattern);
    found->second.make()->inner([&](const std::string& name, const char* inner, ParameterTable&) {
      add_places(type_registry().at(inner), pattern + "." + with_stars(name));
    });
  }

  /// The part itself and whatever of it reports under a name of its own, where that is used.
  void add_places(const TypeInfo& info, const std::string& pattern) {
    std::map<std::string, std::vector<StatisticInfo>> places;
    for (const StatisticInfo& one : info.statistics) {
      const std::size_t dot = one.name.rfind('.');
      const std::string place = dot == std::string::npos ? "" : one.name.substr(0, dot);
      const std::string name = dot == std::string::npos ? one.name : one.name.substr(dot + 1);
      // Numbers of messages grow with the time.
      if (one.unit == "1" && name != "messages") places[place].push_back({name, one.unit, one.doc});
    }
    for (auto& [place, statistics] : places)
      if (std::any_of(statistics.begin(), statistics.end(),
                      [](const StatisticInfo& one) { return one.name == "utilisation"; }))
        add_rule(place.empty() ? pattern : pattern + "." + with_stars(place), std::move(statistics));
  }

  void add_rule(const std::string& pattern, std::vector<StatisticInfo> statistics) {
    const std::string metric = kind_of_path(pattern);
    statistics.erase(std::remove_if(statistics.begin(), statistics.end(),
                                    [&](const StatisticInfo& one) { return is_taken(metric + "." + one.name); }),
                     statistics.end());
    const auto same =
        std::find_if(rules_.begin(), rules_.end(), [&metric](const MetricRule& rule) { return rule.metric == metric; });
    if (same == rules_.end())
      rules_.push_back({metric, {pattern}, std::move(statistics), true});
    else if (std::find(same->instances.begin(), same->instances.end(), pattern) == same->instances.end())
      same->instances.push_back(pattern);
  }

  /// By a metric that the file declares.
  bool is_taken(const std::string& name) const {
    return std::any_of(file_.metrics.begin(), file_.metrics.end(),
                       [&name](const MetricDeclaration& metric) { return metric.name == name; });
  }

  const MachineFile& file_;
  std::vector<const TypeDeclaration*> open_;
  std::vector<MetricRule> rules_;
};

}  // namespace

std::vector<MetricRule> part_rules(const MachineFile& file) {
  return RuleFinder(file).find();
}

}  // namespace isochron
