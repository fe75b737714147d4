// SPDX-License-Identifier: Apache-2.0
#include <isochron/observe/delay_histogram.h>

namespace isochron {

HistogramSample DelayHistogram::sample() const {
  HistogramSample sample;
  sample.unit = "s";
  sample.count = count_;
  sample.sum = static_cast<double>(sum_) * 1e-12;
  sample.min = count_ == 0 ? 0 : seconds(min_);
  sample.max = seconds(max_);
  for (int i = 0; i < LogLinearAxis().size(); ++i) {
    const std::uint64_t count = bins_.at(i);
    if (count > 0)
      sample.bins.push_back({seconds(LogLinearAxis::lower(i)), seconds(LogLinearAxis::lower(i + 1)), count});
  }
  return sample;
}

}  // namespace isochron
