// SPDX-License-Identifier: Apache-2.0
#include <isochron/part/part_types.h>
#include <isochron/part/request_parts.h>
#include <isochron/pcie/cut.h>
#include <isochron/pcie/packet_fit.h>
#include <isochron/pcie/tlp_carrier.h>
#include <isochron/storage/nvme_drive.h>
#include <isochron/storage/nvme_sizes.h>

namespace isochron {

namespace {

class NvmeDrivePart final : public PartConfig, public ResponderPart {
 public:
  ParameterTable parameters() override { return config_.parameters(); }
  std::vector<PortGroup> ports() const override {
    const PeerGroups port = DescribedPorts(NvmeDrive::type).peers("port").driving();
    return {port.tx, port.rx};
  }
  bool is_endpoint() const override { return true; }
  std::optional<Capacity> capacity(std::uint64_t message) const override { return config_.capacity(message); }
  double events_per_message() const override { return 3; }
  std::vector<ParameterProblem> meet(const PortRef&, const PartConfig& other) override {
    if (const TlpCarrier* const link = other.as<TlpCarrier>()) size_ = link->size();
    return {};
  }

  std::vector<PortRef> answers_by() const override { return {{0, 0}}; }
  /// Without the requests by which it fetches what it writes: they go while the first data are under way already, so
  /// that they lengthen no round trip.
  RequestMessages answers(const RequestLoad&, const OneRequest& request) const override {
    const double overhead = size_.overhead(TlpType::posted);
    RequestMessages sum{1, overhead + static_cast<double>(nvme_completion)};
    if (request.write) return sum;
    const auto packets = static_cast<double>(RequestCut(config_.mps).packets(0, request.bytes));
    sum.messages += packets;
    sum.bytes += packets * overhead + static_cast<double>(request.bytes);
    return sum;
  }
  double answers_in(const OneRequest& request) const override {
    return config_.least_seconds(request.write, request.bytes);
  }
  const char* drawn() const override {
    return config_.read.is_random() || config_.program.is_random() ? "times of flash in drives" : nullptr;
  }

  std::optional<CompatibilityError> compatibility_error(const Connections& around) const override {
    return packets_too_large(around, {config_.mps, 0});
  }

  void build(Assembly& machine, const std::string& name, const PartPlan&, BuildContext& around) const override {
    machine.add<NvmeDrive>(name, config_, around.requests, around.seed.value());
  }

 private:
  NvmeDriveConfig config_;
  TlpSize size_{TlpSize::Header::four_words, false};
};

}  // namespace

ISOCHRON_PART(nvme_drive, NvmeDrive::type_info, make_part<NvmeDrivePart>);

}  // namespace isochron
