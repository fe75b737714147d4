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

/// The Micro Channel of an SP2 node: a MessageChannel with one medium for all lanes, which everything between an
/// adapter and the memory crosses. Source of the rate: Disz et al., Table 3.
struct MicrochannelConfig {
  std::uint64_t rate = 640'000'000;  ///< bit/s, of all lanes together

  ParameterTable parameters();
  MessageChannelConfig channel() const;
  std::unique_ptr<const MessageTiming> timing() const;
  /// Of the bus. A stream that crosses it twice has half.
  Capacity capacity() const { return Capacity::of_rate(rate); }

  static constexpr const char* type = "microchannel";
  static TypeInfo type_info();
};

}  // namespace isochron
