// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>

#include <isochron/machine/language/machine_file.h>
#include <isochron/observe/parameter_table.h>

namespace isochron {

/// Effects of a type's parameters, as its expressions name them.
struct Effects {
  std::set<std::string> effective;
  std::map<std::string, std::string> idle;  ///< with the reason that was found first
  bool known = false;                       ///< false while it is looked at: a type can be within itself

  /// `why` they have no effect here; empty: they have one.
  void add(const std::set<std::string>& names, const std::string& why);
  // They have one:
  void add(const std::optional<Expression>& expression);
  void add(const PathTemplate& path);
  /// Settings of `owner`, "the traffic `play`". `table`: its options; nullptr: it is not there.
  void add(const std::vector<Setting>& settings, const ParameterTable* table, const std::string& owner);
};

/// Names in a file's setting of a parameter or an option, including the items of a list.
std::set<std::string> names_of(const Setting& setting);
/// Why a parameter of `owner` does not count; empty: it does, or `table` has none.
std::string why_uncounted(const ParameterTable& table, const std::string& path, const std::string& owner);
std::string why_absent(const Setting& setting, const std::string& owner);

}  // namespace isochron
