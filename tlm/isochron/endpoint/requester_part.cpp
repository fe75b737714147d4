// SPDX-License-Identifier: Apache-2.0
#include <isochron/endpoint/begin_requests.h>
#include <isochron/endpoint/bus_requester.h>
#include <isochron/endpoint/link_requester.h>
#include <isochron/endpoint/station_requester.h>
#include <isochron/fabric/fabrics.h>
#include <isochron/part/addressing_part.h>
#include <isochron/part/part_types.h>
#include <isochron/part/request_parts.h>

namespace isochron {

namespace {

/// All kinds of requester of general messages.
class RequesterOfMessages : public PartConfig, public RequesterPart {
 public:
  ParameterTable parameters() override { return config_.parameters(); }
  std::vector<PortRef> sources() const override { return {{0, 0}}; }
  bool is_endpoint() const override { return true; }
  double events_per_message() const override { return 0.05; }
  std::string why_not(const SourceLoad& load) const override {
    return load.lost_units.every == 0 ? "" : "only RAID controllers rebuild lost units";
  }
  bool takes_several_traffics() const override { return true; }
  std::uint64_t tags() const override { return config_.tags; }

 protected:
  MessageRequester::Config config_;
};

class LinkRequesterPart final : public RequesterOfMessages {
 public:
  std::vector<PortGroup> ports() const override {
    const DescribedPorts ports(LinkRequesterBase::type);
    return {ports["out"].driving(), ports["in"]};
  }

  void build(Assembly& machine, const std::string& name, const PartPlan& plan, BuildContext& around) const override {
    with_fabric(plan.fabric, [&](auto fabric) {
      MessageRequester* const made = machine.add_as<LinkRequester<decltype(fabric)>>(
          LinkRequesterBase::type, name, config_, around.departures, around.arrivals);
      if (made != nullptr) begin_requests(*made, plan, around);
    });
  }
};

class BusRequesterPart final : public RequesterOfMessages {
 public:
  std::vector<PortGroup> ports() const override { return DescribedPorts(BusRequester::type).all(); }

  void build(Assembly& machine, const std::string& name, const PartPlan& plan, BuildContext& around) const override {
    BusRequester* const made = machine.add<BusRequester>(name, config_, around.departures, around.arrivals);
    if (made != nullptr) begin_requests(*made, plan, around);
  }
};

class StationRequesterPart final : public RequesterOfMessages, public AddressingPart {
 public:
  std::vector<PortGroup> ports() const override { return DescribedPorts(StationRequester::type).all(); }

  void build(Assembly& machine, const std::string& name, const PartPlan& plan, BuildContext& around) const override {
    StationRequester* const made = machine.add<StationRequester>(name, config_, around.departures, around.arrivals);
    if (made != nullptr) begin_requests(*made, plan, around);
  }
};

}  // namespace

ISOCHRON_PART(requester, LinkRequesterBase::type_info, make_part<LinkRequesterPart>);

ISOCHRON_PART(bus_requester, BusRequester::type_info, make_part<BusRequesterPart>);

ISOCHRON_PART(station_requester, StationRequester::type_info, make_part<StationRequesterPart>);

}  // namespace isochron
