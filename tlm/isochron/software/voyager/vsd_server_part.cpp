// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <isochron/part/connections.h>
#include <isochron/part/part_types.h>
#include <isochron/software/voyager/vsd_server.h>

namespace isochron {

namespace {

class VsdServerPart final : public PartConfig {
 public:
  VsdServerPart() { config_.stage = VsdConfig::Stage::server; }

  ParameterTable parameters() override {
    ParameterTable table = config_.server_parameters();
    table.count("first", first_, {0, 100'000}, "number of its first disk in the machine; others follow");
    table.bytes("capacity", capacity_, {1, 1'000'000'000'000'000}, "of each of its disks that is used", "our own");
    return table;
  }
  std::vector<PortGroup> ports() const override {
    const DescribedPorts ports(VsdServer::type);
    return {ports["string"], ports["received"], ports["sent"],
            ports["to_bus"], ports["from_bus"], ports["disk"].calling()};
  }
  bool hears_failures() const override { return true; }
  std::optional<CompatibilityError> compatibility_error(const Connections& around) const override {
    for (unsigned d = 0; d < around.plan().counts[disk]; ++d) {
      const Connections its = *around.called({disk, d});
      const Disk::Config& config = around.config_of<Disk::Config>({disk, d});
      if (config.failed)
        return CompatibilityError{"its disk `" + its.path() + "` has failed, and nobody goes round it",
                                  "Leave `failed` out there"};
      if (config.is_mechanical() && config.mechanics.capacity < capacity_)
        return CompatibilityError{"blocks lie on " + std::to_string(capacity_) + " B of each disk, and `" + its.path() +
                                      "` has " + std::to_string(config.mechanics.capacity) + " B",
                                  "Use a disk as large as that, or lower `capacity` of the server"};
      if (!leads_here(its, around))
        return CompatibilityError{"no bus leads to it from its disk `" + its.path() + "`",
                                  "Join the disk's string to one of its ports `string`"};
    }
    return std::nullopt;
  }

  void build(Assembly& machine, const std::string& name, const PartPlan& plan, BuildContext& around) const override {
    std::vector<VsdServer::Drive> drives;
    for (unsigned d = 0; d < plan.counts[disk]; ++d)
      drives.push_back({static_cast<std::uint32_t>(first_ + d), around.services.called<Disk>(plan, {disk, d})});
    machine.add<VsdServer>(name, config_, plan.counts[string], drives, around.seed.value());
  }

 private:
  // Its ports, as ports() has them.
  static constexpr unsigned string = 0, disk = 5;

  static bool leads_here(const Connections& its, const Connections& around) {
    const std::optional<Connections> bus = its.behind({0, 0});
    if (!bus) return false;
    const std::optional<Connections> host = bus->behind({1, 0});
    return host && host->number() == around.number();
  }

  VsdConfig config_;
  std::uint64_t first_ = 0;
  std::uint64_t capacity_ = 2'000'000'000;
};

}  // namespace

ISOCHRON_PART(vsd_server, VsdServer::type_info, make_part<VsdServerPart>);

}  // namespace isochron
