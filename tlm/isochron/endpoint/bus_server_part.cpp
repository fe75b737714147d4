// SPDX-License-Identifier: Apache-2.0
#include <isochron/endpoint/bus_server.h>
#include <isochron/part/part_types.h>
#include <isochron/part/request_parts.h>

namespace isochron {

namespace {

class BusServerPart final : public PartConfig, public ResponderPart {
 public:
  ParameterTable parameters() override { return config_.parameters(); }
  std::vector<PortGroup> ports() const override { return DescribedPorts(BusServer::type).all(); }
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
  std::optional<Capacity> capacity(std::uint64_t message) const override {
    if (config_.service.mean_seconds() == 0) return std::nullopt;
    return config_.capacity(message);
  }
  const char* drawn() const override { return config_.service.is_random() ? "service times of servers" : nullptr; }

  void build(Assembly& machine, const std::string& name, const PartPlan& plan, BuildContext& around) const override {
    machine.add<BusServer>(name, config_, around.seed.value(), *plan.endpoint, around.requests);
  }

 private:
  ServiceStation::Config config_;
};

}  // namespace

ISOCHRON_PART(bus_server, BusServer::type_info, make_part<BusServerPart>);

}  // namespace isochron
