// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <isochron/core/time.h>
#include <isochron/observe/parameter_table.h>
#include <isochron/pcie/receive_buffers.h>

namespace isochron {

/// What can be set of a non-transparent bridge.
struct NtBridgeConfig {
  Time latency = 200 * nanosecond;
  std::uint64_t outstanding = 32;  ///< read requests of each direction
  ReceiveBuffers buffers = default_buffers();

  ParameterTable parameters();

 private:
  static ReceiveBuffers default_buffers();
};

}  // namespace isochron
