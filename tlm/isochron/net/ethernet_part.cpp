// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>

#include <isochron/net/ethernet.h>
#include <isochron/part/addressing_part.h>
#include <isochron/part/hand_over_part.h>
#include <isochron/part/part_types.h>

namespace isochron {

namespace {

/// It has as many stations as are joined. What nobody addresses goes to station 0.
class EthernetPart final : public PartConfig, public HandOverPart {
 public:
  ParameterTable parameters() override { return config_.parameters(); }
  std::vector<PortGroup> ports() const override {
    // A station may only send, or only receive.
    const DescribedPorts ports(Ethernet::type);
    return {ports["in"].unless_needed(), ports["out"].unless_needed()};
  }
  std::vector<ParameterProblem> meet(const PortRef& port, const PartConfig& other) override {
    if (port == PortRef{0, 0}) is_addressed_ = other.as<AddressingPart>() != nullptr;
    return {};
  }
  std::optional<CompatibilityError> compatibility_error(const Connections& around) const override {
    if (!around.is_joined({0, 0}) || is_addressed_) return std::nullopt;
    return CompatibilityError{"what `in[0]` takes is for station 0, which sends it", "Join it to another port `in`"};
  }

  void build(Assembly& machine, const std::string& name, const PartPlan& plan, BuildContext&) const override {
    machine.add<Ethernet>(name, config_, std::max({1u, plan.counts[0], plan.counts[1]}));
  }

 private:
  std::vector<Leaving> pass(const PortRef& input, const Payloads& payloads, const Connections& around,
                            WorkBook& book) const override {
    const auto bytes = static_cast<std::uint64_t>(payloads.bytes);
    const double of_message =
        payloads.alike ? static_cast<double>(config_.wire_bytes(bytes)) : config_.least_wire_bytes(payloads.bytes);
    const double on_wire = of_message * 8 / static_cast<double>(config_.rate);
    const auto frames = static_cast<double>(config_.frames(bytes));
    if (config_.kind == EthernetConfig::Kind::hub) {
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
};

}  // namespace

ISOCHRON_PART(ethernet, Ethernet::type_info, make_part<EthernetPart>);

}  // namespace isochron
