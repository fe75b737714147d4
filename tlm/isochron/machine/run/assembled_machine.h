// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <isochron/machine/run/machine_description.h>
#include <isochron/machine/run/machine_simulation.h>

namespace isochron {

/// A machine that describes itself to an Assembly: drawing, signals and runs follow from that.
class AssembledMachine : public MachineDescription {
 public:
  Topology topology() const final;
  Topology topology_with(InstanceOverrides& overrides) const final;
  ReplicationRecord run(const MeasurePlan& plan, InstanceOverrides& overrides,
                        const std::function<void(std::uint64_t)>& progress, Trace* trace) final;
  std::vector<ProbeInfo> probes(InstanceOverrides& overrides) const final;
  /// Its parts and connections as SystemC modules. Once a process.
  virtual std::unique_ptr<MachineSimulation> build(std::uint64_t seed, InstanceOverrides& overrides) const = 0;

 protected:
  /// The same without SystemC.
  virtual void plan(Assembly& machine) const = 0;
};

/// The machine of `Model`, as scenarios see it. `Model` has assemble(), `Parameters` and a constructor that takes them,
/// the seed of a replication and overrides; its parameters derive from MachineParameters and have table(), bounds(),
/// driver, driver_unit where it is not B/s, and size().
template <class Model>
class MachineOf final : public AssembledMachine {
 public:
  using Parameters = typename Model::Parameters;

  explicit MachineOf(Parameters parameters = Parameters()) : parameters_(std::move(parameters)) {}

  ParameterTable parameters() override { return parameters_.table(); }
  void look_in(const std::string& folder) override { parameters_.look_in(folder); }
  std::vector<ResourceBound> bounds() const override { return parameters_.bounds(); }
  std::pair<std::string, std::string> driver() const override { return {Parameters::driver, Parameters::driver_unit}; }
  std::optional<double> demand() const override { return parameters_.demand(); }
  std::optional<std::uint64_t> completes_in() const override { return parameters_.completes_in(); }
  RunSize size(const MeasurePlan& plan) const override {
    return parameters_.size(plan, static_cast<double>(topology().parts.size()));
  }
  std::vector<std::string> drawn_at_random() const override { return parameters_.drawn_at_random(); }
  std::vector<UnlimitedParts> unlimited() const override { return parameters_.unlimited(); }
  std::vector<std::string> picture_names() const override { return parameters_.picture_names(); }

 private:
  void plan(Assembly& machine) const override { Model::assemble(machine, parameters_, nullptr); }
  std::unique_ptr<MachineSimulation> build(std::uint64_t seed, InstanceOverrides& overrides) const override {
    return std::make_unique<Model>(parameters_, seed, overrides);
  }

  Parameters parameters_;
};

}  // namespace isochron
