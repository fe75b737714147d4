// SPDX-License-Identifier: Apache-2.0
#include <isochron/system/multidisk_server.h>

#include <algorithm>

#include <isochron/core/error.h>
#include <isochron/core/simulation.h>

namespace isochron {

MultidiskServer::MultidiskServer(const MultidiskParameters& parameters, std::uint64_t seed,
                                 InstanceOverrides& overrides)
    : parameters_(parameters),
      pool_(parameters.strand),
      domain_{region_, pool_, Phases::shortcut},
      ledger_(1, parameters.total_strands()),
      issued_(parameters.total_strands(), 0) {
  const bool networked = parameters.operation == MultidiskParameters::Operation::read_protocol_network;
  const bool regular = parameters.arrivals == MultidiskParameters::Arrivals::regular;
  const std::uint64_t strands = parameters.total_strands();
  source_ = std::make_unique<StrandSource>(
      "source", region_,
      StrandSource::Config{strands, regular ? parameters.group : strands, regular ? parameters.interval : 0}, *this);
  // Units before buses: a strand that gets a unit asks for the bus in the same instant.
  const ProcessingUnit::Config only_reads{0, 0, true};
  if (networked && parameters.architecture != Architecture::subsystems)
    network_ = std::make_unique<ProcessingUnit>("network", domain_, only_reads, 0, *this);
  if (networked && parameters.architecture == Architecture::point_to_point)
    server_processor_ = std::make_unique<ProcessingUnit>("server_processor", domain_, only_reads, 0, *this);
  build_nodes(overrides, seed);
  memory_ = std::make_unique<Memory>("memory", domain_, 0, ~std::uint64_t{0},
                                     has_data() ? Memory::Content::streams : Memory::Content::counted);
  if (parameters.architecture == Architecture::point_to_point)
    join_by_links();
  else
    join_by_shared_bus();
  measured_.push_back(memory_.get());
  for (ProcessingUnit* const unit : {server_processor_.get(), network_.get()})
    if (unit != nullptr) measured_.push_back(unit);
  for (const std::unique_ptr<MultidiskNode>& node : nodes_)
    for (Measured* const part : node->measured()) measured_.push_back(part);
}

// The last built goes first: SystemC looks for a socket that ends from the end of all that there are.
MultidiskServer::~MultidiskServer() {
  while (!nodes_.empty()) nodes_.pop_back();
}

void MultidiskServer::build_nodes(InstanceOverrides& overrides, std::uint64_t seed) {
  const MultidiskNode::Surroundings around{parameters_, domain_, overrides, *this, seed};
  for (unsigned n = 0; n < parameters_.nodes; ++n)
    nodes_.push_back(std::make_unique<MultidiskNode>(("node[" + std::to_string(n) + "]").c_str(), around, n));
}

bool MultidiskServer::has_data() const {
  return std::any_of(nodes_.begin(), nodes_.end(),
                     [](const std::unique_ptr<MultidiskNode>& node) { return node->interface != nullptr; });
}

// Of all nodes' parts, or of subsystems.
void MultidiskServer::join_by_shared_bus() {
  std::vector<BusMaster> masters;
  std::vector<MultidiskNode::Reached> reached;
  for (const std::unique_ptr<MultidiskNode>& node : nodes_) {
    for (const BusMaster& master : node->shared_masters()) masters.push_back(master);
    for (const MultidiskNode::Reached& one : node->reached()) reached.push_back(one);
  }
  if (network_) masters.push_back({&network_->socket, both_ways(parameters_.processor_read)});
  shared_ = bus_of("mbus", domain_, masters, parameters_.bus_packets, static_cast<unsigned>(reached.size()) + 1);
  shared_->map(0, reached.empty() ? last_address : MultidiskNode::address_space - 1, 0);
  shared_->window(0).bind(memory_->socket);
  for (unsigned i = 0; i < reached.size(); ++i) {
    shared_->map(reached[i].first, reached[i].first + MultidiskNode::address_space - 1, i + 1);
    shared_->window(i + 1).bind(*reached[i].port);
  }
  measured_.push_back(shared_.get());
}

void MultidiskServer::join_by_links() {
  const unsigned links = static_cast<unsigned>(parameters_.server_links);
  crossbar_ = std::make_unique<C104Crossbar>("c104", domain_, static_cast<unsigned>(nodes_.size()), links,
                                             parameters_.link_rate);
  for (unsigned n = 0; n < nodes_.size(); ++n) nodes_[n]->link->link.bind(crossbar_->input(n));
  std::vector<BusMaster> masters;
  for (unsigned l = 0; l < links; ++l) {
    server_ports_.push_back(
        std::make_unique<ServerPort>(("server_port[" + std::to_string(l) + "]").c_str(), domain_, 0, *this));
    crossbar_->output(l).bind(server_ports_.back()->link);
    masters.push_back({&server_ports_.back()->socket, both_ways(parameters_.server_memory)});
    measured_.push_back(server_ports_.back().get());
  }
  if (network_) {
    masters.push_back({&server_processor_->socket, both_ways(parameters_.processor_copy)});
    masters.push_back({&network_->socket, both_ways(parameters_.processor_read)});
  }
  server_bus_ = bus_of("server_memory", domain_, masters, parameters_.bus_packets, 1);
  server_bus_->map(0, last_address, 0);
  server_bus_->window(0).bind(memory_->socket);
  measured_.push_back(crossbar_.get());
  measured_.push_back(server_bus_.get());
}

Tag MultidiskServer::tag_for(std::uint64_t strand) const {
  Tag tag;
  tag.sequence = strand;
  tag.issued = issued_[strand];
  tag.bytes = static_cast<std::uint32_t>(parameters_.strand);
  tag.node = static_cast<std::uint16_t>(parameters_.node_of(strand));
  return tag;
}

void MultidiskServer::request(std::uint64_t strand, Time now) {
  issued_[strand] = now;
  ledger_.departs(tag_for(strand));
  nodes_[parameters_.node_of(strand)]->request(strand, now);
}

void MultidiskServer::in_shared_memory(Payload& payload, Time now) {
  if (network_)
    network_->submit(payload, now);
  else
    deliver(tag_of(payload).sequence, now);
}

void MultidiskServer::at_its_end(std::uint64_t strand, Time now) {
  deliver(strand, now);
}

void MultidiskServer::stored_at_server(Payload& payload, Time now) {
  if (server_processor_)
    server_processor_->submit(payload, now);
  else
    deliver(tag_of(payload).sequence, now);
}

void MultidiskServer::processed(ProcessingUnit& unit, Payload& payload, Time now) {
  if (&unit == server_processor_.get())
    network_->submit(payload, now);
  else
    deliver(tag_of(payload).sequence, now);
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

std::string MultidiskServer::waits() const {
  std::vector<Wait> found;
  for (const Measured* const part : measured_) part->report_waits(found);
  for (const std::unique_ptr<MultidiskNode>& node : nodes_)
    if (node->interface && node->interface->under_way() > 0)
      found.push_back({node->interface->name(),
                       "the end of " + std::to_string(node->interface->under_way()) + " strands",
                       "its disks, its bus or itself"});
  return describe_waits(found);
}

void MultidiskServer::run(const std::function<void(std::uint64_t)>& progress, Trace* trace) {
  constexpr Time chunk = 100 * millisecond;
  for (const std::unique_ptr<MultidiskNode>& node : nodes_) node->require_fit();
  const auto run_to = [&](Time end) {
    if (trace != nullptr)
      trace->run(end, [&](Time leg) { simulate_to(region_, leg); });
    else
      simulate_to(region_, end);
  };
  const std::uint64_t strands = parameters_.total_strands();
  while (ledger_.messages_in() < strands) {
    run_to(kernel_now() + chunk);
    // Where there are disk-node interfaces, it may be they who go on.
    if (ledger_.messages_in() < strands && region_.idle() && !(has_data() && sc_core::sc_pending_activity()))
      throw ModelError("deadlock at " + std::to_string(seconds(region_.now())) + " s with " +
                       std::to_string(strands - ledger_.messages_in()) + " strands missing:" + waits());
    if (progress) progress(kernel_now());
  }
  if (pool_.outstanding() > 0)
    throw ModelError(std::to_string(pool_.outstanding()) + " payloads were never given back:" + waits());
}

}  // namespace isochron
