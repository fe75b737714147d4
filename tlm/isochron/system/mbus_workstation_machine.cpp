// SPDX-License-Identifier: Apache-2.0
#include <isochron/system/mbus_workstation_machine.h>

#include <isochron/core/time.h>
#include <isochron/system/effort.h>
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
  info.metrics = {{"throughput", "B/s", "bytes of the program, over the time that it takes"},
                  {"completion_time", "s", "from the start to the end of the program"},
                  {"time_for_500_mb", "s", "completion_time, scaled to the 500 MB (10^6 B) of Table 1"},
                  {"bus.utilisation", "1", "fraction of time that a transfer holds the bus"},
                  {"cycles_per_line", "1", "bus clocks that a line of the program takes, waiting included"},
                  {"cycles_per_line.bus", "1", "bus clocks of a line's fills and write-backs"},
                  {"cycles_per_line.instructions", "1", "clocks of a line's instructions outside the bus"},
                  {"fills", "1", "lines that came from memory"},
                  {"write_backs", "1", "lines that went to memory"},
                  {"io.bytes", "B", "that the disk put into memory while the program ran"},
                  {"io.bytes_for_500_mb", "B", "io.bytes, scaled as time_for_500_mb"},
                  {"io.time_for_500_mb", "s", "time that the disk's words hold the bus, scaled likewise"},
                  {"io.utilisation", "1", "fraction of time that the disk's words hold the bus"}};
  MbusWorkstationParameters parameters;
  info.describe_parameters(parameters.table());
  return info;
}

std::optional<std::uint64_t> MbusWorkstationMachine::completes_in() const {
  return static_cast<std::uint64_t>(static_cast<double>(parameters_.bytes) / parameters_.bounds().front().load * 1e12);
}

Topology MbusWorkstationMachine::topology() const {
  Topology drawing;
  drawing.parts = {{"processor", "line_processor"}, {"cache", "cache"}, {"mbus", "mbus"}, {"memory", "memory"}};
  drawing.edges = {{"processor", "cache", "cache port"}, {"cache", "mbus", "MBUS"}, {"mbus", "memory", "MBUS"}};
  if (parameters_.io == MbusWorkstationParameters::Io::disk) {
    drawing.parts.push_back({"disk", "disk_reader"});
    drawing.edges.push_back({"disk", "mbus", "MBUS"});
  }
  return drawing;
}

RunSize MbusWorkstationMachine::size(const MeasurePlan&, const HardwareParts&) const {
  const MbusWorkstationParameters& p = parameters_;
  const bool copies = p.program == LineProcessor::Program::copy;
  // A transfer each: fills and write-backs, of a copy three; and the end of instructions that transfers do not hide.
  const double transfers = p.program == LineProcessor::Program::read ? 1 : copies ? 3 : 2;
  const double time = seconds(completes_in().value_or(0));
  const double words = p.io == MbusWorkstationParameters::Io::none
                           ? 0
                           : static_cast<double>(p.io_rate) / 8 / static_cast<double>(p.mbus.io_word) * time;
  RunSize size;
  size.events = static_cast<double>(p.lines()) * (transfers + (p.instruction_cycles > 0 ? 1 : 0)) + 2 * words;
  size.cluster_work = size.events / 2;  // nothing waits long, and little is touched
  const std::uint64_t tags = p.cache.size / p.mbus.line;
  size.peak_memory = RunSize::empty_process + static_cast<double>(topology().parts.size()) * RunSize::part +
                     static_cast<double>(tags) * sizeof(std::uint64_t);
  return size;
}

ReplicationRecord MbusWorkstationMachine::run(const MeasurePlan&, InstanceOverrides& overrides,
                                              const std::function<void(std::uint64_t)>& progress, Trace* trace) {
  const Effort effort;
  MbusWorkstationParameters parameters = parameters_;
  parameters.apply(overrides);
  MbusWorkstation workstation(parameters);
  if (trace != nullptr) trace->open();
  workstation.run(progress, trace);
  if (trace != nullptr) trace->close();
  ReplicationRecord record = workstation.record();
  effort.store(record);
  return record;
}

std::vector<ProbeInfo> MbusWorkstationMachine::probes(InstanceOverrides& overrides) const {
  MbusWorkstationParameters parameters = parameters_;
  parameters.apply(overrides);
  const MbusWorkstation workstation(parameters);
  ProbeList list;
  list.collect();
  return list.infos();
}

}  // namespace isochron
