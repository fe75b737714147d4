// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <isochron/core/time.h>

namespace isochron {

/// The last second of a time that a recording may have.
inline constexpr std::uint64_t latest_second = 1'000'000;

/// All of `text` as a whole number below 2^64, with or without an exponent: "131072", "1.28e5"; nullopt: it is none.
std::optional<std::uint64_t> whole_number(std::string_view text);

/// All of `text` as seconds that are whole picoseconds, exactly, up to `latest_second` and what follows its point;
/// nullopt: it is none.
std::optional<Time> whole_picoseconds(std::string_view text);

/// `time` in seconds, exactly: "0.000031208".
std::string seconds_text(Time time);

}  // namespace isochron
