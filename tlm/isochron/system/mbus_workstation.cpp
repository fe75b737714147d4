// SPDX-License-Identifier: Apache-2.0
#include <isochron/system/mbus_workstation.h>

#include <algorithm>

#include <isochron/bus/mbus_timing.h>
#include <isochron/core/error.h>
#include <isochron/core/simulation.h>
#include <isochron/observe/statistic_sink.h>

namespace isochron {

namespace {

std::unique_ptr<const TransferTiming> timing(const MbusWorkstationParameters& parameters) {
  std::vector<MbusTiming::Master> masters{MbusTiming::Master::processor};
  if (parameters.io == MbusWorkstationParameters::Io::disk) masters.push_back(MbusTiming::Master::device);
  return std::make_unique<MbusTiming>(parameters.mbus, masters);
}

LineProcessor::Config program(const MbusWorkstationParameters& parameters) {
  LineProcessor::Config config;
  config.program = parameters.program;
  config.bytes = parameters.bytes;
  config.clock = parameters.mbus.clock;
  config.instruction_cycles = parameters.instruction_cycles;
  return config;
}

}  // namespace

MbusWorkstation::MbusWorkstation(const MbusWorkstationParameters& parameters)
    : parameters_(parameters),
      pool_(std::max(parameters.mbus.line, parameters.mbus.io_word)),
      cache_("cache", domain_, parameters.cache, parameters.mbus.line),
      processor_("processor", region_, program(parameters), cache_, *this),
      bus_("mbus", domain_, timing(parameters), 0, parameters.io == MbusWorkstationParameters::Io::disk ? 2 : 1, 1),
      memory_("memory", domain_, 0, ~std::uint64_t{0}, Memory::Content::counted) {
  bus_.map(0, last_address, 0);
  bus_.window(0).bind(memory_.socket);
  cache_.socket.bind(bus_.device(0));
  if (parameters.io == MbusWorkstationParameters::Io::disk) {
    DiskReader::Config config;
    config.rate = parameters.io_rate;
    config.word = parameters.mbus.io_word;
    disk_ = std::make_unique<DiskReader>("disk", domain_, config);
    disk_->socket.bind(bus_.device(1));
  }
}

void MbusWorkstation::program_done(Time now) {
  done_ = true;
  completion_ = now;
  bus_busy_ = bus_.busy().total(now);
  if (disk_) disk_->stop();
  // Once the last transfer has ended for everybody.
  region_.call_at(now, [this, now] {
    StatisticSink sink(parts_, 0, now);
    for (Measured* const part : measured()) part->report(sink);
  });
}

std::vector<Measured*> MbusWorkstation::measured() {
  std::vector<Measured*> parts{&cache_, &bus_, &memory_};
  if (disk_) parts.push_back(disk_.get());
  return parts;
}

std::string MbusWorkstation::waits() {
  std::vector<Wait> found;
  for (const Measured* const part : measured()) part->report_waits(found);
  return describe_waits(found);
}

void MbusWorkstation::run(const std::function<void(std::uint64_t)>& progress, Trace* trace) {
  constexpr Time chunk = 100 * millisecond;
  const auto run_to = [&](Time end) {
    if (trace != nullptr)
      trace->run(end, [&](Time leg) { simulate_to(region_, leg); });
    else
      simulate_to(region_, end);
  };
  while (!done_) {
    run_to(kernel_now() + chunk);
    if (!done_ && region_.idle())
      throw ModelError("deadlock at " + std::to_string(seconds(region_.now())) + " s with " +
                       std::to_string(parameters_.bytes - processor_.bytes_done()) + " bytes left:" + waits());
    if (progress) progress(kernel_now());
  }
  // The disk's last word may still be on its way when the program ends.
  if (pool_.outstanding() > 0)
    throw ModelError(std::to_string(pool_.outstanding()) + " payloads were never given back:" + waits());
}

}  // namespace isochron
