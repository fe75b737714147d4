// SPDX-License-Identifier: Apache-2.0
#include <isochron/net/sp_switch_config.h>

#include <isochron/net/message_channel.h>
#include <isochron/net/rate_timing.h>

namespace isochron {

ParameterTable SpSwitchConfig::parameters() {
  ParameterTable table;
  table.data_rate("rate", rate, {1'000'000, 1'000'000'000'000}, "of the switch, or of what goes to each node",
                  "Disz et al., Table 3");
  table.choice("medium", medium, {"shared", "ports"},
               "shared: one message at a time crosses the switch, as the table's limit has it; ports: one to each node",
               "our own");
  return table;
}

MessageChannelConfig SpSwitchConfig::channel() const {
  return {MessageChannelConfig::Routing::by_destination, medium == Medium::ports, 0};
}

std::unique_ptr<const MessageTiming> SpSwitchConfig::timing() const {
  return std::make_unique<RateTiming>(rate);
}

TypeInfo SpSwitchConfig::type_info() {
  TypeInfo info;
  info.name = type;
  info.summary = "The switch of an SP2: messages leave at the node that is their destination";
  info.source = "Disz et al., Table 3";
  MessageChannel::describe(info);
  SpSwitchConfig standard;
  info.describe_parameters(standard.parameters());
  return info;
}

}  // namespace isochron
