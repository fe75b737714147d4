// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace isochron::testbench {

/// Whether AddressSanitizer watches the program.
constexpr bool under_address_sanitizer() {
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
  return true;
#endif
#endif
#ifdef __SANITIZE_ADDRESS__
  return true;
#endif
  return false;
}

}  // namespace isochron::testbench
