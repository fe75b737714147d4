// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <isochron/machine/elaborate/netlist.h>
#include <isochron/machine/workload/jobs/flat_jobs.h>

namespace isochron {

/// Jobs of a kind as an entry of a machine file, with the values of `parameters` in place of their names, and in
/// comments the ways that they take.
std::string jobs_text(const FlatJobs& jobs, const Netlist& netlist, const Names& parameters);

}  // namespace isochron
