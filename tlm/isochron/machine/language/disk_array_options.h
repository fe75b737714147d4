// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include <isochron/machine/language/machine_file.h>
#include <isochron/observe/parameter_table.h>

namespace isochron {

/// When arrays of disks lose data, and how disks are repaired, but for the times.
struct DiskArrayOptions {
  enum class Law { exponential, fixed };
  enum class Repairs { one, all };

  std::uint64_t disks = 1;      ///< that each part stands for
  std::uint64_t tolerates = 1;  ///< failed disks of an array that keeps its data
  Law law = Law::exponential;
  Repairs repairs = Repairs::one;

  ParameterTable parameters();
};

/// What messages call the array.
std::string owner_of(const DiskArrayDeclaration& array);

}  // namespace isochron
