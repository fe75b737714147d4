// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <isochron/observe/parameter_table.h>

namespace isochron {

/// Reads "240 MB/s", "8.4ms" or "7" into the stored integer of `quantity`, exactly: no double is involved.
/// The space before the unit is optional; a number without unit is valid for counts and fractions alone, which may be a
/// percentage. M is 10^6, Mi is 2^20. A data rate alone is rounded to the nearest bit/s where that changes it by less
/// than a millionth part: 3.3 MiB/s is 27,682,406.4 b/s.
/// Throws ValueError: no number, negative, unknown or wrong unit, no whole number of stored units, too large.
std::uint64_t parse_stored(std::string_view text, Quantity quantity);

/// What the unit `symbol` ("MB/s") is of, "%" and none included; nullopt: there is no such unit.
std::optional<Quantity> quantity_of_unit(std::string_view symbol);

/// Reads "512x512x384" into its numbers, of which there must be `number` (0: any number), spaces and the sign ×
/// allowed. Throws ValueError.
std::vector<std::uint64_t> parse_dimensions(std::string_view text, std::size_t number);
/// "512x512x384".
std::string format_dimensions(const std::vector<std::uint64_t>& numbers);

/// A number in SI units; `unit` is "B/s", "s", "B", "Hz", "1/s", "1" (a percentage), or empty when none was written.
struct SiValue {
  double value = 0;
  std::string unit;
};

/// Reads a number with any unit: "119.5 MB/s" gives 1.195e8 B/s, "2 %" gives 0.02, "7" has no unit. May be negative.
/// Throws ValueError.
SiValue parse_si(std::string_view text);

/// A stored value for people, in the unit that takes the fewest digits: "240 MB/s", "128 KiB". Exact, or a rate that is
/// read as this value: "3.3 MiB/s".
std::string format_stored(std::uint64_t value, Quantity quantity);

/// A figure in SI units for people, rounded to three decimals of a fitting unit: "120.001 MB/s", "8.421 ms", "0.123".
/// What is counted a second has no other unit: "1068.000 1/s".
std::string format_si(double value, std::string_view unit);
/// The same in the unit that fits `reference`, so that a figure and its interval can be compared by eye.
std::string format_si_like(double value, double reference, std::string_view unit);

/// A stored value in SI units, and their name: bytes per second of a rate that is stored in bits per second.
double to_si(std::uint64_t stored, Quantity quantity);
std::string si_unit(Quantity quantity);

/// "Write a size such as 128 KiB or 1024 B", for messages.
std::string value_example(Quantity quantity);
/// What the quantity is in a sentence: "a duration", "a data rate".
std::string quantity_name(Quantity quantity);

}  // namespace isochron
