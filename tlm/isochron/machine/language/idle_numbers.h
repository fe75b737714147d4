// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <isochron/machine/language/machine_file.h>
#include <isochron/observe/parameter_table.h>

namespace isochron {

/// Whether the value of the setting is that of names.
bool depends_on_names(const Setting& setting, const Names& names);
/// What is said of `owner` that has no effect, as the others of `settings` are. Where one that decides this is given by
/// a parameter's name, it may have one with other values, and is no warning.
std::vector<Warning> idle_numbers(const std::vector<Setting>& settings, const ParameterTable& table, const Names& names,
                                  const std::string& owner);
/// Each once: the parts of an array have the same.
void add_warnings(const std::vector<Warning>& more, std::vector<Warning>& warnings);

}  // namespace isochron
