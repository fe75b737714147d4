// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <isochron/machine/language/machine_file.h>
#include <isochron/machine/language/value.h>
#include <isochron/observe/parameter_table.h>

namespace isochron {

/// With which values of another option an option of traffic goes. With all other values it is an error.
struct OptionRule {
  std::string option;               ///< "outstanding", or one that is not in the table: "rate", "file"
  std::string with;                 ///< the option that decides, one of the table
  std::vector<std::string> values;  ///< of a choice: any of these; of a flag: "true"; of a count: the least
  std::string needed = {};          ///< with these values it must be there: how to add it; empty: it need not
};

/// All rules of traffic. The checks of machine files, the schema and the reference are made of these.
const std::vector<OptionRule>& traffic_option_rules();

/// "constant or poisson", "2 or more", "true".
std::string values_text(const OptionRule& rule, const ParameterTable& table);

/// Lets the options of the table that the rules are about count with these values only.
void add_rules(const std::vector<OptionRule>& rules, ParameterTable& table);

/// Whether the rules let the option have an effect as the table stands.
bool has_effect(const std::vector<OptionRule>& rules, const std::string& option, const ParameterTable& table);

/// Options of a map, as a file has them.
struct OptionsAsked {
  std::string owner;  ///< "the traffic `play`"
  SourcePosition position;
  const std::vector<Setting>& settings;
  std::optional<SourcePosition> file;   ///< of the trace; nullopt: there is none
  std::optional<SourcePosition> after;  ///< of the traffic that it follows; nullopt: there is none
};

/// Throws InputError where an option is there that does not go with what the table has by now, or lacks that must be
/// there. An option that does not go with the value that an expression of `names` has now may go with its others: it
/// has no effect meanwhile.
void check_rules(const std::vector<OptionRule>& rules, const OptionsAsked& asked, const ParameterTable& table,
                 const Names& names);

}  // namespace isochron
