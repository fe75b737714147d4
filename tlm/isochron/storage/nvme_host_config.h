// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <isochron/core/time.h>
#include <isochron/observe/parameter_table.h>
#include <isochron/pcie/receive_buffers.h>

namespace isochron {

/// What can be set of a host that has drives on PCI Express.
struct NvmeHostConfig {
  std::uint64_t commands = 256;          ///< that have not been answered
  Time read_latency = 300 * nanosecond;  ///< of its memory
  std::uint64_t mps = 256;               ///< bytes
  ReceiveBuffers buffers{};              ///< for what drives send; what they write is there until memory has it

  ParameterTable parameters();
};

}  // namespace isochron
