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

/// Longer ones are no rate that anybody means.
constexpr std::size_t longest_nearly = 1000;

/// `digits` x factor, digit by digit from the last. A factor is at most a tera: no digit's product overflows.
std::string product_of(const std::string& digits, std::uint64_t factor) {
  std::string product;
  std::uint64_t carry = 0;
  for (auto digit = digits.rbegin(); digit != digits.rend(); ++digit) {
    carry += static_cast<std::uint64_t>(*digit - '0') * factor;
    product += static_cast<char>('0' + carry % 10);
    carry /= 10;
  }
  for (; carry != 0; carry /= 10) product += static_cast<char>('0' + carry % 10);
  std::reverse(product.begin(), product.end());
  return product;
}

/// 1 - 0.`decimals`, as decimals; they are not all zero.
std::string complement_of(std::string decimals) {
  const std::size_t last = decimals.find_last_not_of('0');
  for (std::size_t i = 0; i <= last; ++i)
    decimals[i] = static_cast<char>('0' + '0' + (i == last ? 10 : 9) - decimals[i]);
  return decimals;
}

/// Of two whole numbers.
bool is_less(std::string_view one, std::string_view other) {
  one.remove_prefix(std::min(one.find_first_not_of('0'), one.size()));
  other.remove_prefix(std::min(other.find_first_not_of('0'), other.size()));
  return one.size() != other.size() ? one.size() < other.size() : one < other;
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

std::optional<std::uint64_t> Decimal::nearly(std::uint64_t factor) const {
  std::string exact = product_of(digits_, factor);
  if (exponent_ >= 0 || digits_.size() > longest_nearly) {
    std::uint64_t whole = 0;
    return times(factor, whole) == Fit::whole ? std::optional(whole) : std::nullopt;
  }
  const auto decimals = static_cast<std::size_t>(-exponent_);
  if (exact.size() <= decimals) exact.insert(0, decimals + 1 - exact.size(), '0');
  const std::size_t point = exact.size() - decimals;
  const std::string after = exact.substr(point);
  const bool up = after.front() >= '5';
  std::uint64_t nearest = 0;
  const auto [end, error] = std::from_chars(exact.data(), exact.data() + point, nearest);
  static_cast<void>(end);
  if (error != std::errc() || (up && __builtin_add_overflow(nearest, std::uint64_t{1}, &nearest))) return std::nullopt;
  const std::string distance = up ? complement_of(after) : after;
  constexpr const char* million = "000000";
  return is_less(distance + million, exact) ? std::optional(nearest) : std::nullopt;
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
