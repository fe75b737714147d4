// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <isochron/core/time.h>
#include <isochron/observe/parameter_table.h>
#include <isochron/observe/type_registry.h>

namespace isochron {

/// What a RAID controller's DMA engines are.
struct DmaEngineConfig {
  enum class Implementation {
    paper,  ///< no time of its own: a message is ready for the bus as soon as it is ready
    tlm,    ///< the block mover, modelled at transaction level
    rtl     ///< the block mover, its Verilog
  };

  Implementation implementation = Implementation::paper;
  std::uint64_t clock = 100'000'000;               ///< hertz
  std::uint64_t memory_latency = 50 * nanosecond;  ///< ps, of the controller's memory
  std::uint64_t queue = 4;                         ///< messages that an engine takes ahead of the bus

  /// "paper", "tlm", "rtl"
  const char* implementation_name() const;
  ParameterTable parameters();
  static constexpr const char* type = "dma_engine";
  static TypeInfo type_info();
};

}  // namespace isochron
