// SPDX-License-Identifier: Apache-2.0
#include <isochron/endpoint/bus_source.h>
#include <isochron/endpoint/link_source.h>
#include <isochron/fabric/fabrics.h>
#include <isochron/part/part_types.h>

namespace isochron {

namespace {

/// Both kinds of source: all that they do is in their traffic.
class SourcePart : public PartConfig {
 public:
  ParameterTable parameters() override { return {}; }
  std::vector<PortRef> sources() const override { return {{0, 0}}; }
  double events_per_message() const override { return 0.05; }
  std::string why_not(const SourceLoad& load) const override {
    return load.lost_units.every == 0 ? "" : "only RAID controllers rebuild lost units";
  }
  bool takes_several_traffics() const override { return true; }

 protected:
  /// Makes the source with what it is constructed from. Where no traffic uses it, it has an empty trace.
  template <class Source>
  static void make(Assembly& machine, const char* type, const std::string& name, const PartPlan& plan,
                   BuildContext& around) {
    SourcePlan first;
    std::unique_ptr<DestinationPolicy> destinations;
    if (!plan.sources.empty()) {
      first = plan.sources.front();
      destinations = first.destinations();
    } else {
      first.load.arrivals = SourceLoad::Arrivals::trace;
      first.load.trace = std::make_shared<const std::vector<TracedIo>>();
      first.load.io = first.load.message = 1;
    }
    MessageSource* const made = machine.part<Source>(
        name,
        [&](const char* part) {
          return std::make_unique<Source>(part, machine.domain(), first.load, std::move(destinations), first.addressing,
                                          around.departures, first.number);
        },
        type);
    for (std::size_t t = 1; t < plan.sources.size(); ++t) {
      const SourcePlan& other = plan.sources[t];
      made->add_traffic(other.load, other.destinations(), other.addressing, other.number);
    }
    // Where no traffic uses it, it has one of no number.
    for (std::size_t t = 0; made != nullptr && t < plan.sources.size(); ++t) around.add(*made->traffics()[t]);
  }
};

class LinkSourcePart final : public SourcePart {
 public:
  std::vector<PortGroup> ports() const override { return {DescribedPorts(LinkSourceBase::type)["out"].driving()}; }
  void build(Assembly& machine, const std::string& name, const PartPlan& plan, BuildContext& around) const override {
    with_fabric(plan.fabric, [&](auto fabric) {
      make<LinkSource<decltype(fabric)>>(machine, LinkSourceBase::type, name, plan, around);
    });
  }
};

class BusSourcePart final : public SourcePart {
 public:
  std::vector<PortGroup> ports() const override { return DescribedPorts(BusSource::type).all(); }
  FoldRole fold_role() const override { return FoldRole::master; }
  void build(Assembly& machine, const std::string& name, const PartPlan& plan, BuildContext& around) const override {
    make<BusSource>(machine, BusSource::type, name, plan, around);
  }
};

}  // namespace

ISOCHRON_PART(source, LinkSourceBase::type_info, make_part<LinkSourcePart>);

ISOCHRON_PART(bus_source, BusSource::type_info, make_part<BusSourcePart>);

}  // namespace isochron
