// SPDX-License-Identifier: Apache-2.0
#include <isochron/endpoint/link_server.h>
#include <isochron/fabric/fabrics.h>
#include <isochron/part/part_types.h>
#include <isochron/part/request_parts.h>

namespace isochron {

namespace {

class LinkServerPart final : public PartConfig, public ResponderPart {
 public:
  ParameterTable parameters() override { return config_.parameters(); }
  std::vector<PortGroup> ports() const override {
    const DescribedPorts ports(LinkServerBase::type);
    PortGroup out = ports["out"].driving();
    // Where any number of messages may wait, none that comes waits for what is behind.
    out.buffered = config_.queue > 0;
    return {ports["in"], std::move(out)};
  }
  bool is_endpoint() const override { return true; }
  std::vector<PortRef> answers_by() const override { return {{1, 0}}; }
  double answers_in(const OneRequest& request) const override {
    return request.write ? 0 : config_.service.mean_seconds();
  }
  double answers_in_mean(const RequestLoad& load, const OneRequest& request) const override {
    return request.write && load.acknowledged ? config_.service.mean_seconds() : answers_in(request);
  }
  /// A service, whatever its bytes.
  double takes(const OneRequest&) const override {
    return config_.service.mean_seconds() / static_cast<double>(config_.servers);
  }
  std::vector<PortRef> ways_from(const PortRef&, const PartPlan&) const override { return {{1, 0}}; }
  std::optional<Capacity> capacity(std::uint64_t message) const override {
    if (config_.service.mean_seconds() == 0) return std::nullopt;
    return config_.capacity(message);
  }
  std::optional<MessageBuffers> buffers() const override {
    if (config_.queue == 0) return std::nullopt;
    MessageBuffers places{config_.queue};
    places.classes = config_.classes.classes;
    places.parameter = "queue";
    return places;
  }
  /// Messages that follow each other may be served together: each takes a server's share of the time at least.
  double least_transit(std::uint64_t, const PartPlan&) const override {
    return config_.service.mean_seconds() / static_cast<double>(config_.servers);
  }
  const char* drawn() const override { return config_.service.is_random() ? "service times of servers" : nullptr; }

  void build(Assembly& machine, const std::string& name, const PartPlan& plan, BuildContext& around) const override {
    with_fabric(plan.fabric, [&](auto fabric) {
      if (config_.classes.count() == 1)
        machine.add_as<LinkServer<decltype(fabric)>>(LinkServerBase::type, name, config_, around.seed.value(),
                                                     *plan.endpoint, around.requests);
      else
        machine.add_as<ClassedLinkServer<decltype(fabric)>>(LinkServerBase::type, name, config_, around.seed.value(),
                                                            *plan.endpoint, around.requests);
    });
  }

 private:
  ServiceStation::Config config_;
};

}  // namespace

ISOCHRON_PART(server, LinkServerBase::type_info, make_part<LinkServerPart>);

}  // namespace isochron
