// SPDX-License-Identifier: Apache-2.0
#include "support/drawn_cases.h"

#include <cstdlib>
#include <string_view>

namespace isochron::testbench {

namespace {

bool named(const char* variable) {
  const char* const value = std::getenv(variable);
  return value != nullptr && !std::string_view(value).empty();
}

}  // namespace

void draw_cases(unsigned seed, const std::string& rest) {
  static const bool told = named("RC_PARAMS");
  if (told) return;
  const std::string cases = named("ISOCHRON_TEST_ALL") ? "" : "seed=" + std::to_string(seed) + " ";
  setenv("RC_PARAMS", (cases + rest).c_str(), 1);
}

}  // namespace isochron::testbench
