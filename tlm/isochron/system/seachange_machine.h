// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/system/assembled_machine.h>
#include <isochron/system/seachange_parameters.h>

namespace isochron {

/// `system: seachange_cluster`: the SeaChange cluster as scenarios see it.
class SeachangeMachine final : public AssembledMachine {
 public:
  static TypeInfo type_info();

  ParameterTable parameters() override { return parameters_.table(); }
  std::vector<ResourceBound> bounds() const override;
  std::pair<std::string, std::string> driver() const override { return {"raid.bandwidth", "B/s"}; }
  std::optional<double> demand() const override { return parameters_.demand(); }
  double end_effects(const MeasurePlan& plan) const override;
  RunSize size(const MeasurePlan& plan, const HardwareParts& parts) const override;
  std::vector<UnlimitedParts> unlimited() const override;

 private:
  void plan(Assembly& machine) const override;
  std::unique_ptr<MachineModel> build(std::uint64_t seed, InstanceOverrides& overrides) const override;

  SeachangeParameters parameters_;
};

}  // namespace isochron
