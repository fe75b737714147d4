// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <isochron/machine/workload/jobs/job_declaration.h>
#include <isochron/machine/workload/jobs/job_options.h>
#include <isochron/scenario/source_position.h>

namespace isochron {

/// A step with its parts.
struct FlatStep {
  std::size_t at = 0;          ///< part that takes the job on
  std::size_t end = 0;         ///< part that hands it on: the same, or the one that it is sent to
  std::uint64_t requests = 1;  ///< in which it is asked for
  std::uint64_t address = 0;   ///< on a bus with several windows, of what is sent
  /// Of a crossbar, the output that what is sent leaves by; or what the part asked or moving needs to know of the way.
  std::uint32_t destination = 0;
  std::uint64_t bytes = 0;  ///< of the job when it begins
  bool asks_end = false;    ///< the part at the end asks the one before: it gets the job
  /// How many steps, from this one on, a job takes at the same time; of those behind the first of them 1 too.
  std::uint32_t together = 1;
  /// The later step at whose end others may have the part; none: at the part's own pleasure.
  std::optional<std::size_t> hold_until = {};
};

/// The way of some jobs through the machine.
struct JobPlan {
  std::vector<FlatStep> steps;
  std::uint64_t jobs = 0;  ///< that go this way
  std::uint32_t node = 0;  ///< the first index in the path of the part where they begin; 0 where it has none
  std::vector<std::size_t> classes = {};  ///< that they are in
};

/// Jobs of a kind, all paths worked out.
struct FlatJobs {
  const JobDeclaration* declaration = nullptr;
  std::string name;
  SourcePosition position;
  JobOptions options;
  std::vector<std::string> classes;   ///< that have figures of their own
  std::vector<JobPlan> plans;         ///< that are different
  std::vector<std::uint32_t> period;  ///< plans of the first jobs, after which they repeat

  std::size_t plan_number(std::uint64_t job) const { return period[job % period.size()]; }
  const JobPlan& plan_of(std::uint64_t job) const { return plans[plan_number(job)]; }
};

}  // namespace isochron
