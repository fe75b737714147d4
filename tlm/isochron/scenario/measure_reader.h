// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/scenario/scenario.h>

namespace isochron {

/// Reads what the `measure` map says over what `measure` holds. Throws InputError.
void read_measure(const YamlNode& node, Measure& measure);

}  // namespace isochron
