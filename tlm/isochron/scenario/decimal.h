// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace isochron {

/// A decimal number exactly as it was written: digits x 10^exponent. 66.667 stays 66667 x 10^-3; a double would not do.
class Decimal {
 public:
  /// Reads a number from the front of `text` and removes it from there; nothing if there is none.
  /// Accepts 12, 1.5, .5, 1e3, 1.5e-3, with an optional sign.
  static std::optional<Decimal> take_from(std::string_view& text);

  bool negative() const { return negative_; }
  bool zero() const { return digits_.empty(); }

  enum class Fit { whole, fraction, too_large };
  /// Sets `product` to this number's magnitude x factor, if that is a whole number of 64 bits.
  Fit times(std::uint64_t factor, std::uint64_t& product) const;

  /// The whole number that is nearest to the magnitude x factor, where it differs by less than a millionth part of
  /// that.
  std::optional<std::uint64_t> nearly(std::uint64_t factor) const;

  /// The nearest double.
  double to_double() const;

 private:
  bool negative_ = false;
  std::string digits_;  ///< no leading and no trailing zeros; empty for zero
  int exponent_ = 0;    ///< of ten
};

}  // namespace isochron
