// SPDX-License-Identifier: Apache-2.0
#include <isochron/scenario/seed.h>

#include <charconv>

#include <fmt/format.h>

#include <isochron/scenario/value_error.h>

namespace isochron {

std::uint64_t parse_seed(const std::string& text) {
  const std::string remedy = "Write a whole number from 0 to 18446744073709551615, such as 42";
  const std::string shown = text.substr(0, 40);
  if (text.size() > 1 && text.front() == '-' && text.find_first_not_of("0123456789", 1) == std::string::npos)
    throw ValueError(fmt::format("`{}` is negative", shown), remedy);
  if (text.empty() || text.find_first_not_of("0123456789") != std::string::npos)
    throw ValueError(fmt::format("`{}` is not a plain number", shown), remedy);
  // Some read 010 as 8, others as 10.
  if (text.size() > 1 && text.front() == '0')
    throw ValueError(fmt::format("`{}` begins with a zero", shown), "Leave the zero out");
  std::uint64_t seed = 0;
  if (std::from_chars(text.data(), text.data() + text.size(), seed).ec != std::errc())
    throw ValueError(fmt::format("`{}` is too large", shown), remedy);
  return seed;
}

}  // namespace isochron
