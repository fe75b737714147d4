// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/elaborate/disk_array_resolver.h>

#include <algorithm>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include <isochron/machine/elaborate/part_pattern.h>
#include <isochron/machine/elaborate/statistic_places.h>
#include <isochron/machine/language/number.h>
#include <isochron/machine/language/parameter_store.h>
#include <isochron/part/part_path.h>
#include <isochron/scenario/input_error.h>

namespace isochron {

namespace {

/// The patterns that match a part, or match one never: those that other parameters have parts for are left out.
PathPatterns present_disks(const MachineFile& file, const Netlist& netlist, const DiskArrayDeclaration& array) {
  PathPatterns present;
  for (const PathPattern& pattern : array.of) {
    const bool is_there = std::any_of(netlist.parts.begin(), netlist.parts.end(), [&pattern](const FlatPart& part) {
      return matches_path(pattern.text, part.path);
    });
    if (is_there || !could_match(file, pattern.text)) present.push_back(pattern);
  }
  return present;
}

/// What holds the array that the part is in: the part itself, a scope, or the machine.
std::string array_of_part(const std::string& path, const DiskArrayDeclaration& array) {
  if (!array.per || matches_path(array.per->text, path)) return array.per ? path : "";
  std::string scope = matching_scope(path, array.per->text);
  if (scope.empty())
    throw InputError(array.per->position, fmt::format("`{}` is not within `{}`", path, array.per->text.substr(0, 60)),
                     "Write what holds the disks of each array, such as node[*], or leave `per` out");
  return scope;
}

/// A time of a disk, which messages call `key`. Durations end long before lives of disks do.
double hours_of_disk(const Expression& time, const char* key, const Names& names) {
  constexpr double shortest = 1e-6, longest = 1e12;
  const Value value = time.evaluate(names);
  const Number* const number = std::get_if<Number>(&value);
  if (number == nullptr || number->dimension() != Dimension::plain)
    throw InputError(time.position(),
                     fmt::format("`{}`: {} instead of a number of hours", key,
                                 number == nullptr ? kind_of(value) : dimension_name(number->dimension())),
                     "Write a plain number such as 24, or divide a duration by `60 min`");
  const double hours = number->to_double();
  if (hours >= shortest && hours <= longest) return hours;
  throw InputError(time.position(), fmt::format("`{}`: cannot be {}", key, number->text()),
                   "Valid: 0.000001 to 1000000000000 hours");
}

/// Throws InputError where all disks of an array may fail.
void require_survivor(const FlatDiskArray& array, const SourcePosition& position) {
  const std::uint64_t tolerated = array.options.tolerates;
  if (tolerated < array.disks) return;
  throw InputError(
      position,
      fmt::format("an array of `{}` has {} disk{} and cannot tolerate {} failure{}", array.declaration->name,
                  array.disks, array.disks == 1 ? "" : "s", tolerated, tolerated == 1 ? "" : "s"),
      fmt::format("Write `tolerates: {}` or less, or name more disks with `of` and `disks`", array.disks - 1));
}

}  // namespace

void resolve_disk_arrays(const MachineFile& file, const Names& parameters, Netlist& netlist) {
  for (const DiskArrayDeclaration& declared : file.disk_arrays) {
    const PathPatterns patterns = present_disks(file, netlist, declared);
    if (patterns.empty()) continue;
    FlatDiskArray array;
    array.declaration = &declared;
    array.mttf_hours = hours_of_disk(declared.mttf_hours, "mttf_hours", parameters);
    array.repair_hours = hours_of_disk(declared.repair_hours, "repair_hours", parameters);
    const ParameterTable table = array.options.parameters();
    SourcePosition position = declared.position;
    for (const Setting& setting : declared.settings) {
      apply_setting(setting, table, parameters, owner_of(declared));
      if (setting.path == "tolerates") position = setting.raw.position;
    }
    std::map<std::string, std::uint64_t> parts;  // of each array
    std::vector<std::string> order;
    for (const std::size_t part : matching(netlist.parts, patterns)) {
      const std::string holder = array_of_part(netlist.parts[part].path, declared);
      if (parts[holder]++ == 0) order.push_back(holder);
    }
    std::vector<FlatDiskArray> found;
    for (const std::string& holder : order) {
      array.disks = parts[holder] * array.options.disks;
      const auto alike = std::find_if(found.begin(), found.end(),
                                      [&array](const FlatDiskArray& other) { return other.disks == array.disks; });
      if (alike != found.end()) {
        ++alike->arrays;
        continue;
      }
      require_survivor(array, position);
      array.arrays = 1;
      found.push_back(array);
    }
    netlist.disk_arrays.insert(netlist.disk_arrays.end(), found.begin(), found.end());
  }
}

}  // namespace isochron
