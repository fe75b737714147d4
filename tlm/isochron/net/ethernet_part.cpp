// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <string>

#include <fmt/format.h>

#include <isochron/net/ethernet.h>
#include <isochron/part/addressing_part.h>
#include <isochron/part/carrying_part.h>
#include <isochron/part/hand_over_part.h>
#include <isochron/part/part_types.h>
#include <isochron/part/request_parts.h>
#include <isochron/part/routed.h>

namespace isochron {

namespace {

/// It has as many stations as are joined. What nobody addresses goes to station 0; requests and their answers go by the
/// machine's routes.
class EthernetPart final : public PartConfig, public HandOverPart, public CarryingPart {
 public:
  ParameterTable parameters() override { return config_.parameters(); }
  std::vector<PortGroup> ports() const override {
    // A station may only send, or only receive.
    const DescribedPorts ports(Ethernet::type);
    return {ports["in"].unless_needed(), ports["out"].unless_needed()};
  }
  std::vector<ParameterProblem> meet(const PortRef& port, const PartConfig& other) override {
    if (port == PortRef{0, 0}) is_addressed_ = other.as<AddressingPart>() != nullptr;
    (port.group == 0 ? senders_ : receivers_)[port.index] = &other;
    return {};
  }
  std::optional<CompatibilityError> compatibility_error(const Connections& around) const override {
    if (around.is_joined({0, 0}) && !is_addressed_)
      return CompatibilityError{"what `in[0]` takes is for station 0, which sends it", "Join it to another port `in`"};
    for (const auto& [station, sender] : senders_) {
      const auto receiver = receivers_.find(station);
      if (receiver == receivers_.end() || receiver->second == sender) continue;
      if (!has_requests(*sender) && !has_requests(*receiver->second)) continue;
      return CompatibilityError{fmt::format("`in[{0}]` and `out[{0}]` are joined to two parts, one of which asks or "
                                            "answers: a station sends nothing to itself",
                                            station),
                                "Join both ports of a station to the same part"};
    }
    return std::nullopt;
  }

  std::vector<PortRef> ways_from(const PortRef&, const PartPlan& plan) const override {
    std::vector<PortRef> ways;
    for (unsigned station = 0; station < plan.counts[1]; ++station) ways.push_back({1, station});
    return ways;
  }
  std::optional<Capacity> capacity(std::uint64_t message) const override { return config_.capacity(message); }
  double busy(const std::vector<PortLoad>& comes, const std::vector<PortLoad>& leaves) const override {
    double all = 0, longest = 0;
    for (const PortLoad& one : comes) {
      all += busy(one);
      longest = std::max(longest, busy(one));
    }
    if (is_hub()) return all;
    for (const PortLoad& one : leaves) longest = std::max(longest, busy(one));
    return longest;
  }
  /// On the hub, or on the link up.
  double least_transit(std::uint64_t bytes, const PartPlan&) const override {
    return seconds(config_.wire_bytes(bytes));
  }
  /// On the link down, which takes frames while others come up: it is behind by the first, which is the longest.
  double propagation(std::uint64_t bytes) const override {
    return is_hub() ? 0 : seconds(config_.frame_bytes(std::min(bytes, config_.segment())));
  }
  double events_per_message() const override { return is_hub() ? 1 : 2; }

  void build(Assembly& machine, const std::string& name, const PartPlan& plan, BuildContext&) const override {
    Ethernet* const made = machine.add<Ethernet>(name, config_, std::max({1u, plan.counts[0], plan.counts[1]}));
    if (made == nullptr) return;
    each_route(plan, plan.counts[1],
               [made](std::uint32_t endpoint, unsigned way, unsigned station) { made->map(endpoint, way, station); });
  }

 private:
  static bool has_requests(const PartConfig& part) {
    return part.as<RequesterPart>() != nullptr || part.as<ResponderPart>() != nullptr;
  }
  bool is_hub() const { return config_.kind == EthernetConfig::Kind::hub; }
  double seconds(std::uint64_t wire_bytes) const {
    return static_cast<double>(wire_bytes) * 8 / static_cast<double>(config_.rate);
  }
  /// Of the medium that carries it, however its bytes are dealt out to messages.
  double busy(const PortLoad& load) const {
    if (load.messages == 0) return 0;
    return load.messages * config_.least_wire_bytes(load.bytes / load.messages) * 8 / static_cast<double>(config_.rate);
  }

  std::vector<Leaving> pass(const PortRef& input, const Payloads& payloads, const Connections& around,
                            WorkBook& book) const override {
    const auto bytes = static_cast<std::uint64_t>(payloads.bytes);
    const double of_message =
        payloads.alike ? static_cast<double>(config_.wire_bytes(bytes)) : config_.least_wire_bytes(payloads.bytes);
    const double on_wire = of_message * 8 / static_cast<double>(config_.rate);
    const auto frames = static_cast<double>(config_.frames(bytes));
    if (is_hub()) {
      book.take(around.number(), "", 1, payloads, on_wire);
      book.add_events(payloads.count * frames);
    } else {
      const std::string up = "in[" + std::to_string(input.index) + "]";
      book.take(around.number(), up.c_str(), 1, payloads, on_wire);
      book.take(around.number(), "out[0]", 1, payloads, on_wire);
      book.add_events(2 * payloads.count * frames);
    }
    return {{{1, 0}, payloads}};
  }

  EthernetConfig config_;
  bool is_addressed_ = false;  ///< what comes by `in[0]`
  // By station.
  std::map<unsigned, const PartConfig*> senders_;
  std::map<unsigned, const PartConfig*> receivers_;
};

}  // namespace

ISOCHRON_PART(ethernet, Ethernet::type_info, make_part<EthernetPart>);

}  // namespace isochron
