// SPDX-License-Identifier: Apache-2.0
#include <isochron/scenario/decimal.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace isochron {

namespace {

/// Beyond any quantity by far; bounds the work that a hostile exponent can cause.
constexpr int largest_exponent = 400;

bool is_digit(char character) {
  return character >= '0' && character <= '9';
}

/// Takes "e-3" from the front of `text`. An "e" that no digits follow is left alone: it may begin a unit.
int take_exponent(std::string_view& text) {
  if (text.empty() || (text[0] != 'e' && text[0] != 'E')) return 0;
  std::size_t at = 1;
  const bool negative = at < text.size() && text[at] == '-';
  if (at < text.size() && (text[at] == '-' || text[at] == '+')) ++at;
  if (at == text.size() || !is_digit(text[at])) return 0;
  int exponent = 0;
  for (; at < text.size() && is_digit(text[at]); ++at)
    exponent = std::min(exponent * 10 + (text[at] - '0'), largest_exponent);
  text.remove_prefix(at);
  return negative ? -exponent : exponent;
}

}  // namespace

std::optional<Decimal> Decimal::take_from(std::string_view& text) {
  Decimal number;
  std::string_view rest = text;
  if (!rest.empty() && (rest[0] == '-' || rest[0] == '+')) {
    number.negative_ = rest[0] == '-';
    rest.remove_prefix(1);
  }
  bool point = false;
  bool any = false;
  for (; !rest.empty() && (is_digit(rest[0]) || (rest[0] == '.' && !point)); rest.remove_prefix(1)) {
    if (rest[0] == '.') {
      point = true;
      continue;
    }
    any = true;
    if (point) --number.exponent_;
    if (rest[0] != '0' || !number.digits_.empty()) number.digits_ += rest[0];
  }
  if (!any) return std::nullopt;
  number.exponent_ += take_exponent(rest);
  while (!number.digits_.empty() && number.digits_.back() == '0') {
    number.digits_.pop_back();
    ++number.exponent_;
  }
  text = rest;
  return number;
}

Decimal::Fit Decimal::times(std::uint64_t factor, std::uint64_t& product) const {
  product = 0;
  if (digits_.empty()) return Fit::whole;
  const int magnitude = static_cast<int>(digits_.size()) + exponent_;
  if (magnitude > 20) return Fit::too_large;
  std::uint64_t number = 0;
  for (const char digit : digits_) {
    // More digits than 64 bits hold: too many before the point, or a fraction of every unit.
    if (__builtin_mul_overflow(number, std::uint64_t{10}, &number) ||
        __builtin_add_overflow(number, static_cast<std::uint64_t>(digit - '0'), &number))
      return exponent_ >= 0 ? Fit::too_large : Fit::fraction;
  }
  // Cancel the tens of the denominator against both factors, so that nothing is ever rounded.
  for (int power = exponent_; power < 0; ++power) {
    for (const std::uint64_t prime : {2u, 5u}) {
      if (factor % prime == 0)
        factor /= prime;
      else if (number % prime == 0)
        number /= prime;
      else
        return Fit::fraction;
    }
  }
  for (int power = exponent_; power > 0; --power)
    if (__builtin_mul_overflow(number, std::uint64_t{10}, &number)) return Fit::too_large;
  return __builtin_mul_overflow(number, factor, &product) ? Fit::too_large : Fit::whole;
}

double Decimal::to_double() const {
  if (digits_.empty()) return 0;
  const std::string text = (negative_ ? "-" : "") + digits_ + "e" + std::to_string(exponent_);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  static_cast<void>(end);
  if (error == std::errc::result_out_of_range) return exponent_ < 0 ? 0 : HUGE_VAL;
  return value;
}

}  // namespace isochron
