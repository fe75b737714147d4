// SPDX-License-Identifier: Apache-2.0
#include <isochron/system/multidisk_server.h>

#include <algorithm>

#include <isochron/core/error.h>
#include <isochron/core/simulation.h>

namespace isochron {

namespace {

std::unique_ptr<RatedTransfers> rated(std::vector<RatedTransfers::Rates> rates) {
  return std::make_unique<RatedTransfers>(std::move(rates));
}

RatedTransfers::Rates both(std::uint64_t bits_per_second) {
  return {Rate::bits_per_second(bits_per_second), Rate::bits_per_second(bits_per_second)};
}

}  // namespace

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
  switch (parameters.architecture) {
    case Architecture::shared_bus:
      join_by_shared_bus();
      break;
    case Architecture::point_to_point:
      join_by_links();
      break;
    case Architecture::subsystems:
      join_by_movers();
      break;
  }
  measured_.push_back(memory_.get());
  for (const std::unique_ptr<DiskNode>& node : nodes_)
    for (Measured* const part : node->measured()) measured_.push_back(part);
}

MultidiskServer::~MultidiskServer() = default;

void MultidiskServer::build_nodes(InstanceOverrides& overrides, std::uint64_t seed) {
  const DiskNode::Surroundings around{parameters_, domain_, overrides, *this, seed};
  for (unsigned n = 0; n < parameters_.nodes; ++n)
    nodes_.push_back(std::make_unique<DiskNode>(("node[" + std::to_string(n) + "]").c_str(), around, n));
}

bool MultidiskServer::has_data() const {
  return std::any_of(nodes_.begin(), nodes_.end(),
                     [](const std::unique_ptr<DiskNode>& node) { return node->interface != nullptr; });
}

void MultidiskServer::join_by_shared_bus() {
  std::vector<RatedTransfers::Rates> rates;
  for (std::size_t n = 0; n < nodes_.size(); ++n)
    for (const RatedTransfers::Rates& one : DiskNode::bus_rates(parameters_)) rates.push_back(one);
  if (network_) rates.push_back(both(parameters_.processor_read));
  const unsigned devices = static_cast<unsigned>(rates.size());
  shared_ = std::make_unique<FifoBus>("mbus", domain_, rated(std::move(rates)), parameters_.bus_packets, devices, 1);
  shared_->map(0, last_address, 0);
  shared_->window(0).bind(memory_->socket);
  for (unsigned n = 0; n < nodes_.size(); ++n) nodes_[n]->join(*shared_, n * DiskNode::masters(parameters_));
  if (network_) network_->socket.bind(shared_->device(devices - 1));
  measured_.push_back(shared_.get());
}

void MultidiskServer::join_by_links() {
  const unsigned links = static_cast<unsigned>(parameters_.server_links);
  crossbar_ = std::make_unique<C104Crossbar>("c104", domain_, static_cast<unsigned>(nodes_.size()), links,
                                             parameters_.link_rate);
  for (unsigned n = 0; n < nodes_.size(); ++n) nodes_[n]->link->link.bind(crossbar_->input(n));
  std::vector<RatedTransfers::Rates> rates(links, both(parameters_.server_memory));
  if (network_) {
    rates.push_back(both(parameters_.processor_copy));
    rates.push_back(both(parameters_.processor_read));
  }
  const unsigned devices = static_cast<unsigned>(rates.size());
  server_bus_ =
      std::make_unique<FifoBus>("server_memory", domain_, rated(std::move(rates)), parameters_.bus_packets, devices, 1);
  server_bus_->map(0, last_address, 0);
  server_bus_->window(0).bind(memory_->socket);
  for (unsigned l = 0; l < links; ++l) {
    server_ports_.push_back(
        std::make_unique<ServerPort>(("server_port[" + std::to_string(l) + "]").c_str(), domain_, 0, *this));
    crossbar_->output(l).bind(server_ports_.back()->link);
    server_ports_.back()->socket.bind(server_bus_->device(l));
    measured_.push_back(server_ports_.back().get());
  }
  if (network_) {
    server_processor_->socket.bind(server_bus_->device(links));
    network_->socket.bind(server_bus_->device(links + 1));
  }
  measured_.push_back(crossbar_.get());
  measured_.push_back(server_bus_.get());
}

void MultidiskServer::join_by_movers() {
  const unsigned devices = static_cast<unsigned>(nodes_.size());
  shared_ = std::make_unique<FifoBus>("mbus", domain_,
                                      rated(std::vector<RatedTransfers::Rates>(devices, both(parameters_.dma_rate))),
                                      parameters_.bus_packets, devices, 1);
  shared_->map(0, last_address, 0);
  shared_->window(0).bind(memory_->socket);
  for (unsigned n = 0; n < devices; ++n) nodes_[n]->mover->port(BlockMover::system).bind(shared_->device(n));
  measured_.push_back(shared_.get());
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

void MultidiskServer::moved_out(std::uint64_t strand, Time now) {
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
  for (const std::unique_ptr<DiskNode>& node : nodes_)
    if (node->interface && node->interface->under_way() > 0)
      found.push_back({node->interface->name(),
                       "the end of " + std::to_string(node->interface->under_way()) + " strands",
                       "its disks, its bus or itself"});
  return describe_waits(found);
}

void MultidiskServer::run(const std::function<void(std::uint64_t)>& progress, Trace* trace) {
  constexpr Time chunk = 100 * millisecond;
  for (const std::unique_ptr<DiskNode>& node : nodes_) node->require_fit();
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
