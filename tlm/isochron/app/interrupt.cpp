// SPDX-License-Identifier: Apache-2.0
#include <isochron/app/interrupt.h>

#include <array>
#include <cerrno>
#include <csignal>

#include <fcntl.h>
#include <unistd.h>

namespace isochron {

namespace {

constexpr std::array<int, 3> stop_signals{SIGINT, SIGTERM, SIGHUP};

volatile std::sig_atomic_t signalled = 0;
std::array<int, 2> signal_pipe{-1, -1};

void on_signal(int) {
  const int saved = errno;
  signalled = 1;
  const char byte = 0;
  // A full pipe has said it already.
  [[maybe_unused]] const auto written = write(signal_pipe[1], &byte, 1);
  errno = saved;
}

void handle_all(void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART;
  for (const int signal : stop_signals) sigaction(signal, &action, nullptr);
}

}  // namespace

void Interrupt::install() {
  std::signal(SIGPIPE, SIG_IGN);                                       // a reader that is gone is an error of writing
  if (pipe2(signal_pipe.data(), O_CLOEXEC | O_NONBLOCK) != 0) return;  // then signals kill, as they would without us
  handle_all(on_signal);
}

void Interrupt::restore() {
  handle_all(SIG_DFL);
}

int Interrupt::descriptor() {
  return signal_pipe[0];
}

bool Interrupt::requested() {
  return signalled != 0;
}

void Interrupt::check() {
  if (requested()) throw Interrupted();
}

}  // namespace isochron
