// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <isochron/machine/elaborate/netlist.h>
#include <isochron/machine/run/metric.h>

namespace isochron {

/// The metrics of a machine over its parts, each after those that it uses: what `file` and `asked` declare, and of
/// parts that are alike what is shown without being declared (`is_automatic`), but under no declared name. `figures`:
/// what its work reports, which formulas may use. Throws InputError: a pattern that matches nothing, an unknown
/// statistic or name, units that do not fit, two metrics of one name, metrics that use each other.
std::vector<Metric> resolve_metrics(const MachineFile& file, const std::vector<MetricDeclaration>& asked,
                                    const Names& names, const Netlist& netlist,
                                    const std::vector<StatisticInfo>& figures);

/// Patterns of a group, of all turns of its loop, each once. Throws InputError.
std::vector<std::string> patterns_of(const MetricDeclaration& group, Names names);

}  // namespace isochron
