// SPDX-License-Identifier: Apache-2.0
#include <isochron/endpoint/io_sizes.h>

#include <algorithm>
#include <utility>

namespace isochron {

IoSizes::IoSizes(std::vector<std::uint64_t> sizes, std::vector<std::uint64_t> weights)
    : sizes_(std::move(sizes)), weights_(std::move(weights)), law_(weights_.begin(), weights_.end()) {
  for (std::size_t i = 0; i < sizes_.size(); ++i) {
    mean_numerator_ += weights_[i] * sizes_[i];
    mean_denominator_ += weights_[i];
    if (weights_[i] > 0) largest_ = std::max(largest_, sizes_[i]);
  }
}

double IoSizes::mean_square() const {
  double sum = 0;
  for (std::size_t i = 0; i < sizes_.size(); ++i)
    sum += static_cast<double>(weights_[i]) * static_cast<double>(sizes_[i]) * static_cast<double>(sizes_[i]);
  return sum / static_cast<double>(mean_denominator_);
}

double IoSizes::messages(std::uint64_t message) const {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < sizes_.size(); ++i) sum += weights_[i] * ((sizes_[i] + message - 1) / message);
  return static_cast<double>(sum) / static_cast<double>(mean_denominator_);
}

}  // namespace isochron
