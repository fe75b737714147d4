// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/system/machine.h>
#include <isochron/system/mbus_workstation_parameters.h>

namespace isochron {

/// `system: mbus_workstation`: the machine of Gennart et al., section 3.5, as scenarios see it. It has one part of
/// each kind, whose parameters are the machine's too.
class MbusWorkstationMachine final : public Machine {
 public:
  static TypeInfo type_info();

  ParameterTable parameters() override { return parameters_.table(); }
  std::vector<ResourceBound> bounds() const override { return parameters_.bounds(); }
  std::pair<std::string, std::string> driver() const override { return {"throughput", "B/s"}; }
  std::optional<double> demand() const override { return std::nullopt; }
  std::optional<std::uint64_t> completes_in() const override;
  Topology topology() const override;
  RunSize size(const MeasurePlan& plan, const HardwareParts& parts) const override;
  ReplicationRecord run(const MeasurePlan& plan, InstanceOverrides& overrides,
                        const std::function<void(std::uint64_t)>& progress, Trace* trace) override;
  std::vector<ProbeInfo> probes(InstanceOverrides& overrides) const override;

 private:
  MbusWorkstationParameters parameters_;
};

}  // namespace isochron
