// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <isochron/machine/language/machine_file.h>
#include <isochron/machine/run/metric_rule.h>

namespace isochron {

/// Figures of the machine that a file describes over its parts that are alike, those of an array or of a type: of each
/// place that has a `utilisation` that and what else is said of it, but what the file's own metrics are called. They
/// are those of all parts that the file names, whether they are there or not as its parameters are.
std::vector<MetricRule> part_rules(const MachineFile& file);

}  // namespace isochron
