// SPDX-License-Identifier: Apache-2.0
#include <isochron/scenario/student_t.h>

#include <cmath>

#include <boost/math/distributions/students_t.hpp>

namespace isochron {

Estimate estimate(const std::vector<double>& values, double confidence) {
  const auto n = static_cast<double>(values.size());
  // Summed as differences from the first: equal values have exactly that mean, and no width.
  double differences = 0;
  for (const double value : values) differences += value - values.front();
  Estimate result;
  result.mean = values.front() + differences / n;
  if (values.size() < 2) return result;
  double squares = 0;
  for (const double value : values) squares += (value - result.mean) * (value - result.mean);
  const boost::math::students_t distribution(n - 1);
  const double quantile = boost::math::quantile(distribution, 0.5 + confidence / 2);
  result.half_width = quantile * std::sqrt(squares / (n - 1) / n);
  return result;
}

}  // namespace isochron
