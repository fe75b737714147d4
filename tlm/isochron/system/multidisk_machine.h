// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/system/assembled_machine.h>
#include <isochron/system/multidisk_parameters.h>

namespace isochron {

/// `system: shared_bus`, `point_to_point` or `subsystems`: the multidisk servers as scenarios see them.
class MultidiskMachine final : public AssembledMachine {
 public:
  explicit MultidiskMachine(Architecture architecture) : parameters_(architecture) {}

  static TypeInfo type_info(Architecture architecture);

  ParameterTable parameters() override { return parameters_.table(); }
  std::vector<ResourceBound> bounds() const override { return parameters_.bounds(); }
  std::pair<std::string, std::string> driver() const override { return {"throughput", "B/s"}; }
  std::optional<double> demand() const override { return parameters_.demand(); }
  std::optional<std::uint64_t> completes_in() const override;
  RunSize size(const MeasurePlan& plan, const HardwareParts& parts) const override;

 private:
  void plan(Assembly& machine) const override;
  std::unique_ptr<MachineModel> build(std::uint64_t seed, InstanceOverrides& overrides) const override;

  MultidiskParameters parameters_;
};

}  // namespace isochron
