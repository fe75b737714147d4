// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <boost/random/discrete_distribution.hpp>

#include <isochron/core/random_stream.h>

namespace isochron {

/// Sizes of I/Os that are drawn, each as often as its weight says.
class IoSizes {
 public:
  /// As many of both, one or more; sizes in bytes, 1 to 2^40, and weights below 2^20, of which one is not 0.
  IoSizes(std::vector<std::uint64_t> sizes, std::vector<std::uint64_t> weights);

  /// Random stream for sizes of the source at `path`.
  static SplitMix64 stream(std::uint64_t seed, const std::string& path) { return random_stream(seed, path, "sizes"); }
  std::uint64_t draw(SplitMix64& stream) const { return sizes_[law_(stream)]; }

  /// The mean is numerator / denominator bytes.
  std::uint64_t mean_numerator() const { return mean_numerator_; }
  std::uint64_t mean_denominator() const { return mean_denominator_; }
  std::uint64_t largest() const { return largest_; }
  /// The mean of their squares, B^2.
  double mean_square() const;
  /// Calls `visit(bytes, part of all I/Os)` for each size.
  template <class Visit>
  void visit(const Visit& visit) const {
    for (std::size_t i = 0; i < sizes_.size(); ++i)
      visit(sizes_[i], static_cast<double>(weights_[i]) / static_cast<double>(mean_denominator_));
  }
  /// Messages of an I/O in the mean, of `message` bytes at most.
  double messages(std::uint64_t message) const;

 private:
  std::vector<std::uint64_t> sizes_;
  std::vector<std::uint64_t> weights_;
  boost::random::discrete_distribution<std::size_t> law_;
  std::uint64_t mean_numerator_ = 0;
  std::uint64_t mean_denominator_ = 0;
  std::uint64_t largest_ = 0;
};

}  // namespace isochron
