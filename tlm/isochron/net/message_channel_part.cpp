// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <type_traits>

#include <isochron/net/atm_link_config.h>
#include <isochron/net/message_channel.h>
#include <isochron/net/microchannel_config.h>
#include <isochron/net/sp_switch_config.h>
#include <isochron/net/tb2_adapter_config.h>
#include <isochron/part/hand_over_part.h>
#include <isochron/part/part_types.h>

namespace isochron {

namespace {

/// Bytes that a message takes on a medium, of several lengths at least.
double bytes_across(const AtmLinkConfig& link, const Payloads& payloads) {
  const auto least = static_cast<std::uint64_t>(payloads.bytes);
  if (payloads.alike || !link.cells) return static_cast<double>(link.wire_bytes(least));
  return std::max(static_cast<double>(link.wire_bytes(0)), payloads.bytes * 53 / 48);
}
template <class Config>
double bytes_across(const Config&, const Payloads& payloads) {
  return payloads.bytes;
}

/// A channel of a type. It has as many lanes as are joined, or a bus more; what is routed by its destination, and what
/// nobody addresses, goes to lane 0.
template <class Config>
class MessageChannelPart final : public PartConfig, public HandOverPart {
 public:
  ParameterTable parameters() override {
    ParameterTable table = config_.parameters();
    // A bus has places for adapters that are not there.
    if constexpr (std::is_same_v<Config, MicrochannelConfig>)
      table.count("lanes", lanes_, {1, 1'000}, "at least; if more are joined, as many as these", "our own");
    return table;
  }
  std::vector<PortGroup> ports() const override {
    // A lane may only send, or only receive.
    const DescribedPorts ports(Config::type);
    return {ports["in"].unless_needed(), ports["out"].unless_needed()};
  }

  const char* flow_unit() const override { return "B"; }

  void build(Assembly& machine, const std::string& name, const PartPlan& plan, BuildContext& around) const override {
    around.counter = machine.add_as<MessageChannel>(
        Config::type, name, config_.channel(),
        std::max({static_cast<unsigned>(lanes_), plan.counts[0], plan.counts[1]}), config_.timing());
  }

  std::vector<Leaving> pass(const PortRef& input, const Payloads& payloads, const Connections& around,
                            WorkBook& book) const override {
    const MessageChannelConfig channel = config_.channel();
    const unsigned outlet = channel.routing == MessageChannelConfig::Routing::by_lane ? input.index : 0;
    const std::string medium = channel.independent ? "out[" + std::to_string(outlet) + "]" : "";
    book.take(around.number(), medium.c_str(), 1, payloads,
              bytes_across(config_, payloads) * 8 / static_cast<double>(config_.rate));
    book.add_events(payloads.count);
    return {{{1, outlet}, payloads}};
  }

 private:
  Config config_;
  std::uint64_t lanes_ = 1;
};

}  // namespace

ISOCHRON_PART(atm_link, AtmLinkConfig::type_info, make_part<MessageChannelPart<AtmLinkConfig>>);
ISOCHRON_PART(microchannel, MicrochannelConfig::type_info, make_part<MessageChannelPart<MicrochannelConfig>>);
ISOCHRON_PART(sp_switch, SpSwitchConfig::type_info, make_part<MessageChannelPart<SpSwitchConfig>>);
ISOCHRON_PART(tb2_adapter, Tb2AdapterConfig::type_info, make_part<MessageChannelPart<Tb2AdapterConfig>>);

}  // namespace isochron
