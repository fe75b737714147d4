// SPDX-License-Identifier: Apache-2.0
#include <isochron/core/power_of_two.h>
#include <isochron/host/cache.h>
#include <isochron/part/interconnect.h>
#include <isochron/part/part_types.h>

namespace isochron {

namespace {

/// What a processor moves passes it, in lines.
class CachePart final : public PartConfig, public Interconnect {
 public:
  ParameterTable parameters() override {
    ParameterTable table = config_.parameters();
    table.bytes("line", line_, {2, 4096}, "a line", "Gennart et al., section 3.5");
    table.check([this]() -> std::vector<ParameterProblem> {
      const std::uint64_t power = power_of_two_below(line_);
      if (line_ == power) return config_.problems(line_);
      return {{"line",
               std::to_string(line_) + " B are not a power of two",
               "use a power of two",
               {"line"},
               {{"line", power}}}};
    });
    return table;
  }
  std::vector<PortGroup> ports() const override { return DescribedPorts(Cache::type).all(); }
  std::vector<PortRef> ways_from(const PortRef&, const PartPlan&) const override { return {{1, 0}}; }
  std::optional<std::uint64_t> cache_line() const override { return line_; }
  /// A tag a line.
  double memory() const override {
    return static_cast<double>(config_.size) / static_cast<double>(line_) * sizeof(std::uint64_t);
  }

  void build(Assembly& machine, const std::string& name, const PartPlan&, BuildContext&) const override {
    machine.add<Cache>(name, config_, line_);
  }

 private:
  std::optional<PortRef> way_of(const PortRef&, bool) const override { return PortRef{1, 0}; }
  /// The processor's instructions have the time of its hits.
  double seconds_of(const PortRef&, bool, std::uint64_t) const override { return 0; }
  double turns_of(std::uint64_t) const override { return 0; }

  Cache::Config config_;
  std::uint64_t line_ = 32;
};

}  // namespace

ISOCHRON_PART(cache, Cache::type_info, make_part<CachePart>);

}  // namespace isochron
