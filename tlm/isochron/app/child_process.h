// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>

#include <isochron/app/interrupt.h>

namespace isochron {

/// Message from a child process to the command, through its pipe.
struct ChildMessage {
  enum class Kind : char {
    progress = 'p',
    result = 'r',
    model_error = 'm',
    traced_failure = 't',
    host_error = 'h',
    input_error = 'i',
    write_error = 'w'
  };
  Kind kind = Kind::progress;
  std::string content;  ///< progress as the work has it, its result, or an error's message; of an error while writing
                        ///< or in the input what to_pipe() makes of it
};

/// Throws what the child has thrown: InputError, WriteError, ModelError, TracedFailure, HostError. The message must be
/// one of an error.
[[noreturn]] void rethrow(const ChildMessage& message);

/// A child process for what a process can do once: SystemC allows one simulation a process.
class ChildProcess {
 public:
  /// Done in the child; `report` sends progress. The value is sent as the result, an exception as an error.
  using Work = std::function<std::string(const std::function<void(const std::string&)>& report)>;

  /// Forks. Throws HostError when the system has no more processes, Interrupted when the user asked to stop.
  explicit ChildProcess(const Work& work);
  /// Kills the child if it still runs.
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  /// Readable when the child has something to say or has ended.
  int descriptor() const { return descriptor_; }
  /// Waits until there is something, and reads it. False at the end of the pipe: the child has ended. Throws
  /// Interrupted when the user asks to stop.
  bool receive();
  /// The next whole message, if there is one.
  std::optional<ChildMessage> next_message();
  /// Waits for the child, which has ended. Throws ModelError when its own fault ended it, HostError when somebody
  /// killed it, Interrupted when the user asked to stop.
  void join();

 private:
  Interrupt::Hold hold_;  ///< the child ends before the command does
  int process_ = -1;
  int descriptor_ = -1;
  std::string received_;
};

/// Forks a process, waits until it ends, and returns false; returns true in the new process. If the new process
/// crashes, this one ends with the same signal. For a ChildProcess: the new process sends messages in its place. Throws
/// HostError when the system has no more processes.
bool go_on_in_another();

/// Ends a ChildProcess without a result of its own.
[[noreturn]] void end_child();

/// Result of `work`, done in a child process. Throws what `work` and ChildProcess throw; `what` names the process in
/// messages.
std::string result_of_child(const ChildProcess::Work& work, const std::string& what);

}  // namespace isochron
