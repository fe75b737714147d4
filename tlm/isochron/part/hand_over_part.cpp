// SPDX-License-Identifier: Apache-2.0
#include <isochron/part/hand_over_part.h>

namespace isochron {

void require_payloads(const Payloads& payloads, const std::string& expected, const char* port,
                      const Connections& around, const std::string& remedy) {
  if (payloads.what == expected) return;
  around.refuse("`" + around.path() + "." + port + "` takes " + expected + ", and " + payloads.what + " come to it",
                remedy);
}

}  // namespace isochron
