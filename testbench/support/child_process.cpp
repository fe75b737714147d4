// SPDX-License-Identifier: Apache-2.0
#include "support/child_process.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <system_error>

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <systemc>

#ifdef ISOCHRON_COVERAGE
extern "C" void __gcov_dump();
#endif

namespace isochron::testbench {

namespace {

constexpr char worked = '+';
constexpr char failed = '-';

std::string answer_of(const std::function<std::string()>& work) {
  try {
    const std::string result = work();
    if (sc_core::sc_report_handler::get_count(sc_core::SC_WARNING) > 0)
      return failed + std::string("a SystemC warning, see above");
    return worked + result;
  } catch (const std::exception& error) {
    return failed + std::string(error.what());
  }
}

[[noreturn]] void be_the_child(int pipe, const std::function<std::string()>& work) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  const std::string answer = answer_of(work);
  for (std::size_t sent = 0; sent < answer.size();) {
    const ssize_t n = write(pipe, answer.data() + sent, answer.size() - sent);
    if (n < 0 && errno != EINTR) break;
    if (n > 0) sent += static_cast<std::size_t>(n);
  }
  std::fflush(nullptr);
#ifdef ISOCHRON_COVERAGE
  __gcov_dump();
#endif
  _exit(0);
}

std::string read_all(int pipe) {
  std::string bytes;
  char buffer[65536];
  for (;;) {
    const ssize_t n = read(pipe, buffer, sizeof buffer);
    if (n == 0) return bytes;
    if (n > 0) bytes.append(buffer, static_cast<std::size_t>(n));
    if (n < 0 && errno != EINTR) throw std::system_error(errno, std::generic_category(), "reading from a child");
  }
}

}  // namespace

std::string run_in_child(const std::function<std::string()>& work) {
  int ends[2];
  if (pipe(ends) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child < 0) throw std::system_error(errno, std::generic_category(), "fork");
  if (child == 0) {
    close(ends[0]);
    be_the_child(ends[1], work);
  }
  close(ends[1]);
  const std::string answer = read_all(ends[0]);
  close(ends[0]);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFSIGNALED(status)) throw std::runtime_error("the child died of signal " + std::to_string(WTERMSIG(status)));
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0 || answer.empty())
    throw std::runtime_error("the child ended without an answer");
  if (answer.front() == failed) throw std::runtime_error(answer.substr(1));
  return answer.substr(1);
}

}  // namespace isochron::testbench
