// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/system/machine.h>
#include <isochron/system/seachange_parameters.h>

namespace isochron {

/// `system: seachange_cluster`: the SeaChange cluster as scenarios see it.
class SeachangeMachine final : public Machine {
 public:
  static TypeInfo type_info();

  ParameterTable parameters() override { return parameters_.table(); }
  std::vector<ResourceBound> bounds() const override;
  std::pair<std::string, std::string> driver() const override { return {"raid.bandwidth", "B/s"}; }
  std::optional<double> demand() const override { return parameters_.demand(); }
  double end_effects(const MeasurePlan& plan) const override;
  Topology topology() const override;
  RunSize size(const MeasurePlan& plan, const HardwareParts& parts) const override;
  std::vector<UnlimitedParts> unlimited() const override;
  ReplicationRecord run(const MeasurePlan& plan, InstanceOverrides& overrides,
                        const std::function<void(std::uint64_t)>& progress, Trace* trace) override;
  std::vector<ProbeInfo> probes(InstanceOverrides& overrides) const override;

 private:
  SeachangeParameters parameters_;
};

}  // namespace isochron
