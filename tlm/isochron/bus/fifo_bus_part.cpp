// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include <isochron/bus/bus_windows.h>
#include <isochron/bus/fifo_bus.h>
#include <isochron/part/class_parameters.h>
#include <isochron/part/interconnect.h>
#include <isochron/part/part_types.h>

namespace isochron {

namespace {

/// A bus whose masters have rates of their own, and windows that they work on.
class FifoBusPart final : public PartConfig, public Interconnect {
 public:
  ParameterTable parameters() override {
    ParameterTable table;
    table.data_rate("rate", rate_, rates, "of a master of whom the connection says nothing else");
    table.bytes_or("packets", packet_, "whole", {1, 1 << 26},
                   "what a transfer moves before it lets others on the bus; whole: all of it");
    table.choice("arbitration", arbitration_, {"first_come", "priority", "class_strict", "class_weighted"},
                 "which of those that wait gets the bus: the one that asked first, the device with the lowest index, "
                 "the class of traffic with the lowest number, or each class by its weight, in bytes");
    ClassParameters::add_weights_to(table, weights_, table.is("arbitration", {"class_weighted"}));
    return table;
  }
  std::vector<PortGroup> ports() const override {
    std::vector<PortGroup> ports = DescribedPorts(FifoBus::type).all();
    ports[0].closes_gaps = true;
    return ports;
  }
  std::vector<PortRef> ways_from(const PortRef&, const PartPlan& plan) const override { return all_windows(plan); }
  /// Messages are written.
  std::optional<Capacity> capacity_from(const PortRef& input, std::uint64_t) const override {
    return Capacity::of_rate(rate_of(master_at(input.index).write));
  }
  /// At the fastest of its rates. Of a transfer in packets only the last has a buffer.
  double least_transit(std::uint64_t bytes, const PartPlan& plan) const override {
    if (packet_ != 0) return 0;
    std::uint64_t fastest = 0;
    for (unsigned device = 0; device < plan.counts[0]; ++device)
      fastest = std::max(fastest, rate_of(master_at(device).write));
    return static_cast<double>(bytes) / Capacity::of_rate(fastest).alone;
  }
  bool is_held() const override { return true; }

  void build(Assembly& machine, const std::string& name, const PartPlan& plan, BuildContext&) const override {
    std::vector<RatedTransfers::Rates> of_masters;
    for (unsigned device = 0; device < plan.counts[0]; ++device) {
      const Master master = master_at(device);
      of_masters.push_back({Rate::bits_per_second(rate_of(master.read)), Rate::bits_per_second(rate_of(master.write))});
    }
    FifoBus* const bus = machine.add<FifoBus>(name, std::make_unique<RatedTransfers>(std::move(of_masters)), packet_,
                                              plan.counts[0], plan.counts[1], arbitration_, weights_);
    if (plan.counts[1] == 1) {
      bus->map(0, last_address, 0);
      return;
    }
    for (unsigned window = 0; window < plan.counts[1]; ++window)
      if (const auto found = plan.addresses.find({1, window}); found != plan.addresses.end())
        bus->map(found->second, found->second + memory_bytes - 1, window);
    map_routes(*bus, plan);
  }

 private:
  static constexpr Range rates{8, 1'000'000'000'000};

  struct Master {
    std::uint64_t read = 0;  ///< bit/s; 0: the bus's
    std::uint64_t write = 0;
    std::uint64_t window = 0;
    std::uint64_t read_window = 0;  ///< 0: the same
  };

  ParameterTable at_port(const PortRef& input) override {
    if (input.group != 0) return {};
    Master& master = masters_[input.index];
    ParameterTable table;
    table.data_rate_or("read", master.read, "bus", rates, "of what it reads; bus: the bus's rate");
    table.data_rate_or("write", master.write, "bus", rates, "of what it writes; bus: the bus's rate");
    table.count("window", master.window, {0, 1 << 20}, "that it reads and writes by");
    table.count_or("read_window", master.read_window, "window", {1, 1 << 20}, "that it reads by; window: the same");
    return table;
  }
  std::optional<PortRef> way_of(const PortRef& input, bool write) const override {
    const Master master = master_at(input.index);
    const bool apart = !write && master.read_window != 0;
    return PortRef{1, static_cast<unsigned>(apart ? master.read_window : master.window)};
  }
  double seconds_of(const PortRef& input, bool write, std::uint64_t bytes) const override {
    const Master master = master_at(input.index);
    return static_cast<double>(bytes) / Capacity::of_rate(rate_of(write ? master.write : master.read)).alone;
  }
  double turns_of(std::uint64_t bytes) const override {
    return packet_ == 0 ? 1 : std::ceil(static_cast<double>(bytes) / static_cast<double>(packet_));
  }

  std::uint64_t rate_of(std::uint64_t own) const { return own == 0 ? rate_ : own; }
  Master master_at(unsigned device) const {
    const auto found = masters_.find(device);
    return found == masters_.end() ? Master() : found->second;
  }

  std::uint64_t rate_ = 8ull * 38'900'000;
  std::uint64_t packet_ = 0;
  Arbitration arbitration_ = Arbitration::first_come;
  std::vector<std::uint64_t> weights_;
  std::map<unsigned, Master> masters_;  ///< of whom a connection says something, by device
};

}  // namespace

ISOCHRON_PART(fifo_bus, FifoBus::type_info, make_part<FifoBusPart>);

}  // namespace isochron
