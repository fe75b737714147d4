// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <isochron/host/dram.h>
#include <isochron/part/configured.h>
#include <isochron/part/part_types.h>
#include <isochron/part/request_parts.h>

namespace isochron {

namespace {

class DramPart final : public PartConfig, public Configured<Dram::Config>, public CalledPart {
 public:
  ParameterTable parameters() override { return config_.parameters(); }
  std::vector<PortGroup> ports() const override { return {DescribedPorts(Dram::type)["access"].called()}; }
  const Dram::Config& config() const override { return config_; }
  /// All channels have the same, and what follows which is as good as it can be.
  double takes(const RequestLoad& load, const OneRequest& request, const CalledBytes& bytes,
               const AllRequests& all) const override {
    return moves(request, bytes, all) / used_channels(load);
  }
  /// No transfer is in more channels than it begins in, and goes on to.
  double holds_up(const RequestLoad&, const OneRequest& piece, const CalledBytes& bytes, const AllRequests& all,
                  bool) const override {
    const std::uint64_t channels = std::min<std::uint64_t>(config_.channels, piece.bytes / config_.interleave + 2);
    return moves(piece, bytes, all) / static_cast<double>(channels) +
           (bytes.read + bytes.written) * seconds(config_.latency);
  }

  void build(Assembly& machine, const std::string& name, const PartPlan&, BuildContext& around) const override {
    around.services.offer<TimedMemory>({0, 0}, *machine.add<Dram>(name, config_));
  }

 private:
  /// Seconds of one channel that a request takes.
  double moves(const OneRequest& request, const CalledBytes& bytes, const AllRequests& all) const {
    const DramChannel::Rates rates = config_.rates();
    const auto of = [&](double moved, std::uint64_t rate) {
      if (all.read && all.write) rate = std::max(rate, rates.mixed);
      return moved * static_cast<double>(request.bytes) * 8 / static_cast<double>(rate);
    };
    return of(bytes.read, rates.read) + of(bytes.written, rates.write);
  }
  /// A window may be in a part of them.
  double used_channels(const RequestLoad& load) const {
    return static_cast<double>(std::min(config_.channels, (load.window + config_.interleave - 1) / config_.interleave));
  }

  Dram::Config config_;
};

}  // namespace

ISOCHRON_PART(dram, Dram::type_info, make_part<DramPart>);

}  // namespace isochron
