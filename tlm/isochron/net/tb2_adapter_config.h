// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include <isochron/net/message_channel_config.h>
#include <isochron/net/message_timing.h>
#include <isochron/observe/capacity.h>
#include <isochron/observe/parameter_table.h>
#include <isochron/observe/type_registry.h>

namespace isochron {

/// The adapter between a node and the SP switch: a MessageChannel of two lanes, to the switch (0) and from it (1).
/// Source of the rate: Disz et al., Table 3.
struct Tb2AdapterConfig {
  static constexpr unsigned to_switch = 0;    ///< lane
  static constexpr unsigned from_switch = 1;  ///< lane

  std::uint64_t rate = 320'000'000;  ///< bit/s
  bool duplex = false;               ///< each direction has the rate; false: both together

  ParameterTable parameters();
  MessageChannelConfig channel() const;
  std::unique_ptr<const MessageTiming> timing() const;
  /// Of a direction: while the other one is idle, and while both ask for as much.
  Capacity capacity() const;

  static constexpr const char* type = "tb2_adapter";
  static TypeInfo type_info();
};

}  // namespace isochron
