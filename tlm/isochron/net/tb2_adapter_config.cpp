// SPDX-License-Identifier: Apache-2.0
#include <isochron/net/tb2_adapter_config.h>

#include <isochron/net/message_channel.h>
#include <isochron/net/rate_timing.h>

namespace isochron {

ParameterTable Tb2AdapterConfig::parameters() {
  ParameterTable table;
  table.data_rate("rate", rate, {1'000'000, 1'000'000'000'000}, "of the adapter, or of each direction",
                  "Disz et al., Table 3");
  table.flag("duplex", duplex, "each direction has the rate; false: both together", "our own");
  return table;
}

MessageChannelConfig Tb2AdapterConfig::channel() const {
  return {MessageChannelConfig::Routing::by_lane, duplex, 0};
}

std::unique_ptr<const MessageTiming> Tb2AdapterConfig::timing() const {
  return std::make_unique<RateTiming>(rate);
}

Capacity Tb2AdapterConfig::capacity() const {
  const double alone = Capacity::of_rate(rate).alone;
  return {alone, duplex ? alone : alone / 2};
}

TypeInfo Tb2AdapterConfig::type_info() {
  TypeInfo info;
  info.name = type;
  info.summary = "The adapter between a node of an SP2 and its switch: lane 0 to the switch, lane 1 from it";
  info.source = "Disz et al., Table 3";
  MessageChannel::describe(info);
  Tb2AdapterConfig standard;
  info.describe_parameters(standard.parameters());
  return info;
}

}  // namespace isochron
