// SPDX-License-Identifier: Apache-2.0
#include <isochron/system/mbus_workstation.h>

#include <algorithm>

#include <isochron/bus/mbus_timing.h>
#include <isochron/core/split_mix.h>
#include <isochron/device/memory.h>

namespace isochron {

MbusWorkstation::MbusWorkstation(const MbusWorkstationParameters& parameters, InstanceOverrides& overrides)
    : MachineModel(std::max(parameters.mbus.line, parameters.mbus.io_word), Phases::shortcut, overrides),
      parameters_(parameters) {
  // The parts' parameters are the machine's.
  for (const char* const part : {"cache", "mbus"}) assembly_.configure(part, parameters_.table().part(part));
  parameters_.processor.clock = parameters_.mbus.clock;
  assemble(assembly_, parameters_, this);
}

void MbusWorkstation::assemble(Assembly& machine, const MbusWorkstationParameters& p, MbusWorkstation* model) {
  using Master = MbusTiming::Master;
  const bool disk = p.io == MbusWorkstationParameters::Io::disk;
  Cache* const cache = machine.part<Cache>(
      "cache", [&](const char* name) { return std::make_unique<Cache>(name, model->domain_, p.cache, p.mbus.line); });
  LineProcessor* const processor = machine.part<LineProcessor>("processor", [&](const char* name) {
    LineProcessor::Done& done = *model;
    return std::make_unique<LineProcessor>(name, model->region_, p.processor, *cache, done);
  });
  std::vector<Master> masters{Master::processor};
  if (disk) masters.push_back(Master::device);
  FifoBus* const bus = machine.part<FifoBus>(
      "mbus",
      [&](const char* name) {
        return std::make_unique<FifoBus>(name, model->domain_, std::make_unique<MbusTiming>(p.mbus, masters), 0,
                                         static_cast<unsigned>(masters.size()), 1);
      },
      MbusConfig::type);
  machine.part<Memory>("memory", [&](const char* name) {
    return std::make_unique<Memory>(name, model->domain_, 0, ~std::uint64_t{0}, Memory::Content::counted);
  });
  machine.note_calls("processor", "cache", "cache port");
  machine.connect("cache.socket", "mbus.device[0]");
  machine.connect("mbus.window[0]", "memory.socket");
  DiskReader* reader = nullptr;
  if (disk) {
    reader = machine.part<DiskReader>("disk", [&](const char* name) {
      return std::make_unique<DiskReader>(name, model->domain_, DiskReader::Config{p.io_rate, p.mbus.io_word});
    });
    machine.connect("disk.socket", "mbus.device[1]");
  }
  if (model == nullptr) return;
  bus->map(0, last_address, 0);
  model->cache_ = cache;
  model->processor_ = processor;
  model->bus_ = bus;
  model->disk_ = reader;
}

void MbusWorkstation::program_done(Time now) {
  done_ = true;
  completion_ = now;
  bus_busy_ = bus_->busy().total(now);
  if (disk_ != nullptr) disk_->stop();
  // Once the last transfer has ended for everybody.
  region_.call_at(now, [this, now] { take_reports(now); });
}

std::string MbusWorkstation::left_to_do() const {
  return done_ ? "" : std::to_string(parameters_.processor.bytes - processor_->bytes_done()) + " bytes left";
}

std::vector<MetricRule> MbusWorkstation::metric_rules() {
  return {{"bus", {"mbus"}, {{"utilisation", "1", "fraction of time that a transfer holds the bus"}}}};
}

std::vector<MachineFigure> MbusWorkstation::figures(const MbusWorkstationParameters& p, const Counts& counts) {
  const double time = seconds(counts.completion), bytes = static_cast<double>(p.processor.bytes);
  const double lines = static_cast<double>(p.lines()), clock = static_cast<double>(p.mbus.clock);
  const double fills = static_cast<double>(counts.fills), write_backs = static_cast<double>(counts.write_backs);
  const double words = static_cast<double>(counts.words), io_bytes = words * static_cast<double>(p.mbus.io_word);
  const double io_time = words * static_cast<double>(p.mbus.io_cycles) / clock, to_500_mb = 500e6 / bytes;
  const double on_bus = fills * static_cast<double>(p.mbus.fill) + write_backs * static_cast<double>(p.mbus.write_back);
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
  const Counts counts{completion_, cache_->fills(), cache_->write_backs(), io_words()};
  for (const MachineFigure& figure : figures(parameters_, counts)) single(record, figure);
  // Every transfer's place in time follows from the parameters and these.
  record.fingerprint =
      mix(completion_ ^ mix(bus_busy_ ^ mix(counts.fills ^ mix(counts.write_backs ^ mix(counts.words)))));
  record.messages = counts.fills + counts.write_backs + counts.words;
}

}  // namespace isochron
