// SPDX-License-Identifier: Apache-2.0
#include "software/calliope/storage_unit_bench.h"

#include <sstream>

#include <isochron/core/rate.h>
#include <isochron/core/simulation.h>
#include <isochron/machine/elaborate/netlist_assembly.h>
#include <isochron/machine/language/machine_library.h>
#include <isochron/observe/hierarchy.h>
#include <isochron/observe/statistic_sink.h>

#include "support/temporary_machine.h"

namespace isochron::testbench {

namespace {

Netlist unit_netlist(const Settings& settings) {
  std::ostringstream text;
  text << "include: [" << machine_folder() << "/types/storage_unit.yaml]\n"
       << "parts: {unit: {type: storage_unit, scope: none";
  for (const auto& [path, value] : settings) text << ", " << path << ": " << value;
  text << "}}\n";
  return netlist_of(text.str());
}

template <class Part>
Part* find_part(const char* path) {
  return dynamic_cast<Part*>(sc_core::sc_find_object(path));
}

}  // namespace

StorageUnitBench::StorageUnitBench(const Settings& settings, std::uint64_t seed)
    : netlist_(unit_netlist(settings)),
      work_({netlist_, domain, false, {}}),
      context_{*this, *this, seed},
      machine_(domain) {
  static_cast<WorkloadRun&>(work_).offer(context_);
  build_parts(netlist_, machine_, context_);
  bind_parts(netlist_, machine_);
  central = find_part<CentralProcess>("central");
  duty_cycle = find_part<DutyCycle>("duty_cycle");
  // What the central process calls by its first port.
  files = &context_.services.at<StreamSeats>(part_of(netlist_, "central").plan.calls.at({0, 0})).files;
  central->set_viewing(*this);
}

StorageUnitBench::~StorageUnitBench() = default;

Settings StorageUnitBench::sized(std::uint64_t slots, std::uint64_t streams) {
  return {{"duty.slots", std::to_string(slots)},
          {"numbers", std::to_string(streams)},
          {"cycle", picoseconds(block_time())}};
}

Settings StorageUnitBench::plain(std::uint64_t slots, std::uint64_t streams) {
  Settings settings = sized(slots, streams);
  settings["disks"] = "1";
  for (const char* const time : {"disk.seek.least", "disk.seek.full", "disk.rotation", "host.dma"})
    settings[time] = picoseconds(0);
  return settings;
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

void StorageUnitBench::poll(Time interval, Time end, const std::function<void(Time)>& at) {
  for (Time now = 0; now < end; now += interval) script.at(now, [at, now] { at(now); });
}

void StorageUnitBench::run(Time end) {
  simulate_to(region, end);
}

void StorageUnitBench::report(Time end) {
  ReplicationRecord record;
  StatisticSink sink(record, 0, end);
  for_each_in_hierarchy<Measured>([&sink](const sc_core::sc_object&, Measured& part) { part.report(sink); });
}

}  // namespace isochron::testbench
