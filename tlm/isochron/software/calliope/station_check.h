// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include <isochron/part/connections.h>

namespace isochron {

/// What does not fit where a part sends by `output`, and is `station` to those that it sends to.
inline std::optional<CompatibilityError> station_error(const Connections& around, const PortRef& output,
                                                       std::uint64_t station) {
  const std::optional<PortOfPart> input = around.input_behind(output);
  if (input && input->port.index == station) return std::nullopt;
  const std::string port = "`in[" + std::to_string(station) + "]` of the network";
  return CompatibilityError{"it is station " + std::to_string(station) + ", and does not send by " + port,
                            "Join it to " + port};
}

}  // namespace isochron
