// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/workload/pipeline/hand_over_part.h>

#include <fmt/format.h>

#include <isochron/scenario/input_error.h>

namespace isochron {

void require_payloads(const Payloads& payloads, const std::string& expected, const char* port,
                      const Connections& around, const std::string& remedy) {
  if (payloads.what == expected) return;
  const FlatPart& part = around.part();
  throw InputError(part.position,
                   fmt::format("`{}.{}` takes {}, and {} come to it", part.path, port, expected, payloads.what),
                   remedy);
}

}  // namespace isochron
