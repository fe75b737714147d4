// SPDX-License-Identifier: Apache-2.0
#include <isochron/app/interrupt.h>

#include <array>
#include <cerrno>
#include <string_view>

#include <fcntl.h>
#include <unistd.h>

#include <isochron/app/exit_code.h>

namespace isochron {

namespace {

constexpr std::array<int, 3> stop_signals{SIGINT, SIGTERM, SIGHUP};

volatile std::sig_atomic_t signalled = 0;
volatile std::sig_atomic_t holds = 0;
std::array<int, 2> signal_pipe{-1, -1};

void on_signal(int) {
  if (holds == 0) {
    constexpr std::string_view said = "interrupted\n";
    [[maybe_unused]] const auto written = write(STDERR_FILENO, said.data(), said.size());
    _exit(exit_interrupted);
  }
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
  // No SA_RESTART: a write that waits for its reader must end.
  for (const int signal : stop_signals) {
    struct sigaction before {};
    sigaction(signal, nullptr, &before);
    if (before.sa_handler != SIG_IGN) sigaction(signal, &action, nullptr);
  }
}

}  // namespace

Interrupt::Hold::Hold() {
  holds = holds + 1;
}

Interrupt::Hold::~Hold() {
  holds = holds - 1;
}

Interrupt::Block::Block() {
  sigset_t stops;
  sigemptyset(&stops);
  for (const int signal : stop_signals) sigaddset(&stops, signal);
  sigprocmask(SIG_BLOCK, &stops, &before_);
}

Interrupt::Block::~Block() {
  sigprocmask(SIG_SETMASK, &before_, nullptr);
}

void Interrupt::install() {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  if (pipe2(signal_pipe.data(), O_CLOEXEC | O_NONBLOCK) != 0) return;  // then signals kill, as they would without us
  handle_all(on_signal);
}

void Interrupt::restore() {
  handle_all(SIG_DFL);
  for (int& end : signal_pipe) {
    close(end);
    end = -1;
  }
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

void Interrupt::finish() {
  handle_all(SIG_IGN);
  check();
}

void Interrupt::acknowledge() {
  std::array<char, 64> bytes{};
  while (read(signal_pipe[0], bytes.data(), bytes.size()) > 0) {
  }
  signalled = 0;
}

}  // namespace isochron
