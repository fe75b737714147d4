// SPDX-License-Identifier: Apache-2.0
#include <isochron/app/result_diff.h>

#include <algorithm>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include <isochron/scenario/json_writer.h>

namespace isochron {

namespace {

using Json = nlohmann::ordered_json;

/// The leaves of a document with their paths, in order.
void elaborate(const Json& document, const std::string& path, std::vector<std::pair<std::string, Json>>& leaves) {
  if (!document.is_object()) {
    leaves.emplace_back(path, document);
    return;
  }
  for (const auto& item : document.items())
    elaborate(item.value(), path.empty() ? item.key() : path + "." + item.key(), leaves);
}

std::string text_of(const Json* value) {
  if (value == nullptr) return "-";
  if (value->is_number_float()) return result_number(value->get<double>());
  std::string text = value->is_string() ? value->get<std::string>() : value->dump();
  constexpr std::size_t longest = 40;
  return text.size() > longest ? text.substr(0, longest) + "..." : text;
}

Difference difference(const std::string& name, const Json* first, const Json* second) {
  Difference found{name, text_of(first), text_of(second), std::nullopt};
  const bool numbers = first != nullptr && second != nullptr && first->is_number() && second->is_number();
  if (numbers && first->get<double>() != 0) found.relative = second->get<double>() / first->get<double>() - 1;
  return found;
}

using Leaves = std::vector<std::pair<std::string, Json>>;

/// Finds leaves by name. Two results usually have the same ones in the same order; the index is for when they have not.
class LeafIndex {
 public:
  explicit LeafIndex(const Leaves& leaves) : leaves_(leaves) {}

  /// The leaf `name`, which is likely at `position`; or nullptr.
  const Json* find(const std::string& name, std::size_t position) {
    if (position < leaves_.size() && leaves_[position].first == name) return &leaves_[position].second;
    if (index_.empty())
      for (const auto& [leaf, value] : leaves_) index_.emplace(leaf, &value);
    const auto found = index_.find(name);
    return found == index_.end() ? nullptr : found->second;
  }

 private:
  const Leaves& leaves_;
  std::unordered_map<std::string, const Json*> index_;
};

/// Compares `section` of both documents leaf by leaf.
std::vector<Difference> compare(const Json& first, const Json& second, const std::string& section) {
  Leaves one;
  Leaves other;
  if (first.contains(section)) elaborate(first[section], "", one);
  if (second.contains(section)) elaborate(second[section], "", other);
  LeafIndex of_one(one);
  LeafIndex of_other(other);
  std::vector<Difference> differences;
  for (std::size_t i = 0; i < one.size(); ++i) {
    const Json* match = of_other.find(one[i].first, i);
    if (match == nullptr || *match != one[i].second)
      differences.push_back(difference(one[i].first, &one[i].second, match));
  }
  for (std::size_t i = 0; i < other.size(); ++i)
    if (of_one.find(other[i].first, i) == nullptr)
      differences.push_back(difference(other[i].first, nullptr, &other[i].second));
  return differences;
}

/// The entries of a map, undivided.
Leaves entries_of(const Json& document, const std::string& section) {
  Leaves entries;
  if (document.contains(section))
    for (const auto& item : document[section].items()) entries.emplace_back(item.key(), item.value());
  return entries;
}

/// One line a curve: its values one by one would say nothing.
std::vector<Difference> compare_curves(const Json& first, const Json& second, const std::string& section) {
  const Leaves one = entries_of(first, section);
  const Leaves other = entries_of(second, section);
  LeafIndex of_one(one);
  LeafIndex of_other(other);
  std::vector<Difference> differences;
  for (std::size_t i = 0; i < one.size(); ++i) {
    const Json* match = of_other.find(one[i].first, i);
    if (match == nullptr || *match != one[i].second)
      differences.push_back(
          {section + "." + one[i].first, "present", match != nullptr ? "differs" : "-", std::nullopt});
  }
  for (std::size_t i = 0; i < other.size(); ++i)
    if (of_one.find(other[i].first, i) == nullptr)
      differences.push_back({section + "." + other[i].first, "-", "present", std::nullopt});
  return differences;
}

void add(std::vector<DifferenceSection>& sections, const std::string& heading, std::vector<Difference> differences) {
  if (!differences.empty()) sections.push_back({heading, std::move(differences)});
}

/// Compares a single value of both documents.
std::vector<Difference> compare_value(const Json& first, const Json& second, const std::string& key) {
  std::vector<Difference> differences = compare(first, second, key);
  for (Difference& found : differences) found.name = key;
  return differences;
}

std::vector<Difference> compare_setup(const Json& first, const Json& second) {
  std::vector<Difference> differences;
  for (const char* key : {"system", "scenario", "seed", "replications", "confidence", "simulated_s", "warm_up_s"})
    for (Difference& found : compare_value(first, second, key)) differences.push_back(std::move(found));
  for (const char* section : {"parameters", "instances"})
    for (Difference& found : compare(first, second, section)) differences.push_back(std::move(found));
  return differences;
}

/// Metrics, components and curves of two results, or of two points.
void compare_figures(const Json& first, const Json& second, const std::string& where,
                     std::vector<DifferenceSection>& sections) {
  add(sections, "Metrics" + where, compare(first, second, "metrics"));
  std::vector<Difference> components = compare(first, second, "components");
  for (Difference& found : compare(first, second, "components_half_width")) {
    found.name += " (half width)";
    components.push_back(std::move(found));
  }
  add(sections, "Components" + where, std::move(components));
  std::vector<Difference> curves = compare_curves(first, second, "histograms");
  for (Difference& found : compare_curves(first, second, "series")) curves.push_back(std::move(found));
  add(sections, "Curves" + where, std::move(curves));
}

Json points_of(const Json& document) {
  return document.contains("points") ? document["points"] : Json::array();
}

}  // namespace

std::vector<DifferenceSection> compare_results(const Json& before, const Json& after) {
  std::vector<DifferenceSection> sections;
  add(sections, "Parameters", compare_setup(before, after));
  compare_figures(before, after, "", sections);
  const Json one = points_of(before);
  const Json other = points_of(after);
  if (one.size() != other.size())
    add(sections, "Points", {{"number", std::to_string(one.size()), std::to_string(other.size()), std::nullopt}});
  for (std::size_t i = 0; i < std::min(one.size(), other.size()); ++i) {
    const std::string where = fmt::format(" at point {} {}", i + 1, one[i]["parameters"].dump());
    add(sections, "Parameters" + where, compare(one[i], other[i], "parameters"));
    add(sections, "Simulated time" + where, compare_value(one[i], other[i], "simulated_s"));
    compare_figures(one[i], other[i], where, sections);
  }
  const auto fingerprint = [](const Json& document) {
    return document.contains("provenance") ? document["provenance"].value("fingerprint", Json()) : Json();
  };
  const Json of_first = fingerprint(before);
  const Json of_second = fingerprint(after);
  if (of_first != of_second)
    add(sections, "Fingerprint", {difference("every delivery, its time and place", &of_first, &of_second)});
  return sections;
}

}  // namespace isochron
