// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <ctime>

#include <isochron/observe/replication_record.h>

namespace isochron {

/// What a replication costs its process, from construction on.
class Effort {
 public:
  /// Wall and CPU seconds since construction, and the largest memory of the process so far.
  void store(ReplicationRecord& record) const;

 private:
  std::chrono::steady_clock::time_point wall_ = std::chrono::steady_clock::now();
  std::clock_t cpu_ = std::clock();
};

}  // namespace isochron
