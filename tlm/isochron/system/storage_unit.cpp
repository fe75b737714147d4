// SPDX-License-Identifier: Apache-2.0
#include <isochron/system/storage_unit.h>

#include <utility>

#include <isochron/part/indexed.h>

namespace isochron {

StorageUnit::Parts StorageUnit::assemble_hardware(Assembly& machine, const Config& config) {
  const StorageUnitParameters& unit = config.unit;
  Parts parts;
  Host::Config host = unit.host;
  machine.configure("host", host.parameters());
  parts.host = machine.add<Host>("host", host);
  for (unsigned d = 0; d < unit.disks; ++d) {
    const std::string name = indexed("disk", d);
    Disk::Config disk = unit.disk();
    machine.configure(name, disk.all_parameters());
    Disk* const made = machine.add<Disk>(name, disk, config.seed);
    if (made != nullptr) parts.disks.push_back(made);
  }
  if (unit.disks == 0) return parts;
  for (unsigned a = 0; a < unit.adapters; ++a) {
    const std::string name = indexed("adapter", a);
    HostAdapter::Config adapter = unit.adapter;
    adapter.chunk = unit.chunk;
    machine.configure(name, adapter.parameters());
    machine.part<HostAdapter>(name, [&](const char* part) {
      return std::make_unique<HostAdapter>(part, machine.domain(), adapter, static_cast<unsigned>(unit.disks_of(a)),
                                           *parts.host);
    });
    machine.note_calls(name, "host", "DMA");
    unsigned place = 0;
    for (unsigned d = 0; d < unit.disks; ++d)
      if (unit.adapter_of_disk(d) == a)
        machine.connect(indexed("disk", d) + ".socket", name + indexed(".device", place++));
  }
  return parts;
}

Fddi* StorageUnit::add_fddi(Assembly& machine, Fddi::Config config) {
  machine.configure("fddi", config.parameters());
  return machine.add<Fddi>("fddi", config, StorageUnitParameters::stations);
}

StorageUnit::Parts StorageUnit::assemble(Assembly& machine, const Config& config) {
  const StorageUnitParameters& unit = config.unit;
  Parts parts = assemble_hardware(machine, config);
  PacketTimer::Config timer = unit.timer;
  machine.configure("timer", timer.parameters());
  parts.timer = machine.add<PacketTimer>("timer", timer, config.seed);

  StreamFiles::Config files;
  files.streams = config.streams;
  files.disks = unit.disks;
  files.capacity = unit.capacity;
  files.block = unit.block;
  files.striped = unit.striped();
  files.seed = config.seed;
  if (machine.builds()) parts.files = std::make_unique<StreamFiles>(files);

  DutyCycle::Config duty;
  duty.pace = unit.pace;
  duty.slots = config.slots;
  duty.cycle = config.cycle;
  duty.block = unit.block;
  duty.striped = unit.striped();
  duty.keeps_slot = unit.vcr_slot == StorageUnitParameters::SlotOf::own;
  duty.elevator = unit.scheduler == Disk::Order::elevator;
  parts.duty_cycle = machine.part<DutyCycle>("duty_cycle", [&](const char* part) {
    return std::make_unique<DutyCycle>(part, machine.domain(), duty, static_cast<unsigned>(unit.adapters), parts.disks,
                                       *parts.files);
  });

  CentralProcess::Config central;
  central.start = config.start;
  central.block = unit.block;
  central.client_buffer = unit.client_buffer;
  central.vcr_interval = unit.vcr_interval;
  parts.central = machine.part<CentralProcess>("central", [&](const char* part) {
    return std::make_unique<CentralProcess>(part, machine.domain(), central, config.first, unit.disks, config.streams,
                                            config.seed);
  });
  parts.network = machine.part<NetworkProcess>("network", [&](const char* part) {
    return std::make_unique<NetworkProcess>(part, machine.domain(), NetworkProcess::Config{unit.block, config.streams},
                                            *parts.host, *parts.timer, parts.central->listener());
  });
  parts.fddi = add_fddi(machine, unit.fddi);
  parts.viewers = machine.add<StreamClients>("clients", config.streams);
  parts.cameras = machine.add<RecordingClients>("recorders", config.streams);
  if (machine.builds())
    parts.central->set_parts({parts.duty_cycle, parts.network, parts.viewers, parts.cameras, parts.files.get()});

  for (unsigned d = 0; d < unit.disks; ++d) machine.note_calls("duty_cycle", indexed("disk", d), "requests");
  for (unsigned a = 0; a < unit.adapters; ++a)
    machine.connect(indexed("adapter", a) + ".across", indexed("duty_cycle.chunks", a));
  machine.connect("network.buffers", "duty_cycle.buffers");
  machine.connect("duty_cycle.served", "network.served");
  machine.connect("network.packets", "fddi.in[0]");
  machine.connect("fddi.out[1]", "clients.packets");
  machine.connect("recorders.packets", "fddi.in[1]");
  machine.connect("fddi.out[0]", "network.received");
  machine.note_calls("network", "host", "jobs");
  machine.note_calls("network", "timer", "sleep");
  machine.note_calls("central", "duty_cycle", "seats");
  machine.note_calls("central", "network", "streams");
  machine.note_calls("central", "clients", "streams");
  machine.note_calls("central", "recorders", "streams");
  return parts;
}

std::vector<MachineFigure> StorageUnit::figures(const std::vector<const Parts*>& units, Time window) {
  std::uint64_t sent = 0, within_50ms = 0, within_150ms = 0, without_data = 0, glitched = 0, underruns = 0;
  std::uint64_t overflows = 0, missed = 0, recorded = 0, lost = 0;
  for (const Parts* const unit : units) {
    sent += unit->network->packets_sent();
    within_50ms += unit->network->within_50ms();
    within_150ms += unit->network->within_150ms();
    without_data += unit->network->without_data();
    recorded += unit->network->recorded_bytes();
    lost += unit->network->lost();
    glitched += unit->viewers->streams_glitched();
    underruns += unit->viewers->glitches();
    overflows += unit->viewers->overflows();
    missed += unit->duty_cycle->missed();
  }
  const auto number = [](std::uint64_t count) { return static_cast<double>(count); };
  const auto part = [&](std::uint64_t packets) { return sent > 0 ? number(packets) / number(sent) : 0; };
  return {{{"packets.sent", "1", "packets that were sent in the window"}, number(sent)},
          {{"packets.within_50ms", "1", "of these, the fraction sent no later than 50 ms after they were due"},
           part(within_50ms)},
          {{"packets.within_150ms", "1", "the same within 150 ms"}, part(within_150ms)},
          {{"packets.without_data", "1", "packets that were due before their block was read"}, number(without_data)},
          {{"streams.glitched", "1", "streams whose viewers saw a glitch in the window"}, number(glitched)},
          {{"underruns", "1", "glitches of all viewers: a packet was not there when it was to be played"},
           number(underruns)},
          {{"overflows", "1", "packets for which a viewer's buffer had no room"}, number(overflows)},
          {{"slots.missed", "1", "slots that came while the one before had not been used, though there was a buffer"},
           number(missed)},
          {{"recorded.throughput", "B/s", "bytes of packets that are recorded"}, number(recorded) / seconds(window)},
          {{"recorded.lost", "1", "packets of recordings for which there was no buffer"}, number(lost)}};
}

void StorageUnit::add_histograms(ReplicationRecord& record, const std::vector<const Parts*>& units) {
  DelayHistogram lateness, slot_waits, starts, commands;
  for (const Parts* const unit : units) {
    lateness.add(unit->network->lateness());
    slot_waits.add(unit->duty_cycle->slot_waits());
    starts.add(unit->central->start_delays());
    commands.add(unit->central->vcr_delays());
  }
  record.histograms["lateness"] = lateness.sample();
  record.histograms["slot_wait"] = slot_waits.sample();
  record.histograms["start_delay"] = starts.sample();
  record.histograms["vcr_delay"] = commands.sample();
  add_stops(record, units);
}

void StorageUnit::add_stops(ReplicationRecord& record, const std::vector<const Parts*>& units) {
  DelayHistogram stops;
  for (const Parts* const unit : units) stops.add(unit->host->stops());
  record.histograms["stop"] = stops.sample();
}

std::vector<StatisticInfo> StorageUnit::histogram_infos() {
  return {{"lateness", "s", "from when a packet was due until it was sent", true},
          {"slot_wait", "s", "from a stream's beginning, or a command, until its slot", true},
          {"start_delay", "s", "from a stream's beginning to its first packet", true},
          {"vcr_delay", "s", "from a viewer's command to the first packet after it", true},
          {"stop", "s", "for which a processor stands still at a time, while two adapters transfer", true}};
}

std::vector<MetricRule> StorageUnit::metric_rules(const std::string& scope) {
  const auto at = [&scope](const char* part) { return std::vector<std::string>{scope + part}; };
  return {{"host",
           at("host"),
           {{"utilisation", "1", "fraction of time that the host has a job"},
            {"stopped", "1", "fraction of time that it stands still while two adapters transfer"}}},
          {"adapter", at("adapter[*]"), {{"utilisation", "1", "fraction of time that a chunk is on an adapter"}}, true},
          {"disk",
           at("disk[*]"),
           {{"utilisation", "1", "fraction of time that a disk serves a request"},
            {"throughput", "B/s", "blocks that a disk reads or writes"}},
           true},
          {"fddi",
           at("fddi"),
           {{"throughput", "B/s", "bytes of packets over a ring, without any header"},
            {"utilisation", "1", "fraction of time that frames are on a ring"}}}};
}

}  // namespace isochron
