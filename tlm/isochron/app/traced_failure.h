// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <isochron/core/error.h>

namespace isochron {

/// The model failed, and the files of the trace are complete: with all that happened before the failure, or of another
/// replication, which did not fail.
class TracedFailure : public ModelError {
 public:
  explicit TracedFailure(const std::string& message) : ModelError(message) {}
};

}  // namespace isochron
