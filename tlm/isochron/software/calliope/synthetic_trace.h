// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/observe/parameter_table.h>
#include <isochron/software/calliope/trace_schedule.h>

namespace isochron {

/// A recording of video of variable rate as NV encodes it: frames of random sizes at a constant frame rate, each sent
/// as a burst of packets. Source: Calliope, section 3.2.2, of which the mean rates, the range of the peaks, the window
/// of 50 ms and the packets of about 1 KiB are. Frame rate, the line on which a burst goes, scenes and the law of the
/// sizes are our own:
///  - A frame's weight is a gamma variate of shape 8 times one of shape 2 that is its scene's; scenes have exponential
///    lengths. Its size is proportional to a power of the weight. The power is what makes the peak the one asked for.
///  - The first frame begins anywhere in its interval: files are not synchronous.
///  - A frame begins at its time, or when the one before is sent. Its packets are due one behind another at the line's
///    rate. All but its last one are full.
struct SyntheticTrace {
  static constexpr Time window = 50 * millisecond;  ///< of the peak

  std::uint64_t mean = 650'000;          ///< bit/s
  std::uint64_t peak = 2'000'000;        ///< bit/s, the most in any `window`
  std::uint64_t frame_rate = 10;         ///< Hz
  std::uint64_t packet = 1024;           ///< bytes
  std::uint64_t line_rate = 10'000'000;  ///< bit/s
  std::uint64_t scene = 5 * second;      ///< mean length, ps
  std::uint64_t length = 60 * second;    ///< ps; of it as many frames as fit

  ParameterTable parameters();

  /// With that mean rate, but for less than a byte, and that peak within 2 %. File `number` of `seed` is always the
  /// same. Throws ModelError where nothing of this length has such a peak.
  PacketTrace make(std::uint64_t seed, std::uint64_t number) const;
  /// Of frames that are all alike, bit/s: no peak is lower.
  double least_peak() const;

 private:
  std::uint64_t frames() const { return length / (second / frame_rate); }
  /// Of frames with the weights to this power.
  PacketTrace with_power(const std::vector<double>& weights, double power) const;
};

}  // namespace isochron
