// SPDX-License-Identifier: Apache-2.0
#include <isochron/observe/watchdog.h>

namespace isochron {

std::string describe_waits(const std::vector<Wait>& waits) {
  constexpr std::size_t most = 40;
  std::string text;
  for (std::size_t i = 0; i < waits.size() && i < most; ++i)
    text += "\n  " + waits[i].who + " waits for " + waits[i].what + " of " + waits[i].whom;
  if (waits.size() > most) text += "\n  and " + std::to_string(waits.size() - most) + " more";
  return text;
}

}  // namespace isochron
