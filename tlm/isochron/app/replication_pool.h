// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <isochron/app/progress_line.h>
#include <isochron/app/replication_process.h>

namespace isochron {

/// Simulates replications in parallel processes. The records come in the order of the tasks, whatever `jobs` is.
class ReplicationPool {
 public:
  ReplicationPool(std::uint64_t jobs, ProgressLine& progress) : jobs_(jobs), progress_(progress) {}

  /// Throws what the first failing process threw (ModelError, InputError), ModelError when one crashed, Interrupted
  /// when the user asked to stop; all other processes are killed then.
  std::vector<ReplicationRecord> run(const std::vector<ReplicationTask>& tasks);

 private:
  struct Slot {
    std::size_t task = 0;
    std::unique_ptr<ReplicationProcess> process;
    std::uint64_t simulated = 0;
    bool finished = false;
  };

  void wait();
  /// Handles what the process has sent. True when it has ended.
  bool serve(Slot& slot);
  void handle(const ProcessMessage& message, Slot& slot);

  std::uint64_t jobs_;
  ProgressLine& progress_;
  std::vector<Slot> running_;
  std::vector<ReplicationRecord> records_;
  std::uint64_t simulated_ = 0;  ///< by processes that have ended, in picoseconds
};

}  // namespace isochron
