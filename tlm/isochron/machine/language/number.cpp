// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/language/number.h>

#include <array>
#include <limits>
#include <stdexcept>

#include <fmt/format.h>

#include <isochron/scenario/units.h>
#include <isochron/scenario/value_error.h>

namespace isochron {

namespace {

using Wide = Number::Wide;

[[noreturn]] void too_large() {
  throw ValueError("a number too large", "Use smaller numbers");
}

Wide times(Wide a, Wide b) {
  Wide product = 0;
  if (__builtin_mul_overflow(a, b, &product)) too_large();
  return product;
}

Wide plus(Wide a, Wide b) {
  Wide sum = 0;
  if (__builtin_add_overflow(a, b, &sum)) too_large();
  return sum;
}

Wide divisor_of(Wide a, Wide b) {
  if (a < 0) a = -a;
  while (b != 0) {
    const Wide rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

void require_alike(const char* operation, const Number& a, const Number& b) {
  if (a.dimension() != b.dimension())
    throw ValueError(
        fmt::format("`{}` between {} and {}", operation, dimension_name(a.dimension()), dimension_name(b.dimension())),
        "Both sides must measure the same");
}

/// Picoseconds of a second, and bits of a byte.
constexpr Wide second_ps = 1'000'000'000'000;
constexpr Wide byte_bits = 8;

/// What comes of a product: dimension, and the factor that its units bring with them.
struct Product {
  Dimension left;
  Dimension right;
  Dimension result;
  Wide numerator;
  Wide denominator;
};
// Each also the other way round, and as the division that takes it back.
constexpr std::array<Product, 6> products{{
    {Dimension::data_rate, Dimension::duration, Dimension::bytes, 1, byte_bits* second_ps},
    {Dimension::event_rate, Dimension::duration, Dimension::plain, 1, second_ps},
    {Dimension::frequency, Dimension::duration, Dimension::plain, 1, second_ps},
    {Dimension::event_rate, Dimension::bytes, Dimension::data_rate, byte_bits, 1},
    {Dimension::frequency, Dimension::bits, Dimension::data_rate, 1, 1},
    {Dimension::frequency, Dimension::bytes, Dimension::data_rate, byte_bits, 1},
}};

Number scaled(const Number& a, Wide numerator, Wide denominator, Dimension dimension) {
  return {times(a.numerator(), numerator), times(a.denominator(), denominator), dimension};
}

/// Stored units of 1.
Wide parts_of_one(Quantity quantity) {
  if (quantity == Quantity::probability) return certain;
  return quantity == Quantity::fraction || quantity == Quantity::event_rate ? 1'000'000 : 1;
}

}  // namespace

Number::Number(Wide numerator, Wide denominator, Dimension dimension) : dimension_(dimension) {
  if (denominator < 0) {
    numerator = -numerator;
    denominator = -denominator;
  }
  const Wide common = denominator == 1 ? 1 : divisor_of(numerator, denominator);
  // Most numbers are whole ones, and a division of 128 bits is slow.
  numerator_ = common == 1 ? numerator : numerator / common;
  denominator_ = common == 1 ? denominator : denominator / common;
}

Number Number::stored(std::uint64_t value, Quantity quantity) {
  return {static_cast<Wide>(value), parts_of_one(quantity), dimension_of(quantity)};
}

std::uint64_t Number::to_stored(Quantity quantity) const {
  if (dimension_of(quantity) != dimension_)
    throw ValueError(fmt::format("{} instead of {}", dimension_name(dimension_), quantity_name(quantity)),
                     value_example(quantity));
  if (negative()) throw ValueError(text() + " is negative", "Use 0 or more");
  constexpr Wide most = std::numeric_limits<std::uint64_t>::max();
  if (is_whole() && parts_of_one(quantity) == 1 && numerator_ <= most) return static_cast<std::uint64_t>(numerator_);
  const Number in_units = scaled(*this, parts_of_one(quantity), 1, dimension_);
  const Wide quotient = in_units.numerator_ / in_units.denominator_;
  const Wide rest = in_units.numerator_ % in_units.denominator_;
  const Wide rounded = quotient + (times(2, rest) >= in_units.denominator_ ? 1 : 0);
  const Wide off = rest == 0 ? 0 : times(2, rest) >= in_units.denominator_ ? in_units.denominator_ - rest : rest;
  if (off != 0 &&
      (quantity == Quantity::count || quantity == Quantity::bits || times(off, 1'000'000) >= in_units.numerator_))
    throw ValueError(
        fmt::format("{} is no whole number{}", text(), quantity == Quantity::fraction ? " of millionths" : ""),
        quantity == Quantity::count || quantity == Quantity::bits ? "Write a whole number, or divide with `div`"
                                                                  : "Use numbers that divide evenly");
  if (rounded > most) too_large();
  return static_cast<std::uint64_t>(rounded);
}

std::string Number::text() const {
  const auto whole = [](Wide value) {
    const bool below = value < 0;
    std::string digits;
    for (Wide left = below ? -value : value; left != 0 || digits.empty(); left /= 10)
      digits.insert(digits.begin(), static_cast<char>('0' + static_cast<int>(left % 10)));
    return (below ? "-" : "") + digits;
  };
  if (dimension_ == Dimension::plain && is_whole()) return whole(numerator_);
  switch (dimension_) {
    case Dimension::plain:
      return fmt::format("{:g}", to_double());
    case Dimension::bytes:
      return format_si(to_double(), "B");
    case Dimension::duration:
      return format_si(to_double() * 1e-12, "s");
    case Dimension::data_rate:
      return format_si(to_double() / 8, "B/s");
    case Dimension::frequency:
      return format_si(to_double(), "Hz");
    case Dimension::event_rate:
      return fmt::format("{:g} /s", to_double());
    case Dimension::bits:
      return fmt::format("{:g} bit", to_double());
  }
  return {};
}

Number operator+(const Number& a, const Number& b) {
  require_alike("+", a, b);
  return {plus(times(a.numerator_, b.denominator_), times(b.numerator_, a.denominator_)),
          times(a.denominator_, b.denominator_), a.dimension_};
}

Number operator-(const Number& a, const Number& b) {
  require_alike("-", a, b);
  return a + Number(-b.numerator_, b.denominator_, b.dimension_);
}

Number operator*(const Number& a, const Number& b) {
  const Number product(times(a.numerator_, b.numerator_), times(a.denominator_, b.denominator_), Dimension::plain);
  if (a.dimension_ == Dimension::plain) return scaled(product, 1, 1, b.dimension_);
  if (b.dimension_ == Dimension::plain) return scaled(product, 1, 1, a.dimension_);
  for (const Product& one : products)
    if ((one.left == a.dimension_ && one.right == b.dimension_) ||
        (one.left == b.dimension_ && one.right == a.dimension_))
      return scaled(product, one.numerator, one.denominator, one.result);
  throw ValueError(fmt::format("{} times {}", dimension_name(a.dimension_), dimension_name(b.dimension_)),
                   "Multiply by a plain number, or a rate by a time or a size");
}

Number operator/(const Number& a, const Number& b) {
  if (b.zero()) throw ValueError("a division by 0", "Divide by 1 or more");
  const Number quotient(times(a.numerator_, b.denominator_), times(a.denominator_, b.numerator_), Dimension::plain);
  if (a.dimension_ == b.dimension_) return quotient;
  if (b.dimension_ == Dimension::plain) return scaled(quotient, 1, 1, a.dimension_);
  for (const Product& one : products) {
    if (one.result != a.dimension_) continue;
    if (one.right == b.dimension_) return scaled(quotient, one.denominator, one.numerator, one.left);
    if (one.left == b.dimension_) return scaled(quotient, one.denominator, one.numerator, one.right);
  }
  throw ValueError(fmt::format("{} divided by {}", dimension_name(a.dimension_), dimension_name(b.dimension_)),
                   "Divide by a plain number, or by the same kind of quantity");
}

Number quotient(const Number& a, const Number& b) {
  require_alike("div", a, b);
  if (b.zero() || b.negative()) throw ValueError("`div` by 0 or less", "Use 1 or more on the right");
  const Wide top = times(a.numerator_, b.denominator_), bottom = times(b.numerator_, a.denominator_);
  const Wide whole = top / bottom - (top % bottom < 0 ? 1 : 0);
  return {whole, 1, Dimension::plain};
}

Number modulo(const Number& a, const Number& b) {
  require_alike("mod", a, b);
  if (b.zero() || b.negative()) throw ValueError("`mod` of 0 or less", "Use 1 or more on the right");
  const Wide top = times(a.numerator_, b.denominator_), bottom = times(b.numerator_, a.denominator_);
  const Wide left = top % bottom, rest = left < 0 ? left + bottom : left;
  return {rest, times(a.denominator_, b.denominator_), a.dimension_};
}

int compare(const Number& a, const Number& b) {
  require_alike("a comparison", a, b);
  const Wide left = times(a.numerator_, b.denominator_), right = times(b.numerator_, a.denominator_);
  return left < right ? -1 : left > right ? 1 : 0;
}

std::string dimension_name(Dimension dimension) {
  switch (dimension) {
    case Dimension::plain:
      return "a plain number";
    case Dimension::bytes:
      return "a size";
    case Dimension::duration:
      return "a duration";
    case Dimension::data_rate:
      return "a data rate";
    case Dimension::frequency:
      return "a frequency";
    case Dimension::event_rate:
      return "a rate of events";
    case Dimension::bits:
      return "a number of bits";
  }
  return {};
}

Dimension dimension_of(Quantity quantity) {
  switch (quantity) {
    case Quantity::count:
    case Quantity::fraction:
    case Quantity::probability:
      return Dimension::plain;
    case Quantity::bytes:
      return Dimension::bytes;
    case Quantity::duration:
      return Dimension::duration;
    case Quantity::data_rate:
      return Dimension::data_rate;
    case Quantity::frequency:
      return Dimension::frequency;
    case Quantity::event_rate:
      return Dimension::event_rate;
    case Quantity::bits:
      return Dimension::bits;
    case Quantity::flag:
    case Quantity::choice:
    case Quantity::indices:
    case Quantity::dimensions:
    case Quantity::text:
      break;
  }
  throw std::logic_error("a quantity that is no number");
}

}  // namespace isochron
