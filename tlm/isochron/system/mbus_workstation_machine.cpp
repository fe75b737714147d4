// SPDX-License-Identifier: Apache-2.0
#include <isochron/system/mbus_workstation_machine.h>

#include <isochron/system/mbus_workstation.h>

namespace isochron {

TypeInfo MbusWorkstationMachine::type_info() {
  TypeInfo info;
  info.name = "mbus_workstation";
  info.kind = "system";
  info.summary =
      "Workstation: a processor's programs on MBUS, a cache line at a time, and a disk that is read meanwhile";
  info.source =
      "Gennart, Messerli, Hersch, Performances of Multiprocessor Multidisk Architectures for Continuous Media Storage, "
      "section 3.5";
  MbusWorkstationParameters parameters;
  for (const MachineFigure& figure : MbusWorkstation::figures(parameters, {second, 0, 0, 0}))
    info.metrics.push_back(figure.info);
  describe_metrics(info, MbusWorkstation::metric_rules());
  info.describe_parameters(parameters.table());
  return info;
}

std::optional<std::uint64_t> MbusWorkstationMachine::completes_in() const {
  const auto bytes = static_cast<double>(parameters_.processor.bytes);
  return static_cast<std::uint64_t>(bytes / parameters_.bounds().front().load * 1e12);
}

RunSize MbusWorkstationMachine::size(const MeasurePlan&, const HardwareParts&) const {
  const MbusWorkstationParameters& p = parameters_;
  // A transfer each: fills and write-backs; and the end of instructions that transfers do not hide.
  const auto transfers = static_cast<double>(p.processor.fills() + p.processor.write_backs() +
                                             (p.processor.instruction_cycles > 0 ? 1 : 0));
  RunSize size;
  size.events =
      static_cast<double>(p.lines()) * transfers + 2 * p.io_words_per_second() * seconds(completes_in().value_or(0));
  size.cluster_work = size.events / 2;  // nothing waits long, and little is touched
  size.peak_memory = RunSize::empty_process + static_cast<double>(topology().parts.size()) * RunSize::part +
                     static_cast<double>(p.cache.size) / static_cast<double>(p.mbus.line) * sizeof(std::uint64_t);
  return size;
}

void MbusWorkstationMachine::plan(Assembly& machine) const {
  MbusWorkstation::assemble(machine, parameters_, nullptr);
}

std::unique_ptr<MachineModel> MbusWorkstationMachine::build(std::uint64_t, InstanceOverrides& overrides) const {
  return std::make_unique<MbusWorkstation>(parameters_, overrides);
}

}  // namespace isochron
