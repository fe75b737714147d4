// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <isochron/host/iommu.h>
#include <isochron/part/configured.h>
#include <isochron/part/part_types.h>
#include <isochron/part/request_parts.h>

namespace isochron {

namespace {

class IommuPart final : public PartConfig, public Configured<Iommu::Config>, public CalledPart {
 public:
  ParameterTable parameters() override { return config_.parameters(); }
  std::vector<PortGroup> ports() const override { return {DescribedPorts(Iommu::type)["translation"].called()}; }
  const Iommu::Config& config() const override { return config_; }
  double takes(const RequestLoad& load, const OneRequest& request, const CalledBytes& bytes,
               const AllRequests& all) const override {
    return walks(load, request, all) * (bytes.read + bytes.written) * seconds(config_.walk_latency) /
           static_cast<double>(config_.walkers);
  }
  double holds_up(const RequestLoad& load, const OneRequest& piece, const CalledBytes& bytes, const AllRequests& all,
                  bool is_first) const override {
    // The other pieces of a request may find what the first one has waited for.
    if (!is_first) return 0;
    return std::min(1.0, walks(load, piece, all)) * (bytes.read + bytes.written) * seconds(config_.walk_latency);
  }
  double memory() const override { return static_cast<double>(config_.entries) * 64; }

  void build(Assembly& machine, const std::string& name, const PartPlan&, BuildContext& around) const override {
    around.services.offer<AddressTranslation>({0, 0}, *machine.add<Iommu>(name, config_));
  }

 private:
  /// Of a request at least, in the mean. At random addresses a page is one of those that are kept, or that have a walk
  /// already, no more often than these are part of all pages, whatever else is translated. In order of the addresses
  /// another source may have been there.
  double walks(const RequestLoad& load, const OneRequest& request, const AllRequests& all) const {
    if (load.addresses != RequestLoad::Addresses::random) return 0;
    const std::uint64_t all_pages = load.window / config_.page;
    if (all_pages == 0) return 0;
    const double known = (static_cast<double>(config_.entries) + all.under_way) / static_cast<double>(all_pages);
    const std::uint64_t touched = (request.bytes + config_.page - 1) / config_.page;
    return static_cast<double>(touched) * std::max(0.0, 1 - known);
  }

  Iommu::Config config_;
};

}  // namespace

ISOCHRON_PART(iommu, Iommu::type_info, make_part<IommuPart>);

}  // namespace isochron
