// SPDX-License-Identifier: Apache-2.0
#include <isochron/system/mbus_workstation.h>

#include <algorithm>

#include <isochron/bus/mbus_timing.h>
#include <isochron/core/split_mix.h>
#include <isochron/host/memory.h>

namespace isochron {

MbusWorkstation::MbusWorkstation(const Parameters& parameters, std::uint64_t, InstanceOverrides& overrides)
    : MachineSimulation(std::max(parameters.mbus.line, parameters.mbus.io_word), phases_of(parameters.bus_model),
                        overrides),
      parameters_(parameters) {
  // The parts' parameters are the machine's.
  for (const char* const part : {"cache", "mbus"}) assembly_.configure(part, parameters_.table().part(part));
  parameters_.processor.clock = parameters_.mbus.clock;
  parameters_.disk.word = parameters_.mbus.io_word;
  parts_ = assemble(assembly_, parameters_, this);
  parts_.bus->map(0, last_address, 0);
}

MbusWorkstation::Parts MbusWorkstation::assemble(Assembly& machine, const Parameters& p, MbusWorkstation* model) {
  using Master = MbusTiming::Master;
  std::vector<Master> masters{Master::processor};
  if (p.io == Parameters::Io::disk) masters.push_back(Master::device);
  Parts parts;
  parts.cache = machine.add<Cache>("cache", p.cache, p.mbus.line);
  parts.processor = machine.part<LineProcessor>("processor", [&](const char* name) {
    return std::make_unique<LineProcessor>(name, machine.domain().region, p.processor, *model);
  });
  parts.bus = machine.add_as<FifoBus>(MbusConfig::type, "mbus", std::make_unique<MbusTiming>(p.mbus, masters), 0,
                                      static_cast<unsigned>(masters.size()), 1);
  machine.add<Memory>("memory", 0, ~std::uint64_t{0}, Memory::Content::counted);
  if (masters.size() > 1) parts.disk = machine.add<DiskReader>("disk", p.disk);
  machine.connect("processor.cache", "cache.processor");
  machine.connect("cache.socket", "mbus.device[0]");
  machine.connect("mbus.window[0]", "memory.socket");
  if (masters.size() > 1) machine.connect("disk.socket", "mbus.device[1]");
  return parts;
}

void MbusWorkstation::work_done(Time now) {
  counts_ = {now, parts_.bus->busy().total(now), parts_.cache->fills(), parts_.cache->write_backs(), 0};
  if (parts_.disk != nullptr) counts_.words = parts_.disk->stop();
  // Once the last transfer has ended for everybody.
  region_.call_at(now, [this, now] { take_reports(now); });
}

std::string MbusWorkstation::left_to_do() const {
  return counts_.completion > 0 ? "" : std::to_string(parts_.processor->bytes_left()) + " bytes left";
}

TypeInfo MbusWorkstation::type_info() {
  Parameters p;
  return machine_info(
      "mbus_workstation",
      "Workstation: a processor's programs on MBUS, a cache line at a time, and a disk that is read meanwhile",
      "Gennart, Messerli, Hersch, Performances of Multiprocessor Multidisk Architectures for Continuous Media Storage, "
      "section 3.5",
      p.table(), infos_of(figures(p, {second})), metric_rules());
}

std::vector<MetricRule> MbusWorkstation::metric_rules() {
  return {{"bus", {"mbus"}, {{"utilisation", "1", "fraction of time that a transfer holds the bus"}}}};
}

std::vector<MachineFigure> MbusWorkstation::figures(const Parameters& p, const Counts& counts) {
  const double time = seconds(counts.completion), bytes = static_cast<double>(p.processor.bytes);
  const double lines = static_cast<double>(p.lines()), clock = static_cast<double>(p.mbus.clock);
  const double fills = static_cast<double>(counts.fills), write_backs = static_cast<double>(counts.write_backs);
  const double words = static_cast<double>(counts.words), io_bytes = words * static_cast<double>(p.mbus.io_word);
  const double io_time = words * static_cast<double>(p.mbus.io_cycles) / clock, to_500_mb = 500e6 / bytes;
  const auto on_bus = static_cast<double>(p.mbus.cycles_of(counts.fills, counts.write_backs));
  return {
      {{"throughput", "B/s", "bytes of the program, over the time that it takes"}, bytes / time},
      {{"completion_time", "s", "from the start to the end of the program"}, time},
      {{"time_for_500_mb", "s", "completion_time, scaled to the 500 MB (10^6 B) of Table 1"}, time * to_500_mb},
      {{"cycles_per_line", "1", "bus clocks that a line of the program takes, waiting included"}, time * clock / lines},
      {{"cycles_per_line.bus", "1", "bus clocks of a line's fills and write-backs"}, on_bus / lines},
      {{"cycles_per_line.instructions", "1", "clocks of a line's instructions outside the bus"},
       static_cast<double>(p.processor.instruction_cycles)},
      {{"fills", "1", "lines that came from memory"}, fills},
      {{"write_backs", "1", "lines that went to memory"}, write_backs},
      {{"io.bytes", "B", "that the disk put into memory while the program ran"}, io_bytes},
      {{"io.bytes_for_500_mb", "B", "io.bytes, scaled as time_for_500_mb"}, io_bytes * to_500_mb},
      {{"io.time_for_500_mb", "s", "time that the disk's words hold the bus, scaled likewise"}, io_time * to_500_mb},
      {{"io.utilisation", "1", "fraction of time that the disk's words hold the bus"}, io_time / time}};
}

void MbusWorkstation::add_to(ReplicationRecord& record) const {
  const Counts& c = counts_;
  for (const MachineFigure& figure : figures(parameters_, c)) single(record, figure);
  // Every transfer's place in time follows from the parameters and these.
  record.fingerprint = mix(c.completion ^ mix(c.bus_busy ^ mix(c.fills ^ mix(c.write_backs ^ mix(c.words)))));
  record.messages = c.fills + c.write_backs + c.words;
}

}  // namespace isochron
