// SPDX-License-Identifier: Apache-2.0
#include <isochron/part/indexed.h>
#include <isochron/part/part_types.h>
#include <isochron/part/rebuild_source.h>
#include <isochron/storage/raid_controller.h>

namespace isochron {

namespace {

/// Its I/Os and messages are as large as the controller's parameters say, which traffic sets where it says so itself.
class RaidControllerPart final : public PartConfig, public RebuildSource {
 public:
  ParameterTable parameters() override { return config_.parameters(); }

  std::vector<PortGroup> ports() const override {
    return {DescribedPorts(RaidController::type)["dma"].counted(config_.dma_engines)};
  }
  std::vector<PortRef> sources() const override {
    std::vector<PortRef> engines;
    for (unsigned e = 0; e < config_.dma_engines; ++e) engines.push_back({0, e});
    return engines;
  }
  std::optional<Capacity> capacity(std::uint64_t) const override {
    if (config_.disk_rate == 0) return std::nullopt;
    return config_.capacity();
  }
  FoldRole fold_role() const override {
    const bool is_plain =
        config_.dma_engines == 1 && config_.dma[0].implementation == DmaEngineConfig::Implementation::paper;
    return is_plain ? FoldRole::master : FoldRole::none;
  }
  double events_per_message() const override { return 0.05; }
  void inner(const Inner& visit) override {
    for (unsigned e = 0; e < config_.dma_engines; ++e) {
      ParameterTable table = config_.dma.at(e).parameters();
      visit(indexed("dma", e), DmaEngineConfig::type, table);
    }
  }
  std::string why_not(const SourceLoad& load) const override {
    if (load.traffic_class != 0) return "a RAID controller's messages are of class 0";
    if (load.sizes != nullptr) return "a RAID controller's I/Os have one size";
    return load.arrivals == SourceLoad::Arrivals::constant ? "" : "a RAID controller has constant arrivals";
  }

  void build(Assembly& machine, const std::string& name, const PartPlan& plan, BuildContext& around) const override {
    machine.part<RaidController>(name, [&](const char* part) {
      RaidController::Config config = config_;
      RaidController::Workload work;
      unsigned number = 0;
      std::unique_ptr<DestinationPolicy> destinations;
      RaidController::Addressing addressing;
      work.seed = around.seed.value();
      const SourcePlan* const source = plan.sources.empty() ? nullptr : &plan.sources.front();
      if (source != nullptr) {
        const SourceLoad& load = source->load;
        config.io = load.io;
        config.message = load.message;
        work.bits_per_second = load.bits_per_second;
        work.interval_numerator = load.interval_numerator;
        work.interval_denominator = load.interval_denominator;
        work.io_limit = load.io_limit;
        work.lost_units = load.lost_units;
        destinations = source->destinations();
        addressing = source->addressing;
        number = source->number;
      }
      work.off = source == nullptr || source->load.is_silent();
      if (work.off) work.bits_per_second = 8;  // of which nothing comes
      auto controller = std::make_unique<RaidController>(part, machine.domain(), config, work, std::move(destinations),
                                                         std::move(addressing), around.departures, number);
      if (source != nullptr) around.changing.at(number) = controller.get();
      for (std::size_t other = 1; other < plan.sources.size(); ++other) {
        const SourcePlan& asked = plan.sources[other];
        around.changing.at(asked.number) = &controller->add_asked(asked.destinations(), asked.addressing, asked.number);
      }
      return controller;
    });
  }

 private:
  RaidController::Config config_;
};

}  // namespace

ISOCHRON_PART(raid_controller, RaidController::type_info, make_part<RaidControllerPart>);

}  // namespace isochron
