// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <vector>

#include <isochron/observe/parameter_table.h>
#include <isochron/scenario/input_error.h>

namespace isochron {

/// Ways out of `problem`, the best first, at most three, each found by trying: the fewest problems are left, mostly
/// none. A change of one parameter goes before a change of two, and parameters that are not in `asked` before those
/// that the user asked for. `table` is left as it was. Empty when no value of the parameters that take part helps.
std::vector<Remedy> find_remedies(const ParameterTable& table, const ParameterProblem& problem,
                                  const std::set<std::string>& asked);

/// "Set `gige_buses: 1`, or `raid_controllers: 2`"; the problem's own words when `remedies` is empty.
std::string remedy_text(const ParameterProblem& problem, const std::vector<Remedy>& remedies);

}  // namespace isochron
