// SPDX-License-Identifier: Apache-2.0
#include <isochron/observe/phase.h>

#include <array>

namespace isochron {

std::string_view phase_name(Phase phase) {
  constexpr std::array<std::string_view, 15> names = {"BEGIN_REQ", "END_REQ", "BEGIN_RESP", "END_RESP", "REQUEST",
                                                      "CONNECT",   "SEND",    "SENT",       "ARRIVED",  "BEGIN",
                                                      "END",       "STRIKES", "KNOWN",      "OVER",     "-"};
  return names[static_cast<std::size_t>(phase)];
}

}  // namespace isochron
