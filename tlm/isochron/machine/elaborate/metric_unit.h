// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

namespace isochron {

/// Unit of a term of a formula: a product of powers of units. Those of statistics are "B/s", "B", "s", "1" and the
/// like.
class MetricUnit {
 public:
  /// "B/s", "1/s", "1".
  static MetricUnit parse(const std::string& text);

  friend MetricUnit operator*(const MetricUnit& a, const MetricUnit& b) { return a.times(b, 1); }
  friend MetricUnit operator/(const MetricUnit& a, const MetricUnit& b) { return a.times(b, -1); }
  friend bool operator==(const MetricUnit& a, const MetricUnit& b) { return a.powers_ == b.powers_; }

  /// "B*s/B" never: what is above and below cancels out.
  std::string text() const;
  /// One unit, one over another or none: what results have.
  bool is_simple() const;

 private:
  MetricUnit times(const MetricUnit& other, int sign) const;

  std::map<std::string, int> powers_;  ///< none is 0
};

}  // namespace isochron
