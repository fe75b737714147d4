// SPDX-License-Identifier: Apache-2.0
#include <isochron/app/progress_line.h>

#include <string_view>

#include <unistd.h>

#include <isochron/app/write_all.h>

namespace isochron {

namespace {

constexpr std::chrono::seconds patience{2};  // anything shorter needs no progress

}  // namespace

ProgressLine::ProgressLine(std::string label, ProgressMode mode)
    : label_(std::move(label)),
      terminal_(isatty(STDERR_FILENO) != 0),
      shown_(mode == ProgressMode::always || (mode == ProgressMode::automatic && terminal_)),
      next_(start_ + patience) {}

ProgressLine::~ProgressLine() {
  if (!printed_ || !terminal_) return;
  // Not write_all, which may throw.
  constexpr std::string_view clear = "\r\033[K";
  [[maybe_unused]] const auto written = write(STDERR_FILENO, clear.data(), clear.size());
}

void ProgressLine::update(const Progress& progress) {
  const Clock::time_point now = Clock::now();
  if (!shown_ || now < next_ || progress.done_s <= 0) return;
  next_ = now + (terminal_ ? std::chrono::milliseconds(200) : std::chrono::milliseconds(2000));
  printed_ = true;
  const std::string text = progress_text(label_, progress, std::chrono::duration<double>(now - start_).count());
  write_all(STDERR_FILENO, terminal_ ? "\r\033[K" + text : text + "\n");
}

}  // namespace isochron
