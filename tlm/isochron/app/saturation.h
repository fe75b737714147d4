// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <isochron/observe/parameter_table.h>
#include <isochron/scenario/scenario_point.h>

namespace isochron {

/// Where arithmetic says that a machine begins or ceases to be saturated, in a parameter that the scenario varies.
struct Saturation {
  std::string parameter;
  Quantity quantity = Quantity::count;
  std::uint64_t value = 0;  ///< stored; the first from `from` to `to` at which it is as at `to`
  std::string from;         ///< the value of the point on one side, as the scenario has it
  std::string to;           ///< of the other
  bool begins = true;       ///< it is saturated at `to`
  std::string resource;     ///< that is full on the saturated side
  std::string others;       ///< "nodes = 3": what else is varied; empty: nothing
};

/// Each varied number with two successive values between which saturation begins or ends, among points that differ
/// in that number alone. A machine that asks for all it can get is saturated where a part of it is full, and
/// not only as much under way as there may be. Sets parameters of the points' machines meanwhile.
std::vector<Saturation> find_saturation(const std::vector<ScenarioPoint>& points);

/// A line each.
std::string saturation_text(const std::vector<Saturation>& found);

}  // namespace isochron
