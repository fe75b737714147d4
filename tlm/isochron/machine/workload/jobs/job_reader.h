// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <isochron/machine/language/machine_file.h>
#include <isochron/machine/workload/jobs/job_declaration.h>

namespace isochron {

/// Reads the list `jobs` of a machine file. Throws InputError.
std::vector<JobDeclaration> read_jobs(const YamlNode& node);

}  // namespace isochron
