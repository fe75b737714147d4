// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/analyse/failure_analysis.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include <isochron/scenario/input_error.h>

namespace isochron {

namespace {

/// Each is kept, in some hundred bytes.
constexpr std::size_t most_failures = 2'000'000;

/// Of `all`, which are in order, how many are in neither of the other two.
std::size_t in_neither(const std::vector<std::uint32_t>& all, const std::vector<std::uint32_t>& one,
                       const std::vector<std::uint32_t>& other) {
  return static_cast<std::size_t>(std::count_if(all.begin(), all.end(), [&](std::uint32_t stream) {
    return !std::binary_search(one.begin(), one.end(), stream) &&
           !std::binary_search(other.begin(), other.end(), stream);
  }));
}

}  // namespace

FailureAnalysis::FailureAnalysis(const Netlist& netlist, FailureModel& model, unsigned at_once, Progress progress)
    : progress_(std::move(progress)), whole_(model.without({})), streams_(model.streams()) {
  std::vector<std::size_t> parts;
  for (std::size_t p = 0; p < netlist.parts.size(); ++p)
    if (!netlist.parts[p].is_down) parts.push_back(p);
  const std::size_t pairs = at_once < 2 || parts.empty() ? 0 : parts.size() * (parts.size() - 1) / 2;
  all_ = parts.size() + pairs;
  if (all_ > most_failures)
    throw InputError(
        {fmt::format("--fail {}", at_once), 0, 0},
        fmt::format("{} parts have {} failures, and up to {} are ranked", parts.size(), all_, most_failures),
        at_once == 1 ? "Make the machine smaller" : "Use `--fail 1`, or make the machine smaller");
  find_singles(parts, model);
  if (at_once > 1) find_pairs(model);
  rank(of_one_);
  rank(of_two_);
}

void FailureAnalysis::find_singles(const std::vector<std::size_t>& parts, FailureModel& model) {
  for (const std::size_t part : parts) {
    Failure& failure = of_one_.emplace_back();
    failure.parts = {part};
    failure.left = model.without(failure.parts);
    failure.streams = failure.together = failure.left.stopped.size();
    progress_(++done_, all_);
  }
}

void FailureAnalysis::find_pairs(FailureModel& model) {
  for (std::size_t a = 0; a < of_one_.size(); ++a)
    for (std::size_t b = a + 1; b < of_one_.size(); ++b) {
      Failure& failure = of_two_.emplace_back();
      failure.parts = {of_one_[a].parts.front(), of_one_[b].parts.front()};
      failure.left = model.without(failure.parts);
      // Numbers of all streams of all pairs would be most of the memory.
      const std::vector<std::uint32_t> stopped = std::exchange(failure.left.stopped, {});
      failure.streams = stopped.size();
      failure.together = in_neither(stopped, of_one_[a].left.stopped, of_one_[b].left.stopped);
      progress_(++done_, all_);
    }
}

void FailureAnalysis::rank(std::vector<Failure>& failures) {
  // What is equal but for rounding is equal.
  const auto left = [](const Failure& one) { return std::round(one.left.share * 1e9); };
  std::stable_sort(failures.begin(), failures.end(), [&](const Failure& one, const Failure& other) {
    return left(one) != left(other) ? left(one) < left(other) : one.streams > other.streams;
  });
}

}  // namespace isochron
