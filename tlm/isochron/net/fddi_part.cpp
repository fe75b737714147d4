// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <isochron/net/fddi.h>
#include <isochron/part/addressing_part.h>
#include <isochron/part/hand_over_part.h>
#include <isochron/part/part_types.h>

namespace isochron {

namespace {

/// It has as many stations as are joined. What nobody addresses goes to station 0.
class FddiPart final : public PartConfig, public HandOverPart {
 public:
  ParameterTable parameters() override { return config_.parameters(); }
  std::vector<PortGroup> ports() const override {
    // A station may only send, or only receive.
    const DescribedPorts ports(Fddi::type);
    return {ports["in"].unless_needed(), ports["out"].unless_needed()};
  }
  std::vector<ParameterProblem> meet(const PortRef& port, const PartConfig& other) override {
    if (port == PortRef{0, 0}) is_addressed_ = other.as<AddressingPart>() != nullptr;
    return {};
  }
  std::optional<CompatibilityError> compatibility_error(const Connections& around) const override {
    if (around.is_joined({0, 0}) && !is_addressed_)
      return CompatibilityError{"what `in[0]` takes is for station 0, which sends it", "Join it to another port `in`"};
    const unsigned stations = stations_of(around.plan());
    for (const std::uint64_t station : config_.synchronous_stations)
      if (station >= stations)
        return CompatibilityError{
            "there is no station " + std::to_string(station) + " on a ring of " + std::to_string(stations),
            "Leave it out of `synchronous_stations`, or join its ports"};
    if (config_.least_ttrt(stations) <= config_.ttrt) return std::nullopt;
    return CompatibilityError{
        "the token does not come back to its " + std::to_string(stations) + " stations within two `ttrt`",
        "Raise `ttrt`, or lower `synchronous`"};
  }

  void build(Assembly& machine, const std::string& name, const PartPlan& plan, BuildContext&) const override {
    machine.add<Fddi>(name, config_, stations_of(plan));
  }

  /// No message takes the ring for less than its frames do.
  std::vector<Leaving> pass(const PortRef&, const Payloads& payloads, const Connections& around,
                            WorkBook& book) const override {
    const double full = payloads.bytes / static_cast<double>(config_.segment());
    const double frames = payloads.alike
                              ? static_cast<double>(config_.frames(static_cast<std::uint64_t>(payloads.bytes)))
                              : std::max(1.0, full);
    const double bytes = payloads.bytes + frames * static_cast<double>(config_.frame_bytes(0));
    book.take(around.number(), "", 1, payloads, bytes * 8 / static_cast<double>(config_.rate));
    book.add_events(2 * payloads.count * frames);
    return {{{1, 0}, payloads}};
  }

 private:
  static unsigned stations_of(const PartPlan& plan) { return std::max({1u, plan.counts[0], plan.counts[1]}); }

  Fddi::Config config_;
  bool is_addressed_ = false;  ///< what comes by `in[0]`
};

}  // namespace

ISOCHRON_PART(fddi, Fddi::type_info, make_part<FddiPart>);

}  // namespace isochron
