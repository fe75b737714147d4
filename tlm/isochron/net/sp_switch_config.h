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

/// The switch of an SP2: a MessageChannel with a lane for each node, whose messages leave at the outlet that is their
/// destination. Source of the rate: Disz et al., Table 3.
struct SpSwitchConfig {
  enum class Medium { shared, ports };

  std::uint64_t rate = 1'200'000'000;  ///< bit/s
  Medium medium = Medium::shared;      ///< who has the rate: all nodes together, or what goes to each of them

  ParameterTable parameters();
  MessageChannelConfig channel() const;
  std::unique_ptr<const MessageTiming> timing() const;
  /// Of a medium: of the switch, or of one of its outlets.
  Capacity capacity() const { return Capacity::of_rate(rate); }

  static constexpr const char* type = "sp_switch";
  static TypeInfo type_info();
};

}  // namespace isochron
