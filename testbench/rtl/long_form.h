// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>

namespace isochron::rtl {

/// Whether the tests run in their long form (scripts/test --all): more commands, more seeds.
inline bool long_form() {
  const char* const all = std::getenv("ISOCHRON_TEST_ALL");
  return all != nullptr && *all != 0;
}

}  // namespace isochron::rtl
