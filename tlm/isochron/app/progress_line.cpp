// SPDX-License-Identifier: Apache-2.0
#include <isochron/app/progress_line.h>

#include <cmath>

#include <fmt/format.h>
#include <unistd.h>

#include <isochron/app/output_file.h>

namespace isochron {

namespace {

constexpr std::chrono::seconds patience{2};  // anything shorter needs no progress

std::string duration_text(double seconds) {
  const auto whole = std::llround(seconds);
  if (whole < 100) return fmt::format("{} s", whole);
  if (whole < 6000) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole / 60 % 60);
}

}  // namespace

ProgressLine::ProgressLine(std::string label, double total_s, ProgressMode mode)
    : label_(std::move(label)),
      total_s_(total_s),
      terminal_(isatty(STDERR_FILENO) != 0),
      shown_(mode == ProgressMode::always || (mode == ProgressMode::automatic && terminal_)),
      next_(start_ + patience) {}

ProgressLine::~ProgressLine() {
  if (printed_ && terminal_) write_all(STDERR_FILENO, "\r\033[K");
}

void ProgressLine::update(std::uint64_t simulated) {
  const Clock::time_point now = Clock::now();
  if (!shown_ || now < next_ || simulated == 0) return;
  next_ = now + (terminal_ ? std::chrono::milliseconds(200) : std::chrono::milliseconds(2000));
  printed_ = true;
  const double elapsed = std::chrono::duration<double>(now - start_).count();
  const double done = static_cast<double>(simulated) * 1e-12;
  const std::string text =
      fmt::format("{}: {:.0f} % of {:.1f} s, {:.2f} simulated s a second, {} left", label_, 100 * done / total_s_,
                  total_s_, done / elapsed, duration_text(elapsed * (total_s_ - done) / done));
  write_all(STDERR_FILENO, terminal_ ? "\r\033[K" + text : text + "\n");
}

}  // namespace isochron
