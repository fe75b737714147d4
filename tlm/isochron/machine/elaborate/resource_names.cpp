// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/elaborate/resource_names.h>

#include <algorithm>

#include <fmt/format.h>

#include <isochron/machine/elaborate/part_pattern.h>
#include <isochron/machine/elaborate/statistic_places.h>
#include <isochron/part/part_path.h>
#include <isochron/scenario/input_error.h>

namespace isochron {

void name_resources(const MachineFile& file, Netlist& netlist) {
  for (const BoundDeclaration& bound : file.bounds) {
    const auto number = static_cast<std::uint32_t>(netlist.resources.size());
    if (bound.capacity) continue;
    netlist.resources.push_back({bound.name, bound.about});
    for (const PathPattern& pattern : bound.of) {
      bool found = false;
      for (FlatPart& part : netlist.parts) {
        if (!matches_path(pattern.text, part.path)) continue;
        found = true;
        if (part.resource && *part.resource != number)
          throw InputError(pattern.position,
                           fmt::format("`{}` is a `{}` of the bounds already, and now a `{}`", part.path,
                                       netlist.resources[*part.resource].name, bound.name),
                           "Take it out of one of them");
        part.resource = number;
      }
      if (found || could_match(file, pattern.text)) continue;
      // Something within a part: the links of a switch.
      const bool is_within = for_each_split(
          pattern.text, [&file](const std::string& part, const std::string&) { return could_match(file, part); });
      if (!is_within) matching(netlist.parts, pattern);  // says what there is
      netlist.resources.back().within.push_back(pattern.text);
    }
  }
}

}  // namespace isochron
