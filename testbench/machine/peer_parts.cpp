// SPDX-License-Identifier: Apache-2.0
#include "machine/peer_parts.h"

#include <string>
#include <utility>

#include <isochron/part/part_types.h>
#include <isochron/protocol/endpoint_address.h>

namespace isochron::testbench {

void Talker::ask(Time now) {
  while (has_message()) {
    Message& message = next_message();
    sent(message.get_data_length());
    gone(now);
    port->hear(message, now);
  }
}

void Talker::hear(Payload& message, Time now) {
  arrivals_.arrives(tag_of(message), message.get_data_length(), now);
  message.release();
}

TypeInfo Talker::type_info() {
  TypeInfo info;
  info.name = type;
  info.summary = "A source and sink of the tests";
  describe(info, "over the port");
  info.ports = {{"port", "talk", "peer", "both directions"}};
  return info;
}

void TalkLink::Direction::hear(Payload& message, Time now) {
  waiting_.push(&message);
  if (waiting_.size() == 1) start(now);
}

void TalkLink::Direction::complete(Time now) {
  Payload& message = *waiting_.pop();
  if (!waiting_.empty()) start(now);
  (*far)->hear(message, now);
}

TypeInfo TalkLink::type_info() {
  TypeInfo info;
  info.name = type;
  info.kind = "fabric";
  info.summary = "A link of the tests";
  info.source = "our own";
  info.is_line = true;
  info.ports = {{"a", "talk", "peer", "one end"}, {"b", "talk", "peer", "the other"}};
  return info;
}

TalkHub::TalkHub(const sc_core::sc_module_name& name, unsigned ports, std::vector<unsigned> port_of)
    : sc_module(name), port_of_(std::move(port_of)) {
  for (unsigned i = 0; i < ports; ++i)
    ports_.push_back(std::make_unique<PeerSocket<Talk>>("port[" + std::to_string(i) + "]", inside_));
}

void TalkHub::hand_on(Payload& message, Time now) {
  const EndpointAddress address = EndpointAddress::decode(message.get_address());
  (*ports_[port_of_.at(address.endpoint)])->hear(message, now);
}

TypeInfo TalkHub::type_info() {
  TypeInfo info;
  info.name = type;
  info.kind = "fabric";
  info.summary = "A hub of the tests";
  info.source = "our own";
  info.ports = {{"port[i]", "talk", "peer", "to a talker, or a link"}};
  return info;
}

namespace {

class TalkerPart final : public PartConfig {
 public:
  ParameterTable parameters() override { return {}; }
  std::vector<PortGroup> ports() const override { return DescribedPorts(Talker::type).all(); }
  std::vector<PortRef> sources() const override { return {{0, 0}}; }
  bool is_sink() const override { return true; }
  std::string why_not(const SourceLoad&) const override { return ""; }
  void build(Assembly& machine, const std::string& name, const PartPlan& plan, BuildContext& around) const override {
    SourcePlan first;
    first.load.arrivals = SourceLoad::Arrivals::trace;
    first.load.trace = std::make_shared<const std::vector<TracedIo>>();
    first.load.io = first.load.message = 1;
    std::unique_ptr<DestinationPolicy> destinations;
    if (!plan.sources.empty()) {
      first = plan.sources.front();
      destinations = first.destinations();
    }
    Talker* const made = machine.add<Talker>(name, first.load, std::move(destinations), first.addressing,
                                             around.departures, first.number, around.arrivals);
    if (made != nullptr && !plan.sources.empty()) around.add(*made->traffics().front());
  }
};

class TalkLinkPart final : public PartConfig {
 public:
  ParameterTable parameters() override {
    ParameterTable table;
    table.data_rate("rate", rate_, {8, 1'000'000'000'000}, "of each direction");
    return table;
  }
  std::vector<PortGroup> ports() const override { return DescribedPorts(TalkLink::type).all(); }
  std::vector<PortRef> ways_from(const PortRef& input, const PartPlan&) const override {
    // The groups are a.tx, a.rx, b.tx, b.rx.
    return {{input.group == 1 ? 2u : 0u, 0}};
  }
  std::optional<Capacity> capacity(std::uint64_t) const override { return Capacity::of_rate(rate_); }
  bool is_full_duplex() const override { return true; }
  double least_transit(std::uint64_t bytes, const PartPlan&) const override {
    return static_cast<double>(bytes) / Capacity::of_rate(rate_).alone;
  }
  void build(Assembly& machine, const std::string& name, const PartPlan&, BuildContext&) const override {
    machine.add<TalkLink>(name, rate_);
  }

 private:
  std::uint64_t rate_ = 1'000'000'000;
};

class TalkHubPart final : public PartConfig {
 public:
  ParameterTable parameters() override {
    ParameterTable table;
    table.count("ports", ports_, {1, 64}, "ports");
    return table;
  }
  std::vector<PortGroup> ports() const override {
    PeerGroups port = DescribedPorts(TalkHub::type).peers("port").counted(ports_);
    return {port.tx, port.rx};
  }
  std::vector<PortRef> ways_from(const PortRef&, const PartPlan& plan) const override {
    std::vector<PortRef> outputs;
    for (unsigned i = 0; i < plan.counts[0]; ++i) outputs.push_back({0, i});
    return outputs;
  }
  void build(Assembly& machine, const std::string& name, const PartPlan& plan, BuildContext&) const override {
    std::vector<unsigned> port_of(plan.endpoints, 0);
    for (const RouteEntry& route : plan.routes)
      for (std::uint32_t endpoint = route.first; endpoint <= route.last; ++endpoint)
        port_of[endpoint] = route.output.index;
    machine.part<TalkHub>(name, [&](const char* part) {
      return std::make_unique<TalkHub>(part, static_cast<unsigned>(ports_), std::move(port_of));
    });
  }

 private:
  std::uint64_t ports_ = 2;
};

/// Ports of another protocol, and ports that need a link behind them; nothing of it is ever built.
class MumblerPart final : public PartConfig {
 public:
  ParameterTable parameters() override { return {}; }
  std::vector<PortGroup> ports() const override {
    const DescribedPorts ports("mumbler");
    PeerGroups port = ports.peers("port").unless_needed(), line = ports.peers("line").unless_needed().driving();
    return {port.tx, port.rx, line.tx, line.rx};
  }
  void build(Assembly&, const std::string&, const PartPlan&, BuildContext&) const override {}
};

TypeInfo mumbler_type_info() {
  TypeInfo info;
  info.name = "mumbler";
  info.kind = "device";
  info.ports = {{"port", "mumble", "peer", ""}, {"line", "talk", "peer", ""}};
  return info;
}

}  // namespace

ISOCHRON_PART(talker, Talker::type_info, make_part<TalkerPart>);
ISOCHRON_PART(talk_link, TalkLink::type_info, make_part<TalkLinkPart>);
ISOCHRON_PART(talk_hub, TalkHub::type_info, make_part<TalkHubPart>);
ISOCHRON_PART(mumbler, mumbler_type_info, make_part<MumblerPart>);

}  // namespace isochron::testbench
