// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/language/disk_array_options.h>

#include <fmt/format.h>

namespace isochron {

ParameterTable DiskArrayOptions::parameters() {
  ParameterTable table;
  table.count("disks", disks, {1, 1'000'000}, "disks that each part stands for");
  table.count("tolerates", tolerates, {0, 64},
              "failed disks with which an array keeps its data: 1 for RAID-5, 2 for RAID-6");
  table.choice("law", law, {"exponential", "fixed"}, "repair times: at random with this mean, or all alike");
  table.choice("repairs", repairs, {"one", "all"}, "failed disks of an array that are repaired at once");
  return table;
}

std::string owner_of(const DiskArrayDeclaration& array) {
  return fmt::format("the array `{}`", array.name);
}

}  // namespace isochron
