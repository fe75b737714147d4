// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <isochron/scenario/scenario_point.h>

namespace isochron {

/// One replication to simulate. What it points to must outlive it.
struct ReplicationTask {
  Machine* machine = nullptr;
  const std::vector<InstanceSetting>* instances = nullptr;
  MeasurePlan plan;
  const TracePlan* trace = nullptr;  ///< null: not traced
};

/// What a simulating process tells the command through its pipe.
struct ProcessMessage {
  enum class Kind : char { progress = 'p', record = 'r', model_error = 'm', input_error = 'i', write_error = 'w' };
  Kind kind = Kind::progress;
  std::string content;  ///< simulated picoseconds as text, an encoded record, or an error's message; of an error while
                        ///< writing the errno, a space and the file
};

/// A child process that simulates one replication: SystemC allows one simulation a process.
class ReplicationProcess {
 public:
  /// Forks. Throws ModelError when the system has no more processes.
  explicit ReplicationProcess(const ReplicationTask& task);
  /// Kills the child if it still runs.
  ~ReplicationProcess();
  ReplicationProcess(const ReplicationProcess&) = delete;
  ReplicationProcess& operator=(const ReplicationProcess&) = delete;

  /// Readable when the child has something to say or has ended.
  int descriptor() const { return descriptor_; }
  /// Reads what is there. False at the end of the pipe: the child has ended.
  bool receive();
  /// The next whole message, if there is one.
  std::optional<ProcessMessage> next_message();
  /// Waits for the child and says in words how it ended; empty when it ended by itself and well.
  std::string join();

 private:
  int process_ = -1;
  int descriptor_ = -1;
  std::string received_;
};

}  // namespace isochron
