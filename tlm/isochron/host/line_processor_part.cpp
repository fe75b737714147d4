// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <isochron/host/line_processor.h>
#include <isochron/part/own_work.h>
#include <isochron/part/part_types.h>

namespace isochron {

namespace {

/// Its program is work of its own, a line a round.
class LineProcessorPart final : public PartConfig, public WorkingPart {
 public:
  ParameterTable parameters() override {
    ParameterTable table = config_.program_parameters();
    table.include(config_.instruction_parameters());
    table.frequency("clock", config_.clock, {1'000'000, 1'000'000'000}, "in which instructions are counted",
                    "Gennart et al., section 3.5");
    return table;
  }
  std::vector<PortGroup> ports() const override { return DescribedPorts(LineProcessor::type).all(); }
  OwnWork own_work() const override {
    const double clock = static_cast<double>(config_.clock);
    OwnWork work{config_.bytes / line_, line_, 0, {static_cast<double>(config_.instruction_cycles) / clock, true}};
    // In the steady state, from which the program begins.
    for (std::uint64_t i = 0; i < config_.fills(); ++i) work.round.transfers.push_back({{0, 0}, false, line_});
    for (std::uint64_t i = 0; i < config_.write_backs(); ++i) work.round.transfers.push_back({{0, 0}, true, line_});
    return work;
  }
  std::vector<ParameterProblem> meet(const PortRef&, const PartConfig& other) override {
    line_ = other.cache_line().value_or(1);
    return config_.problems(line_);
  }

  void build(Assembly& machine, const std::string& name, const PartPlan& plan, BuildContext& around) const override {
    LineProcessor::Config config = config_;
    config.source = plan.address_at({0, 0}) + before_area;
    config.destination = config.source + memory_bytes / 2;
    LineProcessor* const processor = machine.part<LineProcessor>(name, [&](const char* part) {
      return std::make_unique<LineProcessor>(part, machine.domain().region, config, *around.work);
    });
    around.work->add_work([processor] {
      const std::uint64_t left = processor->bytes_left();
      return left == 0 ? "" : fmt::format("{} bytes of {} left", left, processor->name());
    });
  }

 private:
  /// Where the program would have been before: as much as the largest cache holds.
  static constexpr std::uint64_t before_area = std::uint64_t{1} << 30;

  LineProcessor::Config config_;
  std::uint64_t line_ = 1;  ///< of its cache, once it has met it
};

}  // namespace

ISOCHRON_PART(line_processor, LineProcessor::type_info, make_part<LineProcessorPart>);

}  // namespace isochron
