// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <isochron/machine/language/machine_file.h>

namespace isochron {

/// One of the steps of a job: a part that does something with it.
struct StepDeclaration {
  SourcePosition position;
  PathTemplate at;
  std::optional<PathTemplate> to;                         ///< of a part that sends: the part that receives
  std::optional<std::pair<PathPattern, PathPattern>> by;  ///< of a part that moves: the ports where it reads and writes
  std::optional<Expression> when;
  /// A name for a number and how many numbers there are: the step is as many, which a job takes at the same time.
  std::optional<std::pair<std::string, Expression>> each;
  std::optional<Expression> requests;     ///< in which a job asks for it
  std::string name;                       ///< for `hold_until`; or empty
  std::optional<PathPattern> hold_until;  ///< name of the later step at whose end the part is free for other jobs
};

/// Work that passes from part to part in ordered steps.
struct JobDeclaration {
  std::string name;
  SourcePosition position;
  std::string asked_by;  ///< name of the part that asks for them
  std::optional<Expression> when;
  std::vector<Setting> settings;
  /// Names for what is worked out for each job, each of those before it and of the job's number.
  std::vector<std::pair<std::string, Expression>> values;
  /// Jobs that have figures of their own, by a condition of the job's number and of the values.
  std::vector<std::pair<std::string, Expression>> classes;
  std::vector<StepDeclaration> steps;
};

}  // namespace isochron
