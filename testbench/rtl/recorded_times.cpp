// SPDX-License-Identifier: Apache-2.0
#include "recorded_times.h"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <map>

namespace isochron::rtl {

std::string difference_from_recorded(const std::string& test, const TransferTimes& times) {
  static const std::map<std::string, TransferTimes> recorded{
#include "recorded_times.inc"
  };
  if (const auto* file = std::getenv("ISOCHRON_RECORD_TIMES")) {
    std::ofstream(file, std::ios::app) << fmt::format("{{\"{}\", {{{}u, {}u}}}},\n", test, times.transfers, times.sum);
    return {};
  }
  const auto found = recorded.find(test);
  if (found == recorded.end()) return fmt::format("no times of {} are recorded", test);
  if (found->second.transfers == times.transfers && found->second.sum == times.sum) return {};
  return fmt::format("{} has {} transfers with {} cycles in sum; recorded are {} with {}", test, times.transfers,
                     times.sum, found->second.transfers, found->second.sum);
}

}  // namespace isochron::rtl
