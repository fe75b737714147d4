// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include <isochron/observe/parameter_table.h>

namespace isochron {

/// What a number of a machine file measures. Powers of units beyond these do not exist: what would have one is an
/// error.
enum class Dimension {
  plain,       ///< counts and fractions
  bytes,       ///< B
  duration,    ///< ps
  data_rate,   ///< bit/s
  frequency,   ///< Hz
  event_rate,  ///< 1/s
  bits         ///< bit
};

/// A number of a machine file, exact: a fraction of whole numbers, with what it measures. Every operation throws
/// ValueError (scenario/value_error.h) where the dimensions do not fit, at a division by 0, and where a number becomes
/// too large for 128 bits.
class Number {
 public:
  __extension__ typedef __int128 Wide;

  Number() = default;
  Number(Wide numerator, Wide denominator, Dimension dimension);
  /// A plain whole number.
  static Number whole(std::uint64_t value) { return {static_cast<Wide>(value), 1, Dimension::plain}; }
  /// Of a parameter as it is stored.
  static Number stored(std::uint64_t value, Quantity quantity);

  Dimension dimension() const { return dimension_; }
  Wide numerator() const { return numerator_; }
  Wide denominator() const { return denominator_; }
  bool negative() const { return numerator_ < 0; }
  bool zero() const { return numerator_ == 0; }
  bool is_whole() const { return denominator_ == 1; }
  double to_double() const { return static_cast<double>(numerator_) / static_cast<double>(denominator_); }
  /// "240 MB/s" to people.
  std::string text() const;

  /// As a parameter of `quantity` is stored: a whole number of stored units, or one that is rounded to them by less
  /// than a millionth part of it. Throws ValueError: another dimension, negative, no whole number, too large.
  std::uint64_t to_stored(Quantity quantity) const;

  friend Number operator+(const Number& a, const Number& b);
  friend Number operator-(const Number& a, const Number& b);
  friend Number operator*(const Number& a, const Number& b);
  friend Number operator/(const Number& a, const Number& b);
  /// How often b goes into a: the largest whole number of times that leaves nothing negative.
  friend Number quotient(const Number& a, const Number& b);
  /// What is left of a when b is taken off as often as it goes; never negative.
  friend Number modulo(const Number& a, const Number& b);
  /// -1, 0 or 1.
  friend int compare(const Number& a, const Number& b);
  friend bool operator==(const Number& a, const Number& b) { return compare(a, b) == 0; }

 private:
  Wide numerator_ = 0;
  Wide denominator_ = 1;  ///< 1 or more, in lowest terms
  Dimension dimension_ = Dimension::plain;
};

/// "a data rate", for messages.
std::string dimension_name(Dimension dimension);
/// Of parameters of this quantity; throws std::logic_error of one that is no number.
Dimension dimension_of(Quantity quantity);

}  // namespace isochron
