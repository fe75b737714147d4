// SPDX-License-Identifier: Apache-2.0
#include <isochron/app/child_process.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <isochron/app/host_error.h>
#include <isochron/app/interrupt.h>
#include <isochron/app/traced_failure.h>
#include <isochron/app/write_all.h>
#include <isochron/core/error.h>
#include <isochron/core/process_end.h>
#include <isochron/observe/write_error.h>
#include <isochron/scenario/input_error.h>
#include <isochron/scenario/pipe_codec.h>

#ifdef ISOCHRON_COVERAGE
extern "C" void __gcov_dump(void);
#endif

namespace isochron {

namespace {

using Kind = ChildMessage::Kind;
using SentInputError = std::pair<std::string, std::vector<Remedy>>;
using SentWriteError = std::pair<std::string, int>;

/// Kind, length, content.
constexpr std::size_t header_size = 1 + sizeof(std::uint64_t);

void send(int descriptor, Kind kind, const std::string& content) {
  std::string header(header_size, static_cast<char>(kind));
  const std::uint64_t length = content.size();
  std::memcpy(header.data() + 1, &length, sizeof length);
  // If the command is gone there is nobody to tell.
  if (write_all(descriptor, header) == 0) write_all(descriptor, content);
}

/// A program raises these itself when it is wrong; all others come from elsewhere.
bool is_own_fault(int signal) {
  constexpr std::array<int, 7> own{SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP};
  return std::find(own.begin(), own.end(), signal) != own.end();
}

/// Never outlives `parent`, whose child this process is.
void end_with(pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(0);  // it had ended before that was said
}

HostError no_more_processes() {
  return HostError(fmt::format("cannot start a simulation: {}; use fewer --jobs", std::strerror(errno)));
}

[[noreturn]] void be_child(const ChildProcess::Work& work, int descriptor, pid_t parent) {
  end_with(parent);
  ProcessEnd::announce();
  dup2(STDERR_FILENO, STDOUT_FILENO);  // standard output is for results; a model's chatter is not one
  try {
    send(descriptor, Kind::result,
         work([descriptor](const std::string& progress) { send(descriptor, Kind::progress, progress); }));
  } catch (const InputError& error) {
    send(descriptor, Kind::input_error, to_pipe(SentInputError{error.what(), error.remedies()}));
  } catch (const WriteError& error) {
    send(descriptor, Kind::write_error, to_pipe(SentWriteError{error.file(), error.error()}));
  } catch (const TracedFailure& error) {
    send(descriptor, Kind::traced_failure, error.what());
  } catch (const std::bad_alloc&) {
    send(descriptor, Kind::host_error,
         "the simulation ran out of memory. Use fewer --jobs, or simulate a smaller machine or a shorter time");
  } catch (const std::exception& error) {
    send(descriptor, Kind::model_error, error.what());
  }
  end_child();
}

}  // namespace

void rethrow(const ChildMessage& message) {
  switch (message.kind) {
    case Kind::input_error: {
      auto [what, remedies] = from_pipe<SentInputError>(message.content);
      throw InputError(what, std::move(remedies));
    }
    case Kind::write_error: {
      const auto [file, error] = from_pipe<SentWriteError>(message.content);
      throw WriteError(file, error);
    }
    case Kind::traced_failure:
      throw TracedFailure(message.content);
    case Kind::host_error:
      throw HostError(message.content);
    default:
      throw ModelError(message.content);
  }
}

ChildProcess::ChildProcess(const Work& work) {
  Interrupt::check();
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw no_more_processes();
  std::fflush(nullptr);  // or the child would write what is buffered once more
  const pid_t parent = getpid();
  {
    const Interrupt::Block block;
    process_ = fork();
    if (process_ == 0) Interrupt::restore();
  }
  if (process_ == 0) {
    close(ends[0]);
    be_child(work, ends[1], parent);
  }
  close(ends[1]);
  descriptor_ = ends[0];
  if (process_ < 0) {
    const HostError error = no_more_processes();
    close(descriptor_);
    throw error;
  }
}

ChildProcess::~ChildProcess() {
  close(descriptor_);
  if (process_ <= 0) return;
  kill(process_, SIGKILL);
  waitpid(process_, nullptr, 0);
}

bool ChildProcess::receive() {
  std::array<pollfd, 2> watched{{{Interrupt::descriptor(), POLLIN, 0}, {descriptor_, POLLIN, 0}}};
  if (poll(watched.data(), watched.size(), -1) < 0 && errno != EINTR)
    throw HostError("cannot wait for the simulating process");
  Interrupt::check();
  if (watched[1].revents == 0) return true;
  std::array<char, 65536> buffer{};
  const ssize_t count = read(descriptor_, buffer.data(), buffer.size());
  if (count < 0 && errno == EINTR) return true;
  if (count <= 0) return false;
  received_.append(buffer.data(), static_cast<std::size_t>(count));
  return true;
}

std::optional<ChildMessage> ChildProcess::next_message() {
  if (received_.size() < header_size) return std::nullopt;
  std::uint64_t length = 0;
  std::memcpy(&length, received_.data() + 1, sizeof length);
  if (received_.size() < header_size + length) return std::nullopt;
  ChildMessage message{static_cast<Kind>(received_[0]), received_.substr(header_size, length)};
  received_.erase(0, header_size + length);
  return message;
}

void ChildProcess::join() {
  int status = 0;
  while (waitpid(process_, &status, 0) < 0 && errno == EINTR) {
  }
  process_ = -1;
  // Ctrl-C reaches the children too, and perhaps before us.
  Interrupt::check();
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
    throw HostError(
        "the simulating process was killed, as Linux does when memory runs out. Use fewer --jobs, or a smaller "
        "machine");
  if (WIFSIGNALED(status) && !is_own_fault(WTERMSIG(status)))
    throw HostError(fmt::format("the simulating process was ended by signal {} ({}) from outside. Run it again",
                                WTERMSIG(status), strsignal(WTERMSIG(status))));
  const auto fail = [](const std::string& how) {
    throw ModelError(fmt::format("the simulating process {}; this is an error in the model, please report it", how));
  };
  if (WIFSIGNALED(status))
    fail(fmt::format("was killed by signal {} ({})", WTERMSIG(status), strsignal(WTERMSIG(status))));
  if (WEXITSTATUS(status) != 0) fail(fmt::format("ended with code {}", WEXITSTATUS(status)));
}

bool go_on_in_another() {
  std::fflush(nullptr);  // or both would write what is buffered
  const pid_t parent = getpid();
  const pid_t other = fork();
  if (other < 0) throw no_more_processes();
  if (other == 0) {
    end_with(parent);
    return true;
  }
  int status = 0;
  while (waitpid(other, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFSIGNALED(status)) {
    std::signal(WTERMSIG(status), SIG_DFL);
    std::raise(WTERMSIG(status));
  }
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 1);
  return false;
}

void end_child() {
  std::fflush(nullptr);
#ifdef ISOCHRON_COVERAGE
  __gcov_dump();
#endif
  // Not exit(): what the parent registered to run at its end is not ours.
  _exit(0);
}

std::string result_of_child(const ChildProcess::Work& work, const std::string& what) {
  ChildProcess child(work);
  while (child.receive()) {
  }
  std::optional<ChildMessage> message = child.next_message();
  child.join();
  if (!message) throw ModelError("the process that " + what + " ended without a word");
  if (message->kind != ChildMessage::Kind::result) rethrow(*message);
  return std::move(message->content);
}

}  // namespace isochron
