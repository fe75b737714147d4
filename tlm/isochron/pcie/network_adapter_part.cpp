// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <isochron/endpoint/begin_requests.h>
#include <isochron/part/part_types.h>
#include <isochron/part/posted_writes.h>
#include <isochron/part/request_parts.h>
#include <isochron/pcie/network_adapter.h>
#include <isochron/pcie/packet_fit.h>
#include <isochron/pcie/request_pieces.h>
#include <isochron/pcie/tlp_carrier.h>

namespace isochron {

namespace {

class NetworkAdapterPart final : public PartConfig, public RequesterPart, public PostedWrites {
 public:
  ParameterTable parameters() override { return config_.parameters(); }
  std::vector<PortGroup> ports() const override {
    const PeerGroups port = DescribedPorts(NetworkAdapter::type).peers("port").driving();
    return {port.tx, port.rx};
  }
  std::vector<PortRef> sources() const override { return {{0, 0}}; }
  bool is_endpoint() const override { return true; }
  bool takes_several_traffics() const override { return true; }
  std::string why_not(const SourceLoad& load) const override {
    return load.lost_units.every == 0 ? "" : "only RAID controllers rebuild lost units";
  }
  std::optional<Capacity> capacity(std::uint64_t message) const override { return config_.capacity(message); }
  double events_per_message() const override { return 3; }
  std::vector<ParameterProblem> meet(const PortRef&, const PartConfig& other) override {
    if (const TlpCarrier* const link = other.as<TlpCarrier>()) size_ = link->size();
    return {};
  }

  bool asks_again() const override { return false; }
  std::uint64_t tags() const override { return config_.tags; }
  bool cuts_by_address() const override { return true; }
  /// Without descriptors, and of what is sent without the completion: they go while other data are under way already,
  /// so that they lengthen no round trip of a tag.
  std::vector<RequestPiece> pieces(const RequestLoad&, const OneRequest& request) const override {
    std::vector<RequestPiece> pieces = request_pieces(size_, config_.mrrs, config_.mps, request);
    if (request.write && config_.completion > 0)
      pieces.front().messages.push_back(size_.overhead(TlpType::posted) + config_.completion);
    return pieces;
  }
  bool carries(const OneRequest& request) const override { return !request.write; }

  const char* why_not_acknowledged() const override {
    return "posts its writes, and nothing says that they have arrived";
  }
  std::optional<CompatibilityError> compatibility_error(const Connections& around) const override {
    return packets_too_large(around, {std::max(config_.mps, config_.completion), 0});
  }

  void build(Assembly& machine, const std::string& name, const PartPlan& plan, BuildContext& around) const override {
    NetworkAdapter* const made = machine.add<NetworkAdapter>(name, config_, around.departures, around.arrivals);
    if (made != nullptr) begin_requests(*made, plan, around);
  }

 private:
  NetworkAdapterConfig config_;
  TlpSize size_{TlpSize::Header::four_words, false};
};

}  // namespace

ISOCHRON_PART(network_adapter, NetworkAdapter::type_info, make_part<NetworkAdapterPart>);

}  // namespace isochron
