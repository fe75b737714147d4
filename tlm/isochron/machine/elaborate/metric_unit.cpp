// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/elaborate/metric_unit.h>

#include <algorithm>
#include <cstddef>

namespace isochron {

MetricUnit MetricUnit::parse(const std::string& text) {
  MetricUnit unit;
  int power = 1;
  for (std::size_t at = 0; at <= text.size(); power = -1) {
    const std::size_t slash = std::min(text.find('/', at), text.size());
    if (const std::string one = text.substr(at, slash - at); one != "1") unit.powers_[one] += power;
    at = slash + 1;
  }
  return unit;
}

MetricUnit MetricUnit::times(const MetricUnit& other, int sign) const {
  MetricUnit product = *this;
  for (const auto& [unit, power] : other.powers_)
    if ((product.powers_[unit] += sign * power) == 0) product.powers_.erase(unit);
  return product;
}

std::string MetricUnit::text() const {
  std::string above, below;
  for (const auto& [unit, power] : powers_) {
    for (int i = 0; i < power; ++i) above += (above.empty() ? "" : "*") + unit;
    for (int i = 0; i > power; --i) below += "/" + unit;
  }
  return (above.empty() ? "1" : above) + below;
}

bool MetricUnit::is_simple() const {
  int above = 0, below = 0;
  for (const auto& [unit, power] : powers_) (power > 0 ? above : below) += power;
  return above <= 1 && below >= -1;
}

}  // namespace isochron
