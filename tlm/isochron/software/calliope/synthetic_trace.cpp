// SPDX-License-Identifier: Apache-2.0
#include <isochron/software/calliope/synthetic_trace.h>

#include <algorithm>
#include <cmath>

#include <boost/random/exponential_distribution.hpp>
#include <boost/random/gamma_distribution.hpp>
#include <boost/random/uniform_int_distribution.hpp>

#include <isochron/core/error.h>
#include <isochron/core/random_stream.h>
#include <isochron/core/rate.h>

namespace isochron {

namespace {

constexpr double tolerance = 0.02;  // of the peak

double peak_of(const PacketTrace& trace) {
  return static_cast<double>(trace.most_within(SyntheticTrace::window)) * 8 / seconds(SyntheticTrace::window);
}

}  // namespace

ParameterTable SyntheticTrace::parameters() {
  const std::string source = "Calliope, section 3.2.2";
  const Range rates{1000, 1'000'000'000};
  ParameterTable table;
  table.data_rate("mean", mean, rates, "of the recording", source);
  table.data_rate("peak", peak, rates, "of the 50 ms with the most bytes; within 2 %", source);
  table.frequency("frame_rate", frame_rate, {1, 1000}, "frames a second", "our own");
  table.bytes("packet", packet, {1, 65'507}, "of a full packet", source);
  table.data_rate("line_rate", line_rate, {1000, 100'000'000'000}, "at which a frame's packets follow each other",
                  "our own");
  table.duration("scene", scene, {millisecond, 10'000 * second}, "mean length of scenes, exponential", "our own");
  table.duration("length", length, {second, 10'000 * second}, "of the recording, which is repeated", "our own");
  table.check([this]() -> std::vector<ParameterProblem> {
    if (static_cast<double>(peak) * (1 + tolerance) < least_peak())
      return {{"peak",
               "frames that are all alike have a higher peak already",
               "make peak higher, frame_rate higher or mean lower",
               {"peak", "mean", "frame_rate", "line_rate"}}};
    if (peak > line_rate)
      return {{"peak",
               "no burst is faster than the line on which it goes",
               "make peak <= line_rate",
               {"peak", "line_rate"},
               {{"peak", line_rate}, {"line_rate", peak}}}};
    return {};
  });
  return table;
}

PacketTrace SyntheticTrace::with_power(const std::vector<double>& weights, double power) const {
  std::vector<double> sums;  // of sizes up to and with each frame, in any unit
  sums.reserve(weights.size());
  double sum = 0;
  for (const double weight : weights) sums.push_back(sum += std::pow(weight, power));
  PacketTrace trace;
  trace.period = weights.size() * (second / frame_rate);
  const double bytes = static_cast<double>(mean) / 8 * seconds(trace.period);
  const Rate line = Rate::bits_per_second(line_rate);
  std::uint64_t before = 0;
  Time sent = 0;  // until when the line is busy
  for (std::size_t frame = 0; frame < weights.size(); ++frame) {
    // Rounded as sums, so that the whole is exact.
    const auto until = static_cast<std::uint64_t>(std::llround(sums[frame] / sum * bytes));
    std::uint64_t left = until - before;
    before = until;
    const Time begin = std::max(sent, frame * (second / frame_rate));
    for (std::uint64_t gone = 0; left > 0;) {
      const std::uint64_t one = std::min(left, packet);
      trace.packets.push_back({begin + line.time_of(gone), static_cast<std::uint32_t>(one)});
      gone += one;
      left -= one;
      sent = begin + line.time_of(gone);
    }
  }
  return trace;
}

double SyntheticTrace::least_peak() const {
  return peak_of(with_power(std::vector<double>(std::max<std::uint64_t>(frames(), 1), 1.0), 0));
}

PacketTrace SyntheticTrace::make(std::uint64_t seed, std::uint64_t number) const {
  SplitMix64 random = random_stream(seed, "trace", number);
  boost::random::gamma_distribution<double> of_frame(8.0);
  boost::random::gamma_distribution<double> of_scene(2.0);
  boost::random::exponential_distribution<double> scene_length(1 / seconds(scene));
  std::vector<double> weights;
  double scene_weight = 0;
  double scene_ends = 0;
  for (std::uint64_t frame = 0; frame < frames(); ++frame) {
    const double time = seconds(frame * (second / frame_rate));
    while (scene_ends <= time) {
      scene_weight = of_scene(random);
      scene_ends += scene_length(random);
    }
    weights.push_back(scene_weight * of_frame(random));
  }
  // The higher the power, the more of all bytes are in the largest frames.
  const auto wanted = static_cast<double>(peak);
  double low = 0;
  double high = 32;
  constexpr int halvings = 50;
  for (int i = 0; i < halvings; ++i) {
    const double middle = (low + high) / 2;
    (peak_of(with_power(weights, middle)) < wanted ? low : high) = middle;
  }
  PacketTrace trace = with_power(weights, high);
  if (trace.packets.empty() || std::abs(peak_of(trace) - wanted) > tolerance * wanted ||
      trace.packets.back().due >= trace.period)
    throw ModelError("no recording of " + std::to_string(seconds(length)) + " s has a mean of " + std::to_string(mean) +
                     " b/s and a peak of " + std::to_string(peak) + " b/s: make it longer, or the peak lower");
  // Cameras are not synchronous: without this the frames of all files would begin at the same times.
  SplitMix64 offsets = random_stream(seed, "first frame", number);
  trace.rotate(boost::random::uniform_int_distribution<Time>(0, second / frame_rate - 1)(offsets));
  return trace;
}

}  // namespace isochron
