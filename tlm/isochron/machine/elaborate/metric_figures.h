// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/machine/elaborate/netlist.h>
#include <isochron/observe/replication_record.h>

namespace isochron {

/// Adds the figures that the machine's file declares, over the statistics that its parts have reported.
void add_metric_figures(const Netlist& netlist, ReplicationRecord& record);

}  // namespace isochron
