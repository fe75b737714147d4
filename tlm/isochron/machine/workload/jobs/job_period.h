// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <isochron/machine/language/value.h>
#include <isochron/machine/workload/jobs/job_declaration.h>

namespace isochron {

/// How many steps `each` makes of one. Throws InputError.
std::uint64_t steps_of(const std::pair<std::string, Expression>& each, const Names& parameters);

/// Jobs after which the steps and classes of `jobs` repeat, where they depend on a job's number by `mod` and `div` by
/// numbers that are known; else `count`, and never more.
std::uint64_t period_of_jobs(const JobDeclaration& jobs, const Names& parameters, std::uint64_t count);

}  // namespace isochron
