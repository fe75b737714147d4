// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <limits>

#include <isochron/observe/replication_record.h>

namespace isochron {

/// Mean, smallest and largest over the instances of a kind of part.
class Spread {
 public:
  void add(double value) {
    sum_ += value;
    min_ = std::min(min_, value);
    max_ = std::max(max_, value);
    ++n_;
  }
  bool empty() const { return n_ == 0; }
  MetricSample sample(const char* unit) const {
    return n_ == 0 ? MetricSample{unit, 0, 0, 0} : MetricSample{unit, sum_ / n_, min_, max_};
  }

 private:
  double sum_ = 0;
  double min_ = std::numeric_limits<double>::infinity();
  double max_ = -std::numeric_limits<double>::infinity();
  unsigned n_ = 0;
};

}  // namespace isochron
