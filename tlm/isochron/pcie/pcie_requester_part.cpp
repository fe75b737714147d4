// SPDX-License-Identifier: Apache-2.0
#include <isochron/endpoint/begin_requests.h>
#include <isochron/part/part_types.h>
#include <isochron/part/posted_writes.h>
#include <isochron/part/request_parts.h>
#include <isochron/pcie/packet_fit.h>
#include <isochron/pcie/pcie_requester.h>
#include <isochron/pcie/request_pieces.h>
#include <isochron/pcie/tlp_carrier.h>

namespace isochron {

namespace {

class PcieRequesterPart final : public PartConfig, public RequesterPart, public PostedWrites {
 public:
  ParameterTable parameters() override { return config_.parameters(); }
  std::vector<PortGroup> ports() const override {
    const PeerGroups port = DescribedPorts(PcieRequester::type).peers("port").driving();
    return {port.tx, port.rx};
  }
  std::vector<PortRef> sources() const override { return {{0, 0}}; }
  bool is_endpoint() const override { return true; }
  bool takes_several_traffics() const override { return true; }
  std::string why_not(const SourceLoad& load) const override {
    return load.lost_units.every == 0 ? "" : "only RAID controllers rebuild lost units";
  }
  double events_per_message() const override { return 1; }
  std::vector<ParameterProblem> meet(const PortRef&, const PartConfig& other) override {
    if (const TlpCarrier* const link = other.as<TlpCarrier>()) size_ = link->size();
    return {};
  }

  std::uint64_t tags() const override { return config_.tags; }
  bool cuts_by_address() const override { return true; }
  std::vector<RequestPiece> pieces(const RequestLoad&, const OneRequest& request) const override {
    return request_pieces(size_, config_.mrrs, config_.mps, request);
  }
  std::uint64_t under_way(const RequestLoad& load) const override {
    return (load.kind == RequestLoad::Kind::write ? 0 : config_.tags) +
           (load.kind == RequestLoad::Kind::read ? 0 : config_.writes);
  }
  double takes_itself(const OneRequest& request) const override {
    const double push =
        config_.push_rate == 0 ? 0 : static_cast<double>(request.bytes) * 8 / static_cast<double>(config_.push_rate);
    return push + (request.write ? 0 : seconds(config_.own_latency));
  }

  const char* why_not_acknowledged() const override {
    return "posts its writes, and nothing says that they have arrived";
  }
  std::optional<CompatibilityError> compatibility_error(const Connections& around) const override {
    return packets_too_large(around, {config_.mps, 0});
  }

  void build(Assembly& machine, const std::string& name, const PartPlan& plan, BuildContext& around) const override {
    PcieRequester* const made = machine.add<PcieRequester>(name, config_, around.departures, around.arrivals);
    if (made != nullptr) begin_requests(*made, plan, around);
  }

 private:
  PcieRequesterConfig config_;
  TlpSize size_{TlpSize::Header::four_words, false};
};

}  // namespace

ISOCHRON_PART(pcie_requester, PcieRequester::type_info, make_part<PcieRequesterPart>);

}  // namespace isochron
