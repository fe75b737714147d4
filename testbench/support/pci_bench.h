// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <isochron/bus/pci_bus.h>
#include <isochron/core/region.h>

namespace isochron::testbench {

/// One transaction: which device makes it when, of which window; if not given, of a window that the device has to
/// itself.
struct Shot {
  unsigned device;
  Time at;
  std::uint32_t bytes;
  std::optional<unsigned> window = std::nullopt;
};

/// When it got its place on the bus, and when its response came.
struct Result {
  Time entered = end_of_time;
  Time done = end_of_time;
};

/// How the bus is computed, and how the protocol is spelt.
struct Style {
  PciBus::Model model;
  Phases phases;
};

/// Masters and targets around one bus: a fixture for every Style. A master makes its shots in order, each as soon as it
/// is due and the one before has END_REQ.
class PciBench : public testing::TestWithParam<Style> {
 protected:
  static constexpr unsigned devices = 3;
  static constexpr unsigned windows = 3;

  PciBench();
  ~PciBench() override;

  /// Window `window` gives END_REQ for its n-th request at `times[n]`, or at once if that has passed or is not given.
  void withhold(unsigned window, std::vector<Time> times);
  /// Writes, in the order of `shots`; simulates 1 ms. Once a test.
  std::vector<Result> run(const std::vector<Shot>& shots);
  /// When each was done.
  std::vector<Time> done(const std::vector<Shot>& shots);
  PciBus& bus() { return *bus_; }

  PciConfig config;

  static constexpr Time end = millisecond;

 private:
  class Master;
  class Target;

  Region region_{"region"};
  MessagePool pool_{4096};
  std::unique_ptr<PciBus> bus_;
  std::vector<std::vector<Time>> withheld_;
  std::vector<std::unique_ptr<Master>> masters_;
  std::vector<std::unique_ptr<Target>> targets_;
};

/// To be instantiated with testing::ValuesIn(all_styles), name_of_style.
inline constexpr Style all_styles[] = {{PciBus::Model::fast, Phases::shortcut},
                                       {PciBus::Model::fast, Phases::explicit_four},
                                       {PciBus::Model::reference, Phases::shortcut},
                                       {PciBus::Model::reference, Phases::explicit_four}};
std::string name_of_style(const testing::TestParamInfo<Style>& info);

}  // namespace isochron::testbench
