// SPDX-License-Identifier: Apache-2.0
#include "timing/storage_unit_bench.h"

#include <isochron/core/rate.h>
#include <isochron/core/simulation.h>
#include <isochron/observe/statistic_sink.h>

namespace isochron::testbench {

StorageUnitBench::StorageUnitBench(const StorageUnit::Config& config) : machine_(overrides, domain) {
  StorageUnit::Config its = config;
  for (CentralProcess::Item& item : its.first) item.schedule = &schedule;
  unit = StorageUnit::assemble(machine_, its);
  unit.central->set_viewing(*this);
}

StorageUnitBench::~StorageUnitBench() = default;

StorageUnit::Config StorageUnitBench::plain(std::uint64_t slots, std::uint64_t streams) {
  StorageUnit::Config config;
  config.unit.disks = 1;
  config.unit.seek_least = config.unit.seek_full = 0;
  config.unit.rotation = 0;
  config.unit.host.dma = 0;
  config.slots = slots;
  config.streams = streams;
  config.cycle = block_time();
  return config;
}

Time StorageUnitBench::block_time() {
  return Rate::bits_per_second(1'500'000).time_of(256ull * 1024);
}

CentralProcess::Item StorageUnitBench::film(std::uint64_t file) const {
  CentralProcess::Item item;
  item.file = file;
  item.schedule = &schedule;
  return item;
}

CentralProcess::Item StorageUnitBench::recording(std::uint64_t file) const {
  CentralProcess::Item item = film(file);
  item.direction = NetworkProcess::Direction::record;
  return item;
}

void StorageUnitBench::poll(Time interval, Time end, std::function<void(Time)> at) {
  for (Time now = 0; now < end; now += interval) script.at(now, [at, now] { at(now); });
}

void StorageUnitBench::run(Time end) {
  simulate_to(region, end);
}

void StorageUnitBench::report(Time end) {
  ReplicationRecord record;
  StatisticSink sink(record, 0, end);
  unit.network->report(sink);
  unit.duty_cycle->report(sink);
  unit.central->report(sink);
  unit.viewers->report(sink);
  unit.cameras->report(sink);
}

}  // namespace isochron::testbench
