// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/system/assembled_machine.h>
#include <isochron/system/mbus_workstation_parameters.h>

namespace isochron {

/// `system: mbus_workstation`: the machine of Gennart et al., section 3.5, as scenarios see it.
class MbusWorkstationMachine final : public AssembledMachine {
 public:
  static TypeInfo type_info();

  ParameterTable parameters() override { return parameters_.table(); }
  std::vector<ResourceBound> bounds() const override { return parameters_.bounds(); }
  std::pair<std::string, std::string> driver() const override { return {"throughput", "B/s"}; }
  std::optional<double> demand() const override { return std::nullopt; }
  std::optional<std::uint64_t> completes_in() const override;
  RunSize size(const MeasurePlan& plan, const HardwareParts& parts) const override;

 private:
  void plan(Assembly& machine) const override;
  std::unique_ptr<MachineModel> build(std::uint64_t seed, InstanceOverrides& overrides) const override;

  MbusWorkstationParameters parameters_;
};

}  // namespace isochron
