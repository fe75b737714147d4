// SPDX-License-Identifier: Apache-2.0
#include <isochron/app/replication_process.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <isochron/app/interrupt.h>
#include <isochron/app/output_file.h>
#include <isochron/core/error.h>
#include <isochron/observe/write_error.h>
#include <isochron/scenario/input_error.h>
#include <isochron/scenario/record_codec.h>
#include <isochron/scenario/scenario_instances.h>
#include <isochron/scenario/units.h>

#ifdef ISOCHRON_COVERAGE
extern "C" void __gcov_dump(void);
#endif

namespace isochron {

namespace {

using Kind = ProcessMessage::Kind;

/// Kind, length, content.
constexpr std::size_t header_size = 1 + sizeof(std::uint64_t);

void send(int descriptor, Kind kind, const std::string& content) {
  std::string message(header_size, static_cast<char>(kind));
  const std::uint64_t length = content.size();
  std::memcpy(message.data() + 1, &length, sizeof length);
  write_all(descriptor, message + content);  // if the command is gone there is nobody to tell
}

double in_seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

void require_started(const Trace& trace, const TracePlan& plan, const ReplicationRecord& record) {
  if (!trace.started())
    throw InputError({"--trace-from", 0, 0},
                     fmt::format("{} is after the end of the run, {}", format_stored(plan.from, Quantity::duration),
                                 format_si(record.simulated_s, "s")),
                     "Begin earlier");
}

/// Runs the model and adds what it cost this process.
ReplicationRecord simulate(const ReplicationTask& task, int descriptor) {
  ScenarioInstances instances(*task.instances);
  const auto report = [&](std::uint64_t simulated) { send(descriptor, Kind::progress, std::to_string(simulated)); };
  const auto start = std::chrono::steady_clock::now();
  std::optional<Trace> trace;
  if (task.trace != nullptr) trace.emplace(*task.trace);
  ReplicationRecord record = task.machine->run(task.plan, instances, report, trace ? &*trace : nullptr);
  instances.require_all_used();
  if (trace) require_started(*trace, *task.trace, record);
  record.wall_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  record.cpu_s = in_seconds(usage.ru_utime) + in_seconds(usage.ru_stime);
  record.peak_rss_bytes = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
  return record;
}

[[noreturn]] void be_child(const ReplicationTask& task, int descriptor) {
  Interrupt::restore();
  prctl(PR_SET_PDEATHSIG, SIGKILL);    // never outlive the command
  dup2(STDERR_FILENO, STDOUT_FILENO);  // standard output is for results; a model's chatter is not one
  try {
    send(descriptor, Kind::record, encode_record(simulate(task, descriptor)));
  } catch (const InputError& error) {
    send(descriptor, Kind::input_error, error.what());
  } catch (const WriteError& error) {
    send(descriptor, Kind::write_error, fmt::format("{} {}", error.error(), error.file()));
  } catch (const std::bad_alloc&) {
    send(descriptor, Kind::model_error, "the simulation ran out of memory");
  } catch (const std::exception& error) {
    send(descriptor, Kind::model_error, error.what());
  }
  std::fflush(nullptr);
#ifdef ISOCHRON_COVERAGE
  __gcov_dump();
#endif
  // Not exit(): what the parent registered to run at its end is not ours.
  _exit(0);
}

}  // namespace

ReplicationProcess::ReplicationProcess(const ReplicationTask& task) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0)
    throw ModelError(fmt::format("cannot start a simulation: {}; use fewer --jobs", std::strerror(errno)));
  std::fflush(nullptr);  // or the child would write what is buffered once more
  process_ = fork();
  if (process_ == 0) {
    close(ends[0]);
    be_child(task, ends[1]);
  }
  close(ends[1]);
  descriptor_ = ends[0];
  if (process_ < 0) {
    const int error = errno;
    close(descriptor_);
    throw ModelError(fmt::format("cannot start a simulation: {}; use fewer --jobs", std::strerror(error)));
  }
}

ReplicationProcess::~ReplicationProcess() {
  close(descriptor_);
  if (process_ <= 0) return;
  kill(process_, SIGKILL);
  waitpid(process_, nullptr, 0);
}

bool ReplicationProcess::receive() {
  std::array<char, 65536> buffer{};
  const ssize_t count = read(descriptor_, buffer.data(), buffer.size());
  if (count < 0 && errno == EINTR) return true;
  if (count <= 0) return false;
  received_.append(buffer.data(), static_cast<std::size_t>(count));
  return true;
}

std::optional<ProcessMessage> ReplicationProcess::next_message() {
  if (received_.size() < header_size) return std::nullopt;
  std::uint64_t length = 0;
  std::memcpy(&length, received_.data() + 1, sizeof length);
  if (received_.size() < header_size + length) return std::nullopt;
  ProcessMessage message{static_cast<Kind>(received_[0]), received_.substr(header_size, length)};
  received_.erase(0, header_size + length);
  return message;
}

std::string ReplicationProcess::join() {
  int status = 0;
  while (waitpid(process_, &status, 0) < 0 && errno == EINTR) {
  }
  process_ = -1;
  if (WIFSIGNALED(status))
    return fmt::format("the simulating process was killed by signal {} ({})", WTERMSIG(status),
                       strsignal(WTERMSIG(status)));
  if (WEXITSTATUS(status) != 0) return fmt::format("the simulating process ended with code {}", WEXITSTATUS(status));
  return {};
}

}  // namespace isochron
