// SPDX-License-Identifier: Apache-2.0
#include <isochron/core/text_numbers.h>

#include <charconv>
#include <string>

namespace isochron {

namespace {

constexpr bool is_digit(char letter) {
  return letter >= '0' && letter <= '9';
}

/// All of `text` as T, of digits and for a signed T a minus.
template <class T>
std::optional<T> digits_of(std::string_view text) {
  T number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

/// `text` times 10^places, if that is a whole number below 2^64.
std::optional<std::uint64_t> scaled(std::string_view text, int places) {
  std::string_view mantissa = text;
  if (const std::size_t at = text.find_first_of("eE"); at != std::string_view::npos) {
    std::string_view power = text.substr(at + 1);
    if (power.size() > 1 && power.front() == '+' && is_digit(power[1])) power.remove_prefix(1);
    constexpr int largest = 1000;
    const std::optional<int> exponent = digits_of<int>(power);
    if (!exponent || *exponent < -largest || *exponent > largest) return std::nullopt;
    places += *exponent;
    mantissa = text.substr(0, at);
  }
  if (mantissa.empty() || !is_digit(mantissa.front())) return std::nullopt;
  const std::size_t point = mantissa.find('.');
  std::string digits(mantissa.substr(0, point));
  if (point != std::string_view::npos) {
    digits += mantissa.substr(point + 1);
    places -= static_cast<int>(mantissa.size() - point - 1);
  }
  while (places < 0 && !digits.empty() && digits.back() == '0') {
    digits.pop_back();
    ++places;
  }
  if (digits.find_first_not_of('0') == std::string::npos) return digits_of<std::uint64_t>("0" + digits);
  constexpr int most = 20;  // of the largest number
  if (places < 0 || places > most) return std::nullopt;
  return digits_of<std::uint64_t>(digits.append(static_cast<std::size_t>(places), '0'));
}

}  // namespace

std::optional<std::uint64_t> whole_number(std::string_view text) {
  return scaled(text, 0);
}

std::optional<Time> whole_picoseconds(std::string_view text) {
  constexpr int decimals = 12;
  const std::optional<std::uint64_t> picoseconds = scaled(text, decimals);
  if (!picoseconds || *picoseconds > latest_second * second + (second - 1)) return std::nullopt;
  return picoseconds;
}

std::string seconds_text(Time time) {
  constexpr std::size_t decimals = 12;
  std::string fraction = std::to_string(time % second);
  fraction.insert(0, decimals - fraction.size(), '0');
  fraction.erase(fraction.find_last_not_of('0') + 1);
  return std::to_string(time / second) + (fraction.empty() ? "" : "." + fraction);
}

}  // namespace isochron
