// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <isochron/machine/language/machine_file.h>

namespace isochron {

/// Name here of the parameter `inside` of the group's type; empty: it is not taken.
std::string outer_name(const ParameterGroup& group, const std::string& inside);

/// What `group` says a parameter that it does not take is; nullptr: nothing.
const Setting* setting_of(const ParameterGroup& group, const std::string& inside);

}  // namespace isochron
