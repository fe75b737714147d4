// SPDX-License-Identifier: Apache-2.0
#include <isochron/system/multidisk_server.h>

#include <algorithm>

#include <isochron/part/indexed.h>

namespace isochron {

MultidiskServer::MultidiskServer(const MultidiskParameters& parameters, std::uint64_t seed,
                                 InstanceOverrides& overrides)
    : MachineSimulation(parameters.strand, phases_of(parameters.bus_model), overrides),
      parameters_(parameters),
      ledger_(1, parameters.total_strands()),
      issued_(parameters.total_strands(), 0),
      around_{domain_, *this, seed} {
  if (parameters.arrivals == MultidiskParameters::Arrivals::regular) ledger_.tell(0, backlog_);
  assemble(assembly_, parameters, this);
}

void MultidiskServer::assemble(Assembly& machine, const MultidiskParameters& p, MultidiskServer* model) {
  const bool links = p.architecture == Architecture::point_to_point;
  machine.part<StrandSource>("source", [&](const char* part) {
    const bool regular = p.arrivals == MultidiskParameters::Arrivals::regular;
    const std::uint64_t strands = p.total_strands();
    const StrandSource::Config config{strands, regular ? p.group : strands, regular ? p.interval : 0};
    return std::make_unique<StrandSource>(part, machine.domain().region, config, *model);
  });
  // Units before buses: a strand that gets a unit asks for the bus in the same instant.
  ProcessingUnit *network = nullptr, *server_processor = nullptr;
  if (p.has_network()) {
    const ProcessingUnit::Config only_reads{0, 0, true};
    network = machine.add<ProcessingUnit>("network", only_reads, 0);
    if (links) server_processor = machine.add<ProcessingUnit>("server_processor", only_reads, 0);
  }
  Nodes nodes;
  for (unsigned n = 0; n < p.nodes; ++n) {
    nodes.push_back(std::make_unique<MultidiskNode>(p, model == nullptr ? nullptr : &model->around_, n));
    machine.scope(indexed("node", n), [&] { nodes.back()->assemble(machine); });
  }
  Memory* const memory = machine.add<Memory>("memory", 0, ~std::uint64_t{0},
                                             have_data(nodes) ? Memory::Content::streams : Memory::Content::counted);
  const std::vector<ServerPort*> ports = links ? join_by_links(machine, p) : std::vector<ServerPort*>{};
  if (!links) join_by_shared_bus(machine, p, nodes);
  if (model == nullptr) return;
  model->nodes_ = std::move(nodes);
  model->network_ = network;
  model->server_processor_ = server_processor;
  model->memory_ = memory;
  model->join_dataflow(ports);
}

void MultidiskServer::join_dataflow(const std::vector<ServerPort*>& ports) {
  Inlet& out = network_ == nullptr ? static_cast<Inlet&>(delivered_) : *network_;
  Inlet& in = server_processor_ == nullptr ? out : *server_processor_;
  for (const std::unique_ptr<MultidiskNode>& node : nodes_) node->in_shared_memory.connect(in);
  for (ServerPort* const port : ports) port->stored.connect(in);
  if (server_processor_ != nullptr) server_processor_->processed.connect(out);
  if (network_ != nullptr) network_->processed.connect(delivered_);
}

bool MultidiskServer::have_data(const Nodes& nodes) {
  return std::any_of(nodes.begin(), nodes.end(), [](const auto& node) { return node->has_data(); });
}

// Of all nodes' parts, or of subsystems.
void MultidiskServer::join_by_shared_bus(Assembly& machine, const MultidiskParameters& p, const Nodes& nodes) {
  std::vector<BusMaster> masters;
  std::vector<MultidiskNode::Reached> reached;
  for (unsigned n = 0; n < nodes.size(); ++n) {
    const std::string node = indexed("node", n) + ".";
    for (const BusMaster& master : nodes[n]->shared_masters()) masters.push_back({node + master.port, master.rates});
    for (const MultidiskNode::Reached& one : nodes[n]->reached()) reached.push_back({one.first, node + one.port});
  }
  if (p.has_network()) masters.push_back({"network.socket", both_ways(p.processor_read)});
  const unsigned windows = static_cast<unsigned>(reached.size()) + 1;
  FifoBus* const bus = add_bus(machine, "mbus", masters, p.bus_packets, windows);
  connect_masters(machine, "mbus", masters);
  machine.connect("mbus.window[0]", "memory.socket");
  if (bus != nullptr) bus->map(0, reached.empty() ? last_address : MultidiskNode::address_space - 1, 0);
  for (unsigned i = 0; i < reached.size(); ++i) {
    machine.connect(indexed("mbus.window", i + 1), reached[i].port);
    if (bus != nullptr) bus->map(reached[i].first, reached[i].first + MultidiskNode::address_space - 1, i + 1);
  }
}

std::vector<ServerPort*> MultidiskServer::join_by_links(Assembly& machine, const MultidiskParameters& p) {
  const unsigned nodes = static_cast<unsigned>(p.nodes), links = static_cast<unsigned>(p.server_links);
  machine.add<C104Crossbar>("c104", nodes, links, p.link_rate);
  for (unsigned n = 0; n < nodes; ++n) machine.connect(indexed("node", n) + ".link.link", indexed("c104.in", n));
  std::vector<BusMaster> masters;
  std::vector<ServerPort*> ports;
  for (unsigned l = 0; l < links; ++l) {
    const std::string port = indexed("server_port", l);
    if (ServerPort* const built = machine.add<ServerPort>(port, 0)) ports.push_back(built);
    machine.connect(indexed("c104.out", l), port + ".link");
    masters.push_back({port + ".socket", both_ways(p.server_memory)});
  }
  if (p.has_network()) {
    masters.push_back({"server_processor.socket", both_ways(p.processor_copy)});
    masters.push_back({"network.socket", both_ways(p.processor_read)});
  }
  FifoBus* const bus = add_bus(machine, "server_memory", masters, p.bus_packets, 1);
  connect_masters(machine, "server_memory", masters);
  machine.connect("server_memory.window[0]", "memory.socket");
  if (bus != nullptr) bus->map(0, last_address, 0);
  return ports;
}

Tag MultidiskServer::tag_for(std::uint64_t strand) const {
  Tag tag;
  tag.sequence = strand;
  tag.issued = issued_[strand];
  tag.bytes = static_cast<std::uint32_t>(parameters_.strand);
  tag.destination = parameters_.node_of(strand) << 16;  // the ledger books a strand under its node
  return tag;
}

void MultidiskServer::request(std::uint64_t strand, Time now) {
  issued_[strand] = now;
  ledger_.asks(0, parameters_.strand, now);
  ledger_.departs(tag_for(strand));
  nodes_[parameters_.node_of(strand)]->request(strand, now);
}

void MultidiskServer::at_its_end(std::uint64_t strand, Time now) {
  deliver(strand, now);
}

void MultidiskServer::deliver(std::uint64_t strand, Time now) {
  ledger_.arrives(tag_for(strand), parameters_.strand, now);
  delays_.add(now - issued_[strand]);
  delay_seconds_.add(seconds(now - issued_[strand]));
  Deliveries& of_its_kind =
      parameters_.operation_of(strand) == MultidiskParameters::Operation::resample ? resampled_ : read_;
  ++of_its_kind.strands;
  of_its_kind.last = now;
  completion_ = now;
  if (listener_) listener_(strand, now);
}

std::size_t MultidiskServer::outstanding() const {
  std::size_t held = MachineSimulation::outstanding();
  for (const std::unique_ptr<MultidiskNode>& node : nodes_) held += node->outstanding();
  return held;
}

std::string MultidiskServer::left_to_do() const {
  const std::uint64_t left = parameters_.total_strands() - ledger_.messages_in();
  return left == 0 ? "" : std::to_string(left) + " strands missing";
}

}  // namespace isochron
