// SPDX-License-Identifier: Apache-2.0
#include <isochron/system/storage_pc.h>

#include <memory>
#include <utility>

#include <isochron/bus/fifo_bus.h>
#include <isochron/bus/scsi_string_timing.h>
#include <isochron/part/indexed.h>

namespace isochron {

namespace {

/// As the scenario has each.
std::vector<ScsiStringConfig> string_configs(Assembly& machine, const StoragePc::Config& config) {
  std::vector<ScsiStringConfig> strings(config.storage.strings_of(config.disks), config.storage.string);
  for (unsigned s = 0; s < strings.size(); ++s) machine.configure(indexed("string", s), strings[s].parameters());
  return strings;
}

void add_strings(Assembly& machine, const StoragePc::Config& config, const std::vector<ScsiStringConfig>& strings) {
  const StorageParameters& storage = config.storage;
  for (unsigned s = 0; s < strings.size(); ++s) {
    const ScsiStringConfig& of_string = strings[s];
    const std::string name = indexed("string", s);
    std::vector<std::string> sockets;
    for (unsigned d = 0; d < config.disks; ++d)
      if (storage.string_of(d, config.disks) == s) sockets.push_back(indexed("disk", d) + ".socket");
    FifoBus* const string =
        machine.add_as<FifoBus>(ScsiStringConfig::type, name, std::make_unique<ScsiStringTiming>(of_string), 0,
                                static_cast<unsigned>(sockets.size()), 1, of_string.arbitration);
    if (string != nullptr) string->map(0, ~std::uint64_t{0}, 0);
    for (unsigned i = 0; i < sockets.size(); ++i) machine.connect(sockets[i], name + indexed(".device", i));
    machine.connect(name + ".window[0]", indexed("extents.string", s));
  }
}

}  // namespace

void StoragePc::add_task(Assembly& machine, const std::string& name, Task::Config config, const Parts& pc,
                         Task::Work* work, ThreadPool* threads) {
  machine.configure(name, config.parameters());
  machine.part<Task>(name, [&](const char* part) {
    return std::make_unique<Task>(part, machine.domain(), config, *pc.processor, pc.memory_bus, work, threads);
  });
  machine.note_calls(name, "processor", "jobs");
  if (config.traffic != MemoryBus::Traffic::none) machine.note_calls(name, "memory_bus", "traffic");
}

StoragePc::Parts StoragePc::assemble_processor(Assembly& machine, const Config& config) {
  Parts parts;
  Processor::Config processor = config.processor;
  machine.configure("processor", processor.parameters());
  parts.processor = machine.add<Processor>("processor", processor);
  MemoryBus::Config memory_bus = config.memory_bus;
  machine.configure("memory_bus", memory_bus.parameters());
  parts.memory_bus = machine.part<MemoryBus>(
      "memory_bus", [&](const char* part) { return std::make_unique<MemoryBus>(part, memory_bus); });
  return parts;
}

StoragePc::Parts StoragePc::assemble(Assembly& machine, const Config& config,
                                     const ExtentServer::Directory* directory) {
  const StorageParameters& storage = config.storage;
  Parts parts = assemble_processor(machine, config);
  const std::vector<ScsiStringConfig> strings = string_configs(machine, config);
  for (unsigned d = 0; d < config.disks; ++d) {
    const std::string name = indexed("disk", d);
    Disk::Config disk = storage.disk();
    disk.chunk = strings[storage.string_of(d, config.disks)].chunk;
    machine.configure(name, disk.all_parameters());
    Disk* const made = machine.add<Disk>(name, disk, config.seed);
    if (made != nullptr) parts.disks.push_back(made);
  }
  machine.part<ExtentServer>("extents", [&](const char* part) {
    ExtentServer::Config server;
    server.depth = storage.depth;
    server.transfer_of_a_byte = 8 * second / storage.string.rate;
    server.with_data = config.with_data;
    return std::make_unique<ExtentServer>(part, machine.domain(), server,
                                          static_cast<unsigned>(storage.strings_of(config.disks)), parts.disks,
                                          *directory, *parts.memory_bus);
  });
  add_strings(machine, config, strings);
  Task::Config task;
  task.level = Processor::Level::kernel;
  task.fixed = config.disk_interface;
  add_task(machine, "disk_interface", task, parts);
  machine.note_calls("extents", "memory_bus", "traffic");
  machine.connect("extents.arrived", "disk_interface.in");
  machine.connect("disk_interface.done", "extents.taken");
  return parts;
}

}  // namespace isochron
