// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include <isochron/machine/run/machine_description.h>
#include <isochron/scenario/scenario_loader.h>

namespace isochron::test {

/// Parameters of the fake machine: one of every quantity, nested and not.
struct FakeConfig {
  enum class Mode { slow, fast };
  std::uint64_t nodes = 7;
  std::uint64_t io = 131072;
  std::uint64_t packets = 0;                ///< bytes; 0: whole I/Os
  std::uint64_t bandwidth = 1'920'000'000;  ///< bit/s
  std::uint64_t slice_time = 240'000;       ///< ps
  std::uint64_t clock = 66'667'000;         ///< Hz
  std::uint64_t width = 64;                 ///< bit
  bool include_self = true;
  Mode mode = Mode::fast;
  std::vector<std::uint64_t> failed;
  std::uint64_t strings = 0;      ///< 0: as the table says
  std::uint64_t share = 306'000;  ///< millionths
  std::vector<std::uint64_t> volume{512, 512, 384};
  FilePath recording;
  std::uint64_t engines = 1;  ///< of a controller; can be set for each

  ParameterTable table();
};

/// A machine without SystemC whose results follow from its parameters and its seed by arithmetic.
class FakeMachine : public MachineDescription {
 public:
  ParameterTable parameters() override { return config_.table(); }
  std::vector<ResourceBound> bounds() const override;
  std::pair<std::string, std::string> driver() const override { return {"raid.bandwidth", "B/s"}; }
  std::optional<double> demand() const override { return target(); }
  Topology topology() const override;
  bool set_instances(InstanceOverrides* instances) override {
    instances_ = instances;
    return false;
  }
  void set_faults(const YamlNode&) override {}
  RunSize size(const MeasurePlan& plan) const override;
  ReplicationRecord run(const MeasurePlan& plan, const std::function<void(std::uint64_t)>& progress,
                        Trace* trace) override;
  std::vector<ProbeInfo> probes() const override { return {}; }

 private:
  double target() const;

  FakeConfig config_;
  InstanceOverrides* instances_ = nullptr;
};

/// {"fake": FakeMachine}, and the registry with its types.
const std::map<std::string, MachineType>& fake_machines();
const TypeRegistry& fake_types();

/// Machines that are there by name, as if each had a file in the library.
class FakeLibrary final : public MachineFiles {
 public:
  /// `machines` must outlive this.
  explicit FakeLibrary(const std::map<std::string, MachineType>& machines) : machines_(machines) {}

  std::shared_ptr<const MachineType> beside(const std::string&, const std::string&) const override { return nullptr; }
  bool has_beside(const std::string&, const std::string&) const override { return false; }
  std::vector<std::string> around(const std::string&) const override { return {}; }
  std::shared_ptr<const MachineType> in_library(const std::string& name) const override;
  bool has_in_library(const std::string& name) const override { return machines_.count(name) > 0; }
  std::vector<std::string> library() const override;
  const TypeRegistry& part_types() const override { return fake_types(); }

 private:
  const std::map<std::string, MachineType>& machines_;
};

}  // namespace isochron::test
