// SPDX-License-Identifier: Apache-2.0
#include <isochron/app/progress.h>

#include <cmath>

#include <fmt/format.h>

namespace isochron {

namespace {

std::string duration_text(double seconds) {
  const auto whole = std::llround(seconds);
  if (whole < 100) return fmt::format("{} s", whole);
  if (whole < 6000) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole / 60 % 60);
}

}  // namespace

std::string progress_text(const std::string& label, const Progress& progress, double elapsed_s) {
  // Of an estimate no rate is made: it would look measured.
  const std::string rate =
      progress.estimated ? "" : fmt::format(", {:.3g} simulated s a second", progress.done_s / elapsed_s);
  return fmt::format("{}: {:.0f} %, {} of {} replication{}{}, {} left", label,
                     std::floor(100 * progress.done_s / progress.total_s), progress.finished, progress.replications,
                     progress.replications == 1 ? "" : "s", rate,
                     duration_text(elapsed_s * (progress.total_s - progress.done_s) / progress.done_s));
}

}  // namespace isochron
