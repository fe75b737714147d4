// SPDX-License-Identifier: Apache-2.0
#include <isochron/endpoint/begin_requests.h>
#include <isochron/part/part_types.h>
#include <isochron/part/posted_writes.h>
#include <isochron/part/request_parts.h>
#include <isochron/pcie/cut.h>
#include <isochron/pcie/packet_fit.h>
#include <isochron/pcie/tlp_carrier.h>
#include <isochron/storage/nvme_host.h>
#include <isochron/storage/nvme_sizes.h>

namespace isochron {

namespace {

class NvmeHostPart final : public PartConfig, public RequesterPart, public PostedWrites, public TlpReceiver {
 public:
  ParameterTable parameters() override { return config_.parameters(); }
  std::vector<PortGroup> ports() const override {
    const DescribedPorts ports(NvmeHost::type);
    const PeerGroups port = ports.peers("port").driving();
    return {port.tx, port.rx, ports["memory"].calling().unless_needed()};
  }
  std::vector<PortRef> sources() const override { return {{0, 0}}; }
  bool is_endpoint() const override { return true; }
  bool takes_several_traffics() const override { return true; }
  std::string why_not(const SourceLoad& load) const override {
    return load.lost_units.every == 0 ? "" : "only RAID controllers rebuild lost units";
  }
  std::vector<ParameterProblem> meet(const PortRef&, const PartConfig& other) override {
    if (const TlpCarrier* const link = other.as<TlpCarrier>()) size_ = link->size();
    return {};
  }

  std::uint64_t tags() const override { return config_.commands; }
  /// A command and, of a write, the data that the drive fetches.
  RequestMessages sends(const RequestLoad&, const OneRequest& request) const override {
    RequestMessages sum{1, static_cast<double>(size_.overhead(TlpType::posted) + nvme_command)};
    if (!request.write) return sum;
    const std::uint64_t packets = RequestCut(config_.mps).packets(0, request.bytes);
    sum.messages += static_cast<double>(packets);
    sum.bytes += static_cast<double>(packets * size_.overhead(TlpType::completion) + request.bytes);
    return sum;
  }

  CalledBytes calls_for(const PortRef&, const RequestLoad&, const OneRequest& request) const override {
    return request.write ? CalledBytes{1, 0} : CalledBytes{0, 1};
  }

  const char* why_not_acknowledged() const override {
    return "hears of each command that it is done, whatever the option says";
  }
  std::optional<CompatibilityError> compatibility_error(const Connections& around) const override {
    return packets_too_large(around, {nvme_command, config_.mps});
  }
  const ReceiveBuffers& receive_buffers() const override { return config_.buffers; }

  void build(Assembly& machine, const std::string& name, const PartPlan& plan, BuildContext& around) const override {
    NvmeHost* const made = machine.add<NvmeHost>(name, config_, around.departures, around.arrivals,
                                                 around.services.called<TimedMemory>(plan, {2, 0}));
    if (made != nullptr) begin_requests(*made, plan, around);
  }

 private:
  NvmeHostConfig config_;
  TlpSize size_{TlpSize::Header::four_words, false};
};

}  // namespace

ISOCHRON_PART(nvme_host, NvmeHost::type_info, make_part<NvmeHostPart>);

}  // namespace isochron
