// SPDX-License-Identifier: Apache-2.0
#include <isochron/system/voyager.h>

#include <algorithm>
#include <utility>

#include <isochron/bus/fifo_bus.h>
#include <isochron/bus/scsi_string_timing.h>
#include <isochron/core/error.h>
#include <isochron/host/processor.h>
#include <isochron/part/indexed.h>
#include <isochron/software/voyager/vsd_client.h>

namespace isochron {

namespace {

// Lanes of a node's Microchannel: between memory and its adapters.
constexpr unsigned from_switch = 0, to_switch = 1, from_atm = 2, to_atm = 3, lanes_of_thin = 4;
constexpr unsigned scsi_of_wide = 2, lanes_of_wide = 3;
constexpr unsigned scsi_of_thin = 4;

/// Of a disk with settings of its own, of which `capacity` bytes are used.
std::vector<ParameterProblem> problems_of_disk(const Disk::Config& disk, std::uint64_t capacity) {
  std::vector<ParameterProblem> found;
  if (disk.failed) found.push_back({"failed", "nobody goes round a disk that has failed", "leave it out", {"failed"}});
  if (disk.is_mechanical() && disk.mechanics.capacity < capacity)
    found.push_back({"capacity",
                     "blocks lie on all of disks.capacity, " + std::to_string(capacity) + " B",
                     "use a disk as large as that, or smaller disks.capacity",
                     {"capacity"},
                     {{"capacity", capacity}}});
  return found;
}

}  // namespace

Voyager::Voyager(const VoyagerParameters& parameters, std::uint64_t seed, InstanceOverrides& overrides)
    : MachineSimulation(std::max<std::uint64_t>(parameters.block, 16ull * 1024), phases_of(parameters.bus_model),
                        overrides),
      parameters_(parameters),
      seed_(seed),
      files_(parameters.files()) {
  assemble(assembly_, parameters_, this);
  if (parameters_.is_raw()) return;
  count_flow();
  if (parameters_.streams.step == 0) return;
  ramp_ = std::make_unique<StreamRamp>(region_, parameters_.streams.step, parameters_.streams.count(), [this] {
    const Packets all = packets();
    return StreamRamp::Packets{all.offered, all.drops.all()};
  });
}

Voyager::~Voyager() = default;

void Voyager::count_flow() {
  senders_->count_in(flow_);
  viewers_->count_in(flow_);
  for (ProtocolStack* const stack : stacks_) stack->count_in(flow_);
  for (MediaDaemon* const daemon : daemons_) daemon->count_in(flow_);
  for (MessageChannel* const link : atm_) link->count_in(flow_);
}

MessageChannel* Voyager::add_channel(Assembly& machine, const char* type, const std::string& name,
                                     const MessageChannelConfig& config, unsigned lanes,
                                     std::unique_ptr<const MessageTiming> timing) {
  return machine.add_as<MessageChannel>(type, name, config, lanes, std::move(timing));
}

void Voyager::assemble(Assembly& machine, const VoyagerParameters& p, Voyager* model) {
  const auto thin = static_cast<unsigned>(p.clients());
  const auto wide = static_cast<unsigned>(p.wide_nodes);
  if (p.is_raw() && p.is_local()) {
    for (unsigned node = 0; node < wide; ++node)
      machine.scope(indexed("wide", node), [&] { add_wide_node(machine, p, node, model); });
    return;
  }
  if (!p.is_raw()) {
    const auto streams = static_cast<std::uint32_t>(p.streams.count());
    StreamSource* const senders = machine.part<StreamSource>("senders", [&](const char* part) {
      return std::make_unique<StreamSource>(part, machine.domain(), model->senders(), thin, model->seed_);
    });
    StreamSink* const viewers = machine.part<StreamSink>(
        "viewers", [&](const char* part) { return std::make_unique<StreamSink>(part, thin, streams); });
    if (model != nullptr) {
      model->senders_ = senders;
      model->viewers_ = viewers;
    }
  }
  for (unsigned node = 0; node < thin; ++node)
    machine.scope(indexed("thin", node), [&] { add_thin_node(machine, p, node, model); });
  for (unsigned node = 0; node < thin && !p.is_raw(); ++node) {
    const std::string atm = indexed("thin", node) + ".atm";
    machine.connect(indexed("senders.packets", node), atm + indexed(".in", AtmLinkConfig::from_network));
    machine.connect(atm + indexed(".out", AtmLinkConfig::to_network), indexed("viewers.packets", node));
  }
  if (!p.has_network()) return;
  for (unsigned node = 0; node < wide; ++node)
    machine.scope(indexed("wide", node), [&] { add_wide_node(machine, p, node, model); });
  SpSwitchConfig config = p.sp_switch;
  machine.configure("switch", config.parameters());
  add_channel(machine, SpSwitchConfig::type, "switch", config.channel(), thin + wide, config.timing());
  const auto join = [&machine](const std::string& node, unsigned endpoint) {
    machine.connect(node + indexed(".tb2.out", Tb2AdapterConfig::to_switch), indexed("switch.in", endpoint));
    machine.connect(indexed("switch.out", endpoint), node + indexed(".tb2.in", Tb2AdapterConfig::from_switch));
  };
  for (unsigned node = 0; node < thin; ++node) join(indexed("thin", node), node);
  for (unsigned node = 0; node < wide; ++node) join(indexed("wide", node), p.endpoint_of_wide(node));
}

void Voyager::add_thin_node(Assembly& machine, const VoyagerParameters& p, unsigned node, Voyager* model) {
  MicrochannelConfig bus = p.microchannel;
  machine.configure("microchannel", bus.parameters());
  MessageChannel* const microchannel = add_channel(machine, MicrochannelConfig::type, "microchannel", bus.channel(),
                                                   p.is_local() ? lanes_of_thin + 1 : lanes_of_thin, bus.timing());
  if (model != nullptr) model->channels_.push_back(microchannel);
  if (p.has_network())
    add_client(machine, p, node, model);
  else if (p.is_local())
    add_disks(machine, p, 1, 0, scsi_of_thin, model);
  if (!p.is_raw()) {
    add_serving(machine, p, node, model);
    return;
  }
  std::vector<std::uint32_t> disks(p.disks);
  for (std::uint32_t d = 0; d < disks.size(); ++d) disks[d] = d;
  add_writer(machine, p, node, disks, model);
  machine.connect("writer.requests", "vsd.requests");
  machine.connect("vsd.done", "writer.done");
}

void Voyager::add_client(Assembly& machine, const VoyagerParameters& p, unsigned node, Voyager* model) {
  Tb2AdapterConfig tb2 = p.tb2;
  machine.configure("tb2", tb2.parameters());
  add_channel(machine, Tb2AdapterConfig::type, "tb2", tb2.channel(), 2, tb2.timing());
  VsdConfig vsd = p.vsd;
  machine.configure("vsd", vsd.client_parameters());
  machine.part<VsdClient>("vsd", [&](const char* part) {
    std::vector<std::uint32_t> nodes(p.disks);
    for (std::uint64_t d = 0; d < nodes.size(); ++d) nodes[d] = p.endpoint_of_wide(d / p.disks_of_node());
    return std::make_unique<VsdClient>(part, machine.domain(), vsd, node, std::move(nodes), model->seed_);
  });
  machine.connect("vsd.sent", indexed("microchannel.in", to_switch));
  machine.connect(indexed("microchannel.out", to_switch), indexed("tb2.in", Tb2AdapterConfig::to_switch));
  machine.connect(indexed("tb2.out", Tb2AdapterConfig::from_switch), indexed("microchannel.in", from_switch));
  machine.connect(indexed("microchannel.out", from_switch), "vsd.received");
}

void Voyager::add_serving(Assembly& machine, const VoyagerParameters& p, unsigned node, Voyager* model) {
  Processor::Config processors;
  machine.configure("processor", processors.parameters());
  Processor* const processor = machine.add<Processor>("processor", processors);
  ProtocolStackConfig stack = p.stack;
  machine.configure("stack", stack.parameters());
  ProtocolStack* const made = machine.part<ProtocolStack>("stack", [&](const char* part) {
    return std::make_unique<ProtocolStack>(part, machine.domain(), stack, *processor,
                                           static_cast<std::uint32_t>(p.streams.count()));
  });
  MediaDaemon::Config config = p.daemon();
  machine.configure("daemon", config.parameters());
  MediaDaemon* const daemon = machine.part<MediaDaemon>("daemon", [&](const char* part) {
    return std::make_unique<MediaDaemon>(part, machine.domain(), config, node, model->streams_of(node), model->files_,
                                         model->seed_);
  });
  AtmLinkConfig atm = p.link(stack);
  machine.configure("atm", atm.parameters());
  MessageChannel* const link = add_channel(machine, AtmLinkConfig::type, "atm", atm.channel(), 2, atm.timing());
  if (model != nullptr) {
    made->set_application(*daemon);
    model->stacks_.push_back(made);
    model->daemons_.push_back(daemon);
    model->atm_.push_back(link);
    model->channels_.push_back(link);
  }
  machine.note_calls("stack", "processor", "jobs");
  machine.note_calls("stack", "daemon", "work of packets");
  machine.connect(indexed("atm.out", AtmLinkConfig::from_network), indexed("microchannel.in", from_atm));
  machine.connect(indexed("microchannel.out", from_atm), "stack.arrived");
  machine.connect("stack.received", "daemon.received");
  machine.connect("daemon.send", "stack.send");
  machine.connect("stack.sent", indexed("microchannel.in", to_atm));
  machine.connect(indexed("microchannel.out", to_atm), indexed("atm.in", AtmLinkConfig::to_network));
  if (!p.has_files()) return;
  machine.connect("daemon.requests", p.has_network() ? "vsd.requests" : "vsd.received");
  machine.connect(p.has_network() ? "vsd.done" : "vsd.sent", "daemon.done");
}

void Voyager::add_wide_node(Assembly& machine, const VoyagerParameters& p, unsigned node, Voyager* model) {
  MicrochannelConfig bus = p.microchannel;
  machine.configure("microchannel", bus.parameters());
  add_channel(machine, MicrochannelConfig::type, "microchannel", bus.channel(), lanes_of_wide, bus.timing());
  const auto first = static_cast<std::uint32_t>(node * p.disks_of_node());
  add_disks(machine, p, static_cast<unsigned>(p.buses_of_node(node)), first, scsi_of_wide, model);
  if (!p.has_network()) {
    std::vector<std::uint32_t> disks(p.disks_of_node());
    for (std::uint32_t d = 0; d < disks.size(); ++d) disks[d] = first + d;
    add_writer(machine, p, p.endpoint_of_wide(node), disks, model);
    machine.connect("writer.requests", "vsd.received");
    machine.connect("vsd.sent", "writer.done");
    return;
  }
  Tb2AdapterConfig tb2 = p.tb2;
  machine.configure("tb2", tb2.parameters());
  add_channel(machine, Tb2AdapterConfig::type, "tb2", tb2.channel(), 2, tb2.timing());
  machine.connect(indexed("tb2.out", Tb2AdapterConfig::from_switch), indexed("microchannel.in", from_switch));
  machine.connect(indexed("microchannel.out", from_switch), "vsd.received");
  machine.connect("vsd.sent", indexed("microchannel.in", to_switch));
  machine.connect(indexed("microchannel.out", to_switch), indexed("tb2.in", Tb2AdapterConfig::to_switch));
}

void Voyager::add_disks(Assembly& machine, const VoyagerParameters& p, unsigned buses, std::uint32_t first,
                        unsigned bus_lane, Voyager* model) {
  const auto number = static_cast<unsigned>(p.disks_of_node());
  std::vector<VsdServer::Drive> drives;
  for (unsigned d = 0; d < number; ++d) {
    const std::string name = indexed("disk", d);
    Disk::Config config = p.disk();
    ParameterTable table = config.all_parameters();
    table.check([&config, &p] { return problems_of_disk(config, p.capacity); });
    machine.configure(name, table);
    Disk* const made = machine.add<Disk>(name, config, model == nullptr ? 0 : model->seed_);
    if (made != nullptr) drives.push_back({first + d, made});
  }
  VsdConfig vsd = p.vsd;
  if (p.has_network())
    machine.configure("vsd", vsd.server_parameters());
  else
    vsd.shared = 0;
  machine.part<VsdServer>("vsd", [&](const char* part) {
    return std::make_unique<VsdServer>(part, machine.domain(), vsd, buses, drives, model->seed_);
  });
  for (unsigned d = 0; d < number; ++d) machine.note_calls("vsd", indexed("disk", d), "requests");
  for (unsigned b = 0; b < buses; ++b) {
    const std::string name = indexed("string", b);
    ScsiStringConfig bus = p.bus();
    machine.configure(name, bus.parameters());
    std::vector<std::string> sockets;
    for (unsigned d = b; d < number; d += buses) sockets.push_back(indexed("disk", d) + ".socket");
    FifoBus* const made = machine.add_as<FifoBus>(ScsiStringConfig::type, name, std::make_unique<ScsiStringTiming>(bus),
                                                  0, static_cast<unsigned>(sockets.size()), 1, bus.arbitration);
    if (made != nullptr) made->map(0, ~std::uint64_t{0}, 0);
    for (unsigned i = 0; i < sockets.size(); ++i) machine.connect(sockets[i], name + indexed(".device", i));
    machine.connect(name + ".window[0]", indexed("vsd.string", b));
  }
  machine.connect("vsd.to_bus", indexed("microchannel.in", bus_lane));
  machine.connect(indexed("microchannel.out", bus_lane), "vsd.from_bus");
}

void Voyager::add_writer(Assembly& machine, const VoyagerParameters& p, std::uint32_t endpoint,
                         const std::vector<std::uint32_t>& disks, Voyager* model) {
  RawWriter::Config config;
  config.block = p.block;
  config.capacity = p.capacity;
  machine.configure("writer", config.parameters());
  RawWriter* const made = machine.part<RawWriter>("writer", [&](const char* part) {
    return std::make_unique<RawWriter>(part, machine.domain(), config, endpoint, disks);
  });
  if (model != nullptr) model->writers_.push_back(made);
}

std::vector<MediaStream> Voyager::streams_of(unsigned node) const {
  const std::vector<const StreamGroup*> all = parameters_.streams.by_number();
  std::vector<MediaStream> found;
  std::uint64_t file = 0;
  for (std::uint32_t number = 0; number < all.size(); ++number) {
    const std::uint64_t of_file = all[number]->has_file() ? file++ : 0;
    if (number % parameters_.thin_nodes != node) continue;
    MediaStream stream;
    stream.number = number;
    stream.action = all[number]->action;
    stream.rate = all[number]->rate;
    stream.packet = static_cast<std::uint32_t>(all[number]->packet);
    stream.file = of_file;
    stream.destination = node;
    stream.begin = number * parameters_.streams.step;
    found.push_back(stream);
  }
  return found;
}

std::vector<StreamSource::Stream> Voyager::senders() const {
  const std::vector<const StreamGroup*> all = parameters_.streams.by_number();
  std::vector<StreamSource::Stream> found;
  for (std::uint32_t number = 0; number < all.size(); ++number) {
    if (!all[number]->comes()) continue;
    StreamSource::Stream stream;
    stream.number = number;
    stream.rate = all[number]->rate;
    stream.packet = static_cast<std::uint32_t>(all[number]->packet);
    stream.outlet = static_cast<std::uint32_t>(number % parameters_.thin_nodes);
    stream.source = stream.destination = stream.outlet;
    stream.begin = number * parameters_.streams.step;
    found.push_back(stream);
  }
  return found;
}

TypeInfo Voyager::type_info() {
  VoyagerParameters parameters;
  return machine_info(
      "voyager", "Media server on an SP2: nodes with the network, nodes with the disks, and a switch",
      "Disz, Olson, Stevens, Performance Model of the Argonne Voyager Multimedia Server, sections 3 to 5",
      parameters.table(), own_metrics(), metric_rules());
}

std::vector<StatisticInfo> Voyager::own_metrics() {
  return {{"throughput", "B/s", "payload that viewers got or that was recorded or received; raw: that was written"},
          {"loss", "1", "fraction of the packets of the window that were dropped"},
          {"packets.offered", "1", "packets that fell due at their sources"},
          {"packets.received", "1", "packets that viewers got, or that were recorded or received"},
          {"dropped.source", "1", "packets that waited to be sent for too long"},
          {"dropped.atm", "1", "packets for which an ATM adapter had no room"},
          {"dropped.interface", "1", "packets for which the kernel had no time"},
          {"dropped.socket", "1", "packets for which the socket had no room: the application had no time"},
          {"dropped.file", "1", "packets whose block was not there, or for which no buffer was"},
          {"streams.carried", "1",
           "streams times the part of their packets that was received; raw: what was written, as streams"},
          {"streams.max", "1", "streams before more than 0.1 % of the packets were dropped; where `step` is not off"},
          {"processor.per_stream", "1", "mean utilisation of a processor over the streams of a node"},
          {"lateness", "s", "from when a packet was due until its viewer had it", true}};
}

std::vector<MetricRule> Voyager::metric_rules(VsdConfig::Stage stage) {
  const std::vector<std::string> nodes{"thin[*].", "wide[*]."};
  const auto at = [](const std::vector<std::string>& of, const char* part) {
    std::vector<std::string> paths;
    paths.reserve(of.size());
    for (const std::string& node : of) paths.push_back(node + part);
    return paths;
  };
  const std::vector<std::string> thin{nodes[0]};
  return {
      {"processor", at(thin, "processor"), {{"utilisation", "1", "fraction of time that a processor works"}}, true},
      {"stack",
       at(thin, "stack"),
       {{"kernel", "1", "fraction of time that a processor does the kernel's part"},
        {"user", "1", "fraction of time that it does the application's"}},
       true},
      {"atm", at(thin, "atm"), {{"utilisation", "1", "fraction of time that cells are on a link, of both ways"}}, true},
      {"microchannel",
       at(nodes, "microchannel"),
       {{"utilisation", "1", "fraction of time that a message is on a Microchannel"}},
       true},
      {"tb2", at(nodes, "tb2"), {{"utilisation", "1", "fraction of time that a message is on an adapter"}}, true},
      {"switch", {"switch"}, {{"utilisation", "1", "fraction of time that a message is on the switch"}}, true},
      {"vsd",
       at(stage == VsdConfig::Stage::client ? thin : std::vector<std::string>{nodes[1]}, "vsd"),
       {{"utilisation", "1", "fraction of time that a shared stage has a request"}},
       true},
      {"string", at(nodes, "string[*]"), {{"utilisation", "1", "fraction of time that a SCSI bus is held"}}, true},
      {"disk",
       at(nodes, "disk[*]"),
       {{"utilisation", "1", "fraction of time that a disk serves a request"},
        {"throughput", "B/s", "blocks that a disk reads or writes"}},
       true}};
}

Voyager::Packets Voyager::packets() const {
  Packets all;
  all.offered = senders_->sent();
  all.received = viewers_->received();
  for (const MediaDaemon* const daemon : daemons_)
    for (std::size_t i = 0; i < daemon->streams(); ++i) {
      const StreamAction action = daemon->stream(i).action;
      const MediaDaemon::Counts& counts = daemon->counts(i);
      if (action == StreamAction::play || action == StreamAction::send) all.offered += counts.offered;
      if (action == StreamAction::record || action == StreamAction::receive) all.received += counts.passed;
      all.drops.file += counts.dropped;
    }
  for (const ProtocolStack* const stack : stacks_) {
    all.drops.source += stack->dropped(ProtocolStack::Place::source);
    all.drops.interface += stack->dropped(ProtocolStack::Place::interface);
    all.drops.socket += stack->dropped(ProtocolStack::Place::socket);
  }
  for (const MessageChannel* const link : atm_) all.drops.atm += link->dropped_so_far();
  return all;
}

std::uint64_t Voyager::packets_inside() const {
  std::uint64_t packets = 0;
  for (const ProtocolStack* const stack : stacks_) packets += stack->inside();
  // Of a Microchannel the lanes to and from ATM alone: blocks cross it, too.
  for (const MessageChannel* const channel : channels_)
    packets += channel->lanes() == 2 ? channel->inside() : channel->inside(from_atm) + channel->inside(to_atm);
  return packets;
}

std::uint64_t Voyager::blocks_under_way() const {
  std::uint64_t blocks = 0;
  for (const MediaDaemon* const daemon : daemons_) blocks += daemon->blocks_under_way();
  for (const RawWriter* const writer : writers_) blocks += writer->disks();
  return blocks;
}

void Voyager::start_own_window(Time now) {
  if (parameters_.is_raw()) return;
  before_ = packets();
  flow_.start_window(now);
}

void Voyager::add_to(ReplicationRecord& record) const {
  if (parameters_.is_raw())
    add_raw(record);
  else
    add_streams(record);
}

void Voyager::add_streams(ReplicationRecord& record) const {
  const Packets all = packets();
  if (all.offered != all.received + all.drops.all() + packets_inside())
    throw ModelError("voyager: " + std::to_string(all.offered) + " packets were sent, but " +
                     std::to_string(all.received) + " received, " + std::to_string(all.drops.all()) + " dropped and " +
                     std::to_string(packets_inside()) + " are under way");
  const auto number = [](std::uint64_t now, std::uint64_t before) { return static_cast<double>(now - before); };
  const auto add = [&record](const char* name, const char* unit, double value) {
    single(record, {{name, unit, ""}, value});
  };
  const double offered = number(all.offered, before_.offered);
  const double dropped = number(all.drops.all(), before_.drops.all());
  const double window = seconds(region_.now() - window_start());
  std::uint64_t bytes = viewers_->all().bytes;
  record.fingerprint = viewers_->fingerprint();
  for (const MediaDaemon* const daemon : daemons_) {
    record.fingerprint = mix(record.fingerprint ^ daemon->fingerprint());
    for (std::size_t i = 0; i < daemon->streams(); ++i) {
      const StreamAction action = daemon->stream(i).action;
      if (action == StreamAction::record || action == StreamAction::receive) bytes += daemon->window_counts(i).bytes;
    }
  }
  add("throughput", "B/s", static_cast<double>(bytes) / window);
  add("loss", "1", offered > 0 ? dropped / offered : 0);
  add("packets.offered", "1", offered);
  add("packets.received", "1", number(all.received, before_.received));
  add("dropped.source", "1", number(all.drops.source, before_.drops.source));
  add("dropped.atm", "1", number(all.drops.atm, before_.drops.atm));
  add("dropped.interface", "1", number(all.drops.interface, before_.drops.interface));
  add("dropped.socket", "1", number(all.drops.socket, before_.drops.socket));
  add("dropped.file", "1", number(all.drops.file, before_.drops.file));
  const auto streams = static_cast<double>(parameters_.streams.count());
  // Not what was not dropped: where a queue has no end, nothing ever is.
  add("streams.carried", "1", offered > 0 ? streams * number(all.received, before_.received) / offered : 0);
  if (ramp_ != nullptr)
    if (const std::optional<std::uint64_t> most = ramp_->most()) add("streams.max", "1", static_cast<double>(*most));
  double busy = 0;
  for (std::size_t node = 0; node < stacks_.size(); ++node) {
    const auto& of_node = record.components.at(indexed("thin", static_cast<unsigned>(node)) + ".processor");
    busy += of_node.at("utilisation");
  }
  add("processor.per_stream", "1", streams > 0 ? busy / streams : 0);
  record.histograms["lateness"] = viewers_->lateness().sample();
  record.flows["streams"] = flow_.sample("B");
  record.messages = all.received - before_.received;
}

void Voyager::add_raw(ReplicationRecord& record) const {
  std::uint64_t bytes = 0;
  for (const RawWriter* const writer : writers_) {
    for (std::size_t d = 0; d < writer->disks(); ++d) bytes += writer->bytes(d);
    record.fingerprint = mix(record.fingerprint ^ writer->fingerprint());
  }
  const double throughput = static_cast<double>(bytes) / seconds(region_.now() - window_start());
  single(record, {{"throughput", "B/s", ""}, throughput});
  const double a_stream = parameters_.streams.groups[0].bytes_per_second();
  single(record, {{"streams.carried", "1", ""}, throughput / a_stream});
  record.messages = bytes / parameters_.block;
}

}  // namespace isochron
