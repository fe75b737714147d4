// SPDX-License-Identifier: Apache-2.0
#include <isochron/bus/bus_windows.h>
#include <isochron/bus/fifo_bus.h>
#include <isochron/bus/scsi_string_timing.h>
#include <isochron/part/connections.h>
#include <isochron/part/part_types.h>

namespace isochron {

namespace {

class ScsiStringPart final : public PartConfig {
 public:
  ParameterTable parameters() override { return config_.parameters(); }
  std::vector<PortGroup> ports() const override { return DescribedPorts(ScsiStringConfig::type).all(); }
  std::vector<PortRef> ways_from(const PortRef&, const PartPlan& plan) const override { return all_windows(plan); }
  std::optional<Capacity> capacity(std::uint64_t message) const override { return config_.capacity(message); }
  std::optional<CompatibilityError> compatibility_error(const Connections& around) const override {
    const std::vector<unsigned>& counts = around.plan().counts;
    if (counts[0] > ScsiStringConfig::most_targets)
      return CompatibilityError{std::to_string(counts[0]) + " disks do not fit on a SCSI string, which takes " +
                                    std::to_string(ScsiStringConfig::most_targets),
                                "Use more strings"};
    if (counts[1] != 1)
      return CompatibilityError{"a SCSI string has one host, and " + std::to_string(counts[1]) + " are joined",
                                "Join window[0] alone"};
    return std::nullopt;
  }

  void build(Assembly& machine, const std::string& name, const PartPlan& plan, BuildContext&) const override {
    FifoBus* const string =
        machine.add_as<FifoBus>(ScsiStringConfig::type, name, std::make_unique<ScsiStringTiming>(config_),
                                config_.chunk, plan.counts[0], plan.counts[1], config_.arbitration);
    string->map(0, ~std::uint64_t{0}, 0);
  }

 private:
  ScsiStringConfig config_;
};

}  // namespace

ISOCHRON_PART(scsi_string, ScsiStringConfig::type_info, make_part<ScsiStringPart>);

}  // namespace isochron
