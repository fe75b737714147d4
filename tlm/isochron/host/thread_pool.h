// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <isochron/core/ring.h>

namespace isochron {

class Task;

/// Threads that tasks run their jobs in, a job at a time each. Several tasks may share them; whoever has waited longest
/// is next.
class ThreadPool {
 public:
  static constexpr const char* calls = "threads";  ///< as descriptions and machine files have it

  /// `threads`: 0: any number.
  explicit ThreadPool(std::uint64_t threads) : threads_(threads) {}

  /// A job of `task` waits.
  void wait(Task& task) { waiting_.push(&task); }
  /// Whose job is next to have a thread; nullptr: nobody waits, or no thread is free.
  Task* next() const { return waiting_.empty() || (threads_ > 0 && busy_ == threads_) ? nullptr : waiting_.front(); }
  /// It has one.
  void take() {
    waiting_.pop();
    ++busy_;
  }
  void give_back() { --busy_; }

 private:
  std::uint64_t threads_;
  std::uint64_t busy_ = 0;
  Ring<Task*> waiting_;
};

}  // namespace isochron
