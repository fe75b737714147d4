// SPDX-License-Identifier: Apache-2.0
#include <isochron/net/microchannel_config.h>

#include <isochron/net/message_channel.h>
#include <isochron/net/rate_timing.h>

namespace isochron {

ParameterTable MicrochannelConfig::parameters() {
  ParameterTable table;
  table.data_rate("rate", rate, {1'000'000, 1'000'000'000'000}, "of all that crosses it", "Disz et al., Table 3");
  return table;
}

MessageChannelConfig MicrochannelConfig::channel() const {
  return {MessageChannelConfig::Routing::by_lane, false, 0};
}

std::unique_ptr<const MessageTiming> MicrochannelConfig::timing() const {
  return std::make_unique<RateTiming>(rate);
}

TypeInfo MicrochannelConfig::type_info() {
  TypeInfo info;
  info.name = type;
  info.summary = "The Micro Channel of an SP2 node: what crosses it between adapters and memory, one message at a time";
  info.source = "Disz et al., Table 3";
  MessageChannel::describe(info);
  info.kind = "bus";
  MicrochannelConfig standard;
  info.describe_parameters(standard.parameters());
  return info;
}

}  // namespace isochron
