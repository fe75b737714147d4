// SPDX-License-Identifier: Apache-2.0
#include <isochron/scenario/units.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <tuple>
#include <vector>

#include <fmt/format.h>

#include <isochron/scenario/decimal.h>
#include <isochron/scenario/suggestion.h>
#include <isochron/scenario/value_error.h>

namespace isochron {

namespace {

/// A unit that files may write, and how many stored units it is.
struct Unit {
  const char* symbol;
  Quantity quantity;
  std::uint64_t factor;
};

constexpr std::uint64_t kilo = 1000;
constexpr std::uint64_t mega = kilo * kilo;
constexpr std::uint64_t giga = kilo * mega;
constexpr std::uint64_t tera = kilo * giga;
constexpr std::uint64_t exa = tera * mega;
constexpr std::uint64_t kibi = 1024;
constexpr std::uint64_t mebi = kibi * kibi;
constexpr std::uint64_t gibi = kibi * mebi;

/// In the order in which `format_stored` prefers them.
constexpr std::array<Unit, 46> units{{
    {"B", Quantity::bytes, 1},
    {"KiB", Quantity::bytes, kibi},
    {"MiB", Quantity::bytes, mebi},
    {"GiB", Quantity::bytes, gibi},
    {"TiB", Quantity::bytes, kibi* gibi},
    {"kB", Quantity::bytes, kilo},
    {"KB", Quantity::bytes, kilo},
    {"MB", Quantity::bytes, mega},
    {"GB", Quantity::bytes, giga},
    {"TB", Quantity::bytes, tera},
    {"ps", Quantity::duration, 1},
    {"ns", Quantity::duration, kilo},
    {"us", Quantity::duration, mega},
    {"\u00b5s", Quantity::duration, mega},
    {"ms", Quantity::duration, giga},
    {"s", Quantity::duration, tera},
    {"min", Quantity::duration, 60 * tera},
    {"h", Quantity::duration, 3600 * tera},
    {"B/s", Quantity::data_rate, 8},
    {"kB/s", Quantity::data_rate, 8 * kilo},
    {"KB/s", Quantity::data_rate, 8 * kilo},
    {"MB/s", Quantity::data_rate, 8 * mega},
    {"GB/s", Quantity::data_rate, 8 * giga},
    {"TB/s", Quantity::data_rate, 8 * tera},
    {"KiB/s", Quantity::data_rate, 8 * kibi},
    {"MiB/s", Quantity::data_rate, 8 * mebi},
    {"GiB/s", Quantity::data_rate, 8 * gibi},
    {"b/s", Quantity::data_rate, 1},
    {"bit/s", Quantity::data_rate, 1},
    {"kb/s", Quantity::data_rate, kilo},
    {"kbit/s", Quantity::data_rate, kilo},
    {"Mb/s", Quantity::data_rate, mega},
    {"Mbit/s", Quantity::data_rate, mega},
    {"Gb/s", Quantity::data_rate, giga},
    {"Gbit/s", Quantity::data_rate, giga},
    {"Tb/s", Quantity::data_rate, tera},
    {"Tbit/s", Quantity::data_rate, tera},
    {"Hz", Quantity::frequency, 1},
    {"kHz", Quantity::frequency, kilo},
    {"MHz", Quantity::frequency, mega},
    {"GHz", Quantity::frequency, giga},
    {"/s", Quantity::event_rate, mega},
    {"1/s", Quantity::event_rate, mega},
    {"bit", Quantity::bits, 1},
    {"bits", Quantity::bits, 1},
    {"b", Quantity::bits, 1},
}};

/// Of what is counted: planes a second. It takes no prefix: nobody says k1/s.
constexpr std::string_view per_second = "1/s";

/// How many stored units make one SI unit.
double stored_per_si(Quantity quantity) {
  switch (quantity) {
    case Quantity::duration:
      return 1e12;
    case Quantity::data_rate:
      return 8;
    case Quantity::fraction:
    case Quantity::event_rate:
      return 1e6;
    case Quantity::probability:
      return 1e18;
    default:
      return 1;
  }
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

const Unit* find_unit(std::string_view symbol) {
  for (const Unit& unit : units)
    if (symbol == unit.symbol) return &unit;
  return nullptr;
}

std::vector<std::string> symbols_of(Quantity quantity) {
  std::vector<std::string> symbols;
  for (const Unit& unit : units)
    if (unit.quantity == quantity) symbols.emplace_back(unit.symbol);
  return symbols;
}

/// The text as it may stand in a message: no longer than a line.
std::string quoted(std::string_view text) {
  constexpr std::size_t longest = 40;
  return text.size() > longest ? fmt::format("`{}...`", text.substr(0, longest)) : fmt::format("`{}`", text);
}

std::string example(Quantity quantity) {
  switch (quantity) {
    case Quantity::count:
      return "Write a plain whole number such as 7";
    case Quantity::bytes:
      return "Write a size such as 128 KiB or 1024 B";
    case Quantity::duration:
      return "Write a duration such as 240 ns or 8.4 ms";
    case Quantity::data_rate:
      return "Write a rate such as 240 MB/s or 1.77 Gb/s";
    case Quantity::frequency:
      return "Write a frequency such as 66.667 MHz";
    case Quantity::event_rate:
      return "Write a number a second such as 50 /s";
    case Quantity::bits:
      return "Write a width such as 64 bit";
    case Quantity::fraction:
      return "Write a fraction such as 0.306 or 30.6 %";
    case Quantity::probability:
      return "Write a probability such as 1e-12 or 0.1 %";
    default:
      return "Write a number";
  }
}

/// The same unit as files write it, whatever the case of its letters: "Mbps" and "mb/s" are Mb/s. A b is no B, which an
/// edit distance cannot know.
std::string as_written_here(std::string_view symbol, const std::vector<std::string>& known) {
  const auto plain = [](char letter) {
    return letter == 'b' || letter == 'B' ? letter
                                          : static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  };
  const auto alike = [&plain](std::string_view one, std::string_view other) {
    return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                      [&plain](char a, char b) { return plain(a) == plain(b); });
  };
  std::string slashed(symbol);
  if (slashed.size() > 2 && alike(std::string_view(slashed).substr(slashed.size() - 2), "ps"))
    slashed.replace(slashed.size() - 2, 2, "/s");
  for (const std::string& unit : known)
    if (alike(unit, slashed)) return unit;
  return {};
}

std::string suggested_unit(std::string_view symbol, const std::vector<std::string>& known) {
  const std::string same = as_written_here(symbol, known);
  return same.empty() ? suggestion(symbol, known) : fmt::format("Did you mean `{}`?", same);
}

std::uint64_t factor_of(std::string_view text, std::string_view symbol, Quantity quantity) {
  if (quantity == Quantity::count) {
    if (symbol.empty()) return 1;
    throw ValueError(fmt::format("{} is not a plain number", quoted(text)), example(quantity));
  }
  if (quantity == Quantity::fraction) {
    if (symbol.empty()) return mega;
    if (symbol == "%") return mega / 100;
    throw ValueError(fmt::format("{} is not a fraction", quoted(text)), example(quantity));
  }
  if (quantity == Quantity::probability) {
    if (symbol.empty()) return exa;
    if (symbol == "%") return exa / 100;
    throw ValueError(fmt::format("{} is not a probability", quoted(text)), example(quantity));
  }
  if (symbol.empty()) throw ValueError(fmt::format("{} has no unit", quoted(text)), example(quantity));
  const Unit* unit = find_unit(symbol);
  if (unit == nullptr)
    throw ValueError(fmt::format("{} has the unknown unit {}", quoted(text), quoted(symbol)),
                     suggested_unit(symbol, symbols_of(quantity)));
  if (unit->quantity != quantity)
    throw ValueError(
        fmt::format("{} is {}, not {}", quoted(text), quantity_name(unit->quantity), quantity_name(quantity)),
        example(quantity));
  return unit->factor;
}

/// Digits that `value` takes in `unit`, exactly; an empty text when twelve decimals are not enough.
std::string in_unit(std::uint64_t value, const Unit& unit) {
  std::string text = std::to_string(value / unit.factor);
  std::uint64_t remainder = value % unit.factor;
  if (remainder == 0) return text;
  text += '.';
  constexpr int most_decimals = 12;
  for (int decimal = 0; remainder != 0; ++decimal) {
    if (decimal == most_decimals) return {};
    remainder *= 10;
    text += static_cast<char>('0' + remainder / unit.factor);
    remainder %= unit.factor;
  }
  return text;
}

std::size_t significant_digits(std::string_view text) {
  const bool whole = text.find('.') == std::string_view::npos;
  while (whole && text.size() > 1 && text.back() == '0') text.remove_suffix(1);
  return text.size() - (whole ? 0 : 1);
}

/// More digits than anybody writes of a rate.
constexpr std::size_t many_digits = 7;

/// The fewest digits in a binary unit that parse_stored rounds to `value`; an empty text when many or more than three
/// decimals are needed. People write such rates: 3.3 MiB/s. One of decimal units is exact in few digits.
std::string nearly_in_unit(std::uint64_t value, const Unit& unit) {
  if (unit.quantity != Quantity::data_rate || std::string_view(unit.symbol).find('i') != 1) return {};
  std::uint64_t scale = 1;
  for (int decimals = 0; decimals <= 3; ++decimals, scale *= 10) {
    const std::uint64_t nearest = ((value % unit.factor) * scale + unit.factor / 2) / unit.factor;
    std::string text = in_unit(value / unit.factor * scale + nearest, {"", Quantity::count, scale});
    std::string_view rest = text;
    const std::optional<Decimal> number = Decimal::take_from(rest);
    if (significant_digits(text) >= many_digits) return {};
    if (number && number->nearly(unit.factor) == value) return text;
  }
  return {};
}

/// "1e-12", "2.5e-06", "0.001"; of a few digits as they are.
std::string probability_text(std::uint64_t value) {
  constexpr std::uint64_t large = exa / 10'000;
  if (value == 0 || value >= large) {
    std::string plain = in_unit(value, {"", Quantity::probability, exa});
    if (!plain.empty()) return plain;
  }
  std::string digits = std::to_string(value);
  const std::size_t exponent = 18 - (digits.size() - 1);
  while (digits.size() > 1 && digits.back() == '0') digits.pop_back();
  if (digits.size() > 1) digits.insert(1, ".");
  return fmt::format("{}e-{}", digits, exponent);
}

}  // namespace

std::string value_example(Quantity quantity) {
  return example(quantity);
}

std::string quantity_name(Quantity quantity) {
  switch (quantity) {
    case Quantity::count:
      return "a plain number";
    case Quantity::bytes:
      return "a size";
    case Quantity::duration:
      return "a duration";
    case Quantity::data_rate:
      return "a data rate";
    case Quantity::frequency:
      return "a frequency";
    case Quantity::event_rate:
      return "a number a second";
    case Quantity::bits:
      return "a number of bits";
    case Quantity::flag:
      return "true or false";
    case Quantity::choice:
      return "one of a few names";
    case Quantity::indices:
      return "a list of plain numbers";
    case Quantity::fraction:
      return "a fraction";
    case Quantity::probability:
      return "a probability";
    case Quantity::dimensions:
      return "dimensions";
    case Quantity::text:
      return "a line of text";
  }
  return {};
}

std::optional<Quantity> quantity_of_unit(std::string_view symbol) {
  if (symbol.empty()) return Quantity::count;
  if (symbol == "%") return Quantity::fraction;
  const Unit* const unit = find_unit(symbol);
  return unit == nullptr ? std::nullopt : std::optional<Quantity>(unit->quantity);
}

std::uint64_t parse_stored(std::string_view text, Quantity quantity) {
  std::string_view rest = trimmed(text);
  const std::optional<Decimal> number = Decimal::take_from(rest);
  if (!number) throw ValueError(fmt::format("{} is not {}", quoted(text), quantity_name(quantity)), example(quantity));
  const std::uint64_t factor = factor_of(text, trimmed(rest), quantity);
  if (number->negative() && !number->zero())
    throw ValueError(fmt::format("{} is negative", quoted(text)), example(quantity));
  std::uint64_t stored = 0;
  switch (number->times(factor, stored)) {
    case Decimal::Fit::whole:
      if (quantity == Quantity::probability && stored > certain)
        throw ValueError(fmt::format("{} is more than 1", quoted(text)), example(quantity));
      return stored;
    case Decimal::Fit::too_large:
      throw ValueError(fmt::format("{} is too large", quoted(text)), example(quantity));
    case Decimal::Fit::fraction:
      break;
  }
  if (quantity == Quantity::data_rate)
    if (const std::optional<std::uint64_t> nearest = number->nearly(factor)) return *nearest;
  const std::vector<std::string> symbols = symbols_of(quantity);
  const std::string smallest = quantity == Quantity::data_rate                                      ? "b/s"
                               : quantity == Quantity::fraction || quantity == Quantity::event_rate ? "millionths"
                               : quantity == Quantity::probability                                  ? "1e-18"
                               : symbols.empty()                                                    ? ""
                                                                                                    : symbols.front();
  throw ValueError(fmt::format("{} is not a whole number{}", quoted(text), smallest.empty() ? "" : " of " + smallest),
                   "Round it");
}

std::vector<std::uint64_t> parse_dimensions(std::string_view text, std::size_t number) {
  static constexpr std::string_view cross = "\u00d7";
  std::string plain;
  for (std::size_t at = 0; at < text.size();) {
    const bool crossed = text.substr(at, cross.size()) == cross;
    plain += crossed ? 'x' : text[at];
    at += crossed ? cross.size() : 1;
  }
  std::vector<std::string_view> parts;
  for (std::size_t from = 0; from <= plain.size();) {
    const std::size_t end = std::min(plain.find('x', from), plain.size());
    parts.push_back(trimmed(std::string_view(plain).substr(from, end - from)));
    from = end + 1;
  }
  std::string known;
  for (std::size_t i = 0; i < (number == 0 ? 3 : number); ++i) known += i == 0 ? "64" : "x64";
  if (number != 0 && parts.size() != number)
    throw ValueError(fmt::format("{} has {} number{}, {} {} needed", quoted(text), parts.size(),
                                 parts.size() == 1 ? "" : "s", number, number == 1 ? "is" : "are"),
                     "Write numbers with x between, such as " + known);
  std::vector<std::uint64_t> numbers;
  numbers.reserve(parts.size());
  for (const std::string_view part : parts) numbers.push_back(parse_stored(part, Quantity::count));
  return numbers;
}

std::string format_dimensions(const std::vector<std::uint64_t>& numbers) {
  return fmt::format("{}", fmt::join(numbers, "x"));
}

SiValue parse_si(std::string_view text) {
  std::string_view rest = trimmed(text);
  const std::optional<Decimal> number = Decimal::take_from(rest);
  if (!number)
    throw ValueError(fmt::format("{} is not a number", quoted(text)), "Write a number, with a unit if it has one");
  const std::string_view symbol = trimmed(rest);
  const double value = number->to_double();
  if (!std::isfinite(value)) throw ValueError(fmt::format("{} is too large", quoted(text)), "Write a smaller number");
  if (symbol.empty()) return {value, ""};
  if (symbol == "%") return {value / 100, "1"};
  if (symbol == per_second || symbol == "/s") return {value, std::string(per_second)};
  const Unit* unit = find_unit(symbol);
  if (unit == nullptr) {
    std::vector<std::string> known{"%"};
    for (const Unit& candidate : units) known.emplace_back(candidate.symbol);
    throw ValueError(fmt::format("{} has the unknown unit {}", quoted(text), quoted(symbol)),
                     suggested_unit(symbol, known));
  }
  // Multiply by the whole part first, divide last: 3 ms is 3e9 / 1e12 and so the double nearest to 0.003.
  const double stored = value * static_cast<double>(unit->factor);
  return {stored / stored_per_si(unit->quantity), si_unit(unit->quantity)};
}

std::string format_stored(std::uint64_t value, Quantity quantity) {
  if (quantity == Quantity::fraction) return in_unit(value, {"", quantity, mega});
  if (quantity == Quantity::event_rate) return in_unit(value, {"", quantity, mega}) + " /s";
  if (quantity == Quantity::probability) return probability_text(value);
  std::string best;
  const Unit* best_unit = nullptr;
  // Fewest digits first; then at most three before the point, as people write; then the shortest. Bits are for lines of
  // a gigabit and up, or where bytes would be awkward: 7.5 MB/s is no 60 Mb/s.
  const auto cost = [](const std::string& digits, const Unit& unit) {
    const bool long_number = std::min(digits.find('.'), digits.size()) > 3;
    const bool in_bytes = std::string_view(unit.symbol).find('B') != std::string_view::npos;
    const bool few_bits = unit.quantity == Quantity::data_rate && !in_bytes && unit.factor < giga;
    return std::make_tuple(significant_digits(digits) + (few_bits ? 2 : 0), long_number, digits.size());
  };
  const auto consider = [&](const std::string& digits, const Unit& unit) {
    if (digits.empty() || (digits.front() == '0' && value != 0)) return;
    if (best_unit != nullptr && cost(digits, unit) >= cost(best, *best_unit)) return;
    best = digits;
    best_unit = &unit;
  };
  for (const Unit& unit : units)
    if (unit.quantity == quantity) consider(in_unit(value, unit), unit);
  // Of digits that nobody wrote: what was rounded to them.
  if (quantity == Quantity::data_rate && significant_digits(best) >= many_digits)
    for (const Unit& unit : units) consider(nearly_in_unit(value, unit), unit);
  return best_unit == nullptr ? std::to_string(value) : best + " " + best_unit->symbol;
}

std::string format_si(double value, std::string_view unit) {
  return format_si_like(value, value, unit);
}

std::string format_si_like(double value, double reference, std::string_view unit) {
  if (!std::isfinite(value)) return "-";
  if (unit == "1" || unit.empty()) return fmt::format("{:.4f}", value);
  if (unit == per_second) return fmt::format("{:.3f} {}", value, unit);
  struct Prefix {
    double factor;
    const char* symbol;
  };
  static constexpr std::array<Prefix, 8> prefixes{
      {{1e9, "G"}, {1e6, "M"}, {1e3, "k"}, {1, ""}, {1e-3, "m"}, {1e-6, "u"}, {1e-9, "n"}, {1e-12, "p"}}};
  for (const Prefix& prefix : prefixes) {
    // Time is divided, everything else multiplied: there are neither kiloseconds nor millibytes.
    const bool usual = unit == "s" ? prefix.factor <= 1 : prefix.factor >= 1;
    if (usual && std::fabs(reference) >= prefix.factor)
      return fmt::format("{:.3f} {}{}", value / prefix.factor, prefix.symbol, unit);
  }
  return fmt::format("{:.3f} {}", value, unit);
}

double to_si(std::uint64_t stored, Quantity quantity) {
  return static_cast<double>(stored) / stored_per_si(quantity);
}

std::string si_unit(Quantity quantity) {
  switch (quantity) {
    case Quantity::bytes:
      return "B";
    case Quantity::duration:
      return "s";
    case Quantity::data_rate:
      return "B/s";
    case Quantity::frequency:
      return "Hz";
    case Quantity::event_rate:
      return std::string(per_second);
    case Quantity::bits:
      return "bit";
    default:
      return "1";
  }
}

}  // namespace isochron
