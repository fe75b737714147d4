// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include <isochron/app/child_process.h>
#include <isochron/app/progress_line.h>
#include <isochron/app/replication.h>

namespace isochron {

/// Simulates replications in parallel processes. The records come in the order of the tasks, whatever `jobs` is.
class ReplicationPool {
 public:
  ReplicationPool(std::uint64_t jobs, ProgressLine& progress) : jobs_(jobs), progress_(progress) {}

  /// Throws what the first failing process threw (ModelError, InputError, WriteError), ModelError when one crashed,
  /// HostError when one was killed, Interrupted when the user asked to stop; all other processes are killed then. When
  /// the model fails, one that is traced still comes to its end: TracedFailure then.
  std::vector<ReplicationRecord> run(const std::vector<ReplicationTask>& tasks);

  /// How far the last `run` came.
  const Progress& progress() const { return shown_; }

 private:
  /// Tasks that follow each other and differ in their seeds alone.
  struct Batch {
    std::size_t first = 0;
    std::size_t count = 0;
  };
  struct Slot {
    Batch batch;
    std::uint64_t expected = 0;  ///< picoseconds that each of its tasks simulates, about
    std::unique_ptr<ChildProcess> process;
    std::uint64_t simulated = 0;  ///< of the task that it simulates
    std::size_t finished = 0;     ///< tasks, in order
    bool failed = false;
  };

  /// Divides the replications of each machine equally among the jobs.
  std::deque<Batch> batches(const std::vector<ReplicationTask>& tasks) const;

  void run_all(const std::vector<ReplicationTask>& tasks);
  /// Lets the traced process end, if there is one. True when it has ended without an error. Throws as run().
  bool finish_traced(const std::vector<ReplicationTask>& tasks);
  void wait();
  /// Handles what the process has sent. True when it has ended.
  bool serve(Slot& slot);
  void handle(const ChildMessage& message, Slot& slot);
  /// Forgets the processes that have ended.
  void retire();
  void show_progress();

  std::uint64_t jobs_;
  ProgressLine& progress_;
  std::deque<Batch> waiting_;
  std::vector<Slot> running_;
  /// Encoded until all are there: a fork copies the page tables of whatever this process holds.
  std::vector<std::string> records_;
  std::uint64_t expected_ = 0;  ///< of the tasks that are done, in picoseconds
  Progress shown_;
};

}  // namespace isochron
