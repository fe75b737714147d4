// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>

#include <isochron/bus/bus_windows.h>
#include <isochron/bus/fifo_bus.h>
#include <isochron/bus/mbus_timing.h>
#include <isochron/part/interconnect.h>
#include <isochron/part/part_types.h>

namespace isochron {

namespace {

/// MBUS: whatever moves lines is a processor's cache to it, all else moves words.
class MbusPart final : public PartConfig, public Interconnect {
 public:
  ParameterTable parameters() override { return config_.parameters(); }
  std::vector<PortGroup> ports() const override {
    std::vector<PortGroup> ports = DescribedPorts(MbusConfig::type).all();
    ports[1].count = 1;
    return ports;
  }
  std::vector<PortRef> ways_from(const PortRef&, const PartPlan& plan) const override { return all_windows(plan); }
  /// Word by word, as all do whose messages go over it.
  std::optional<Capacity> capacity(std::uint64_t message) const override {
    const double bytes = static_cast<double>(message) / seconds(message, config_.io_word, config_.io_cycles);
    return Capacity{bytes, bytes};
  }
  bool is_held() const override { return true; }
  std::vector<ParameterProblem> meet(const PortRef& port, const PartConfig& other) override {
    if (port.group == 0 && other.cache_line()) caches_.insert(port.index);
    return {};
  }

  void build(Assembly& machine, const std::string& name, const PartPlan& plan, BuildContext&) const override {
    std::vector<MbusTiming::Master> masters(plan.counts[0], MbusTiming::Master::device);
    for (const unsigned cache : caches_) masters[cache] = MbusTiming::Master::processor;
    FifoBus* const bus = machine.add_as<FifoBus>(MbusConfig::type, name, std::make_unique<MbusTiming>(config_, masters),
                                                 0, plan.counts[0], plan.counts[1]);
    bus->map(0, last_address, 0);
  }

 private:
  std::optional<PortRef> way_of(const PortRef&, bool) const override { return PortRef{1, 0}; }
  double seconds_of(const PortRef& input, bool write, std::uint64_t bytes) const override {
    if (!is_cache(input.index)) return seconds(bytes, config_.io_word, config_.io_cycles);
    return seconds(bytes, config_.line, write ? config_.write_back : config_.fill);
  }

  bool is_cache(unsigned device) const { return caches_.count(device) != 0; }
  /// Of `bytes` in units of which each takes so many clocks, a part of one as many.
  double seconds(std::uint64_t bytes, std::uint64_t unit, std::uint64_t cycles) const {
    const std::uint64_t units = (bytes + unit - 1) / unit;
    return static_cast<double>(units * cycles) / static_cast<double>(config_.clock);
  }

  MbusConfig config_;
  std::set<unsigned> caches_;  ///< devices
};

}  // namespace

ISOCHRON_PART(mbus, MbusConfig::type_info, make_part<MbusPart>);

}  // namespace isochron
