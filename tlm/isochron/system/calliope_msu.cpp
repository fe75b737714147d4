// SPDX-License-Identifier: Apache-2.0
#include <isochron/system/calliope_msu.h>

#include <algorithm>

#include <isochron/core/random_stream.h>
#include <isochron/part/indexed.h>

namespace isochron {

CalliopeMsu::CalliopeMsu(const CalliopeMsuParameters& parameters, std::uint64_t seed, InstanceOverrides& overrides)
    : MachineSimulation(std::max<std::uint64_t>(parameters.unit.chunk, 64), phases_of(parameters.bus_model), overrides),
      parameters_(parameters),
      seed_(seed) {
  if (parameters_.has_streams()) schedules_ = parameters_.streams.schedules();
  assemble(assembly_, parameters_, this);
}

CalliopeMsu::~CalliopeMsu() = default;

std::vector<CentralProcess::Item> CalliopeMsu::items() const {
  const StreamParameters& streams = parameters_.streams;
  std::vector<CentralProcess::Item> items(streams.count);
  for (std::uint64_t i = 0; i < streams.count; ++i) {
    CentralProcess::Item& item = items[i];
    const std::size_t schedule = streams.schedule_of(i);
    item.schedule = schedules_[schedule].get();
    // Of a constant rate each has a file of its own.
    item.file = streams.constant() ? i : schedule;
    if (parameters_.unit.layout == StorageUnitParameters::Layout::single)
      item.disk = static_cast<unsigned>(item.file % parameters_.unit.disks);
    if (i >= streams.count - parameters_.record) item.direction = NetworkProcess::Direction::record;
    if (streams.phase != StreamParameters::PhaseOf::random) continue;
    const double packet_interval = static_cast<double>(streams.packet_bytes()) / item.schedule->mean_rate() * 1e12;
    SplitMix64 draw = random_stream(seed_, "phase", i);
    item.phase = static_cast<Time>(static_cast<double>(draw() >> 11) * 0x1p-53 * packet_interval);
  }
  return items;
}

void CalliopeMsu::assemble(Assembly& machine, const CalliopeMsuParameters& p, CalliopeMsu* model) {
  StorageUnit::Config config;
  config.unit = p.unit;
  config.streams = std::max<std::uint64_t>(1, p.streams.count);
  config.slots = p.slots();
  config.cycle = p.cycle();
  config.start = p.start;
  config.seed = model == nullptr ? 0 : model->seed_;
  if (!p.has_streams()) {
    assemble_baseline(machine, p, config, model);
    return;
  }
  if (model != nullptr) config.first = model->items();
  StorageUnit::Parts parts = StorageUnit::assemble(machine, config);
  if (model != nullptr) model->unit_ = std::move(parts);
}

void CalliopeMsu::assemble_baseline(Assembly& machine, const CalliopeMsuParameters& p,
                                    const StorageUnit::Config& config, CalliopeMsu* model) {
  StorageUnit::Parts parts = StorageUnit::assemble_hardware(machine, config);
  if (p.unit.disks > 0) {
    RandomReader::Config reader;
    reader.block = p.unit.block;
    reader.depth = p.depth;
    machine.configure("reader", reader.parameters());
    RandomReader* const made = machine.part<RandomReader>("reader", [&](const char* part) {
      return std::make_unique<RandomReader>(part, machine.domain(), reader, static_cast<unsigned>(p.unit.adapters),
                                            parts.disks, config.seed);
    });
    if (model != nullptr) model->reader_ = made;
    for (unsigned d = 0; d < p.unit.disks; ++d) machine.note_calls("reader", indexed("disk", d), "requests");
    for (unsigned a = 0; a < p.unit.adapters; ++a)
      machine.connect(indexed("adapter", a) + ".across", indexed("reader.chunks", a));
  }
  if (p.send) {
    PacketSource::Config source;
    source.packet = p.streams.packet;
    source.write = p.write;
    machine.configure("sender", source.parameters());
    machine.part<PacketSource>("sender", [&](const char* part) {
      return std::make_unique<PacketSource>(part, machine.domain(), source, *parts.host);
    });
    machine.note_calls("sender", "host", "jobs");
    StorageUnit::add_fddi(machine, p.unit.fddi);
    PacketSink* const made =
        machine.part<PacketSink>("peer", [&](const char* part) { return std::make_unique<PacketSink>(part); });
    if (model != nullptr) model->peer_ = made;
    machine.connect("sender.packets", "fddi.in[0]");
    machine.connect("fddi.out[1]", "peer.packets");
  }
  if (model != nullptr) model->unit_ = std::move(parts);
}

TypeInfo CalliopeMsu::type_info() {
  CalliopeMsuParameters parameters;
  return machine_info("calliope_msu",
                      "A storage unit of Calliope: a PC that sends streams from its disks to an FDDI ring",
                      "Heybey, Sullivan, England, Calliope: A Distributed, Scalable Multimedia Server, USENIX 1996, "
                      "sections 2.3 and 3",
                      parameters.table(), own_metrics(), metric_rules());
}

std::vector<StatisticInfo> CalliopeMsu::own_metrics() {
  std::vector<StatisticInfo> infos = StorageUnit::figure_infos();
  for (StatisticInfo& info : StorageUnit::histogram_infos()) infos.push_back(std::move(info));
  return infos;
}

std::vector<MetricRule> CalliopeMsu::metric_rules() {
  return StorageUnit::metric_rules("");
}

void CalliopeMsu::add_to(ReplicationRecord& record) const {
  if (!parameters_.has_streams()) {
    StorageUnit::add_stops(record, {&unit_});
    if (peer_ != nullptr) {
      record.messages = peer_->received();
      record.fingerprint = peer_->fingerprint();
    }
    if (reader_ != nullptr) {
      for (unsigned disk = 0; disk < parameters_.unit.disks; ++disk) record.messages += reader_->blocks(disk);
      record.fingerprint = mix(record.fingerprint ^ reader_->fingerprint());
    }
    return;
  }
  for (const MachineFigure& figure : StorageUnit::figures({&unit_}, region_.now() - window_start()))
    single(record, figure);
  StorageUnit::add_histograms(record, {&unit_});
  record.flows["fddi"] = unit_.network->flow(region_.now());
  record.fingerprint = unit_.network->fingerprint();
  record.messages = unit_.network->packets_sent();
}

}  // namespace isochron
