// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <isochron/machine/language/machine_file.h>
#include <isochron/machine/workload/jobs/job_options.h>
#include <isochron/scenario/source_position.h>

namespace isochron {

/// A step with its parts.
struct FlatStep {
  std::size_t at = 0;             ///< part that takes the job on
  std::size_t end = 0;            ///< part that hands it on: the same, or the one that it is sent to
  std::uint64_t requests = 1;     ///< in which it is asked for
  std::uint64_t address = 0;      ///< on a bus with several windows, of what is sent
  std::uint32_t destination = 0;  ///< of a crossbar, the output that what is sent leaves by
  std::uint64_t bytes = 0;        ///< of the job when it begins
  /// The later step at whose end others may have the part; none: at the part's own pleasure.
  std::optional<std::size_t> hold_until = {};
};

/// The way of some jobs through the machine.
struct JobPlan {
  std::vector<FlatStep> steps;
  std::uint64_t jobs = 0;  ///< that go this way
  std::uint32_t node = 0;  ///< the first index in the path of the part where they begin; 0 where it has none
};

/// Jobs of a kind, all paths worked out.
struct FlatJobs {
  const JobDeclaration* declaration = nullptr;
  std::string name;
  SourcePosition position;
  JobOptions options;
  std::vector<JobPlan> plans;          ///< that are different
  std::vector<std::uint32_t> plan_of;  ///< by job
};

}  // namespace isochron
