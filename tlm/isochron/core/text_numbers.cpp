// SPDX-License-Identifier: Apache-2.0
#include <isochron/core/text_numbers.h>

#include <charconv>
#include <string>

namespace isochron {

std::optional<std::uint64_t> whole_number(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::optional<Time> whole_picoseconds(std::string_view text) {
  constexpr std::size_t decimals = 12;
  const std::size_t point = text.find('.');
  const std::optional<std::uint64_t> full = whole_number(text.substr(0, point));
  if (!full || *full > latest_second) return std::nullopt;
  if (point == std::string_view::npos) return *full * second;
  std::string fraction(text.substr(point + 1));
  if (fraction.size() > decimals) return std::nullopt;
  fraction.resize(decimals, '0');
  const std::optional<std::uint64_t> picoseconds = whole_number(fraction);
  if (!picoseconds) return std::nullopt;
  return *full * second + *picoseconds;
}

std::string seconds_text(Time time) {
  constexpr std::size_t decimals = 12;
  std::string fraction = std::to_string(time % second);
  fraction.insert(0, decimals - fraction.size(), '0');
  fraction.erase(fraction.find_last_not_of('0') + 1);
  return std::to_string(time / second) + (fraction.empty() ? "" : "." + fraction);
}

}  // namespace isochron
