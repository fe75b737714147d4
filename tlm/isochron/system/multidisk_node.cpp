// SPDX-License-Identifier: Apache-2.0
#include <isochron/system/multidisk_node.h>

#include <algorithm>

#include <isochron/core/error.h>
#include <isochron/system/indexed.h>

namespace isochron {

MultidiskNode::MultidiskNode(const sc_core::sc_module_name& name, const Surroundings& around, unsigned index)
    : sc_module(name),
      parameters_(around.parameters),
      results_(around.results),
      domain_(around.domain),
      index_(index),
      memory_address_(around.parameters.disks_on_shared_bus() ? (1 + index) * address_space : 0) {
  const MultidiskParameters& p = around.parameters;
  const bool copies = p.operation == MultidiskParameters::Operation::read_protocol_network;
  parts_missing_.assign(2 * (p.total_strands() / p.nodes + 1), static_cast<std::uint32_t>(p.requests_per_strand));

  // Units and movers before buses: a strand that gets a unit asks for the bus in the same instant.
  // It is the processor itself that copies: there is no copy without it.
  ProcessingUnit::Config resampling{copies ? 0 : p.resample_rate, copies ? 0 : p.resample_factor,
                                    copies || p.held_during_transfers};
  processor = std::make_unique<ProcessingUnit>("processor", around.domain, resampling, memory_address_, *this);
  compressor = std::make_unique<ProcessingUnit>("compressor", around.domain,
                                                ProcessingUnit::Config{p.compressor_rate, p.compression, true},
                                                memory_address_, *this);
  make_front(around);
  make_way_out(around);

  const unsigned disk_count = static_cast<unsigned>(p.disks_per_node);
  const Rate scsi_rate = Rate::bits_per_second(p.scsi_rate);
  scsi = std::make_unique<FifoBus>(
      "scsi", around.domain,
      std::make_unique<RatedTransfers>(std::vector<RatedTransfers::Rates>(disk_count, {scsi_rate, scsi_rate})), 0,
      disk_count, 1);
  scsi->map(0, ~std::uint64_t{0}, 0);
  scsi->window(0).bind(interface ? interface->scsi() : controller->scsi);
  for (unsigned d = 0; d < disk_count; ++d) {
    Disk::Config config = p.disk;
    ParameterTable table = config.parameters();
    around.overrides.apply(std::string(this->name()) + "." + indexed("disk", d), table);
    disks.push_back(std::make_unique<Disk>(indexed("disk", d).c_str(), around.domain, config, around.seed));
    disks.back()->socket.bind(scsi->device(d));
  }
  if (p.architecture != Architecture::shared_bus) make_memory();
}

MultidiskNode::~MultidiskNode() = default;

void MultidiskNode::make_front(const Surroundings& around) {
  const MultidiskParameters& p = parameters_;
  DiskNodeConfig config;
  ParameterTable table = config.parameters();
  if (p.disks_on_shared_bus())
    table.absent("impl", [](const std::string& implementation) {
      if (implementation == DiskNodeConfig().implementation_name()) return Absence{};
      return Absence{
          "a disk-node interface writes to its node's own memory bus, and here the disks hang on the shared bus",
          "Use `disks: local`, or `impl: paper`"};
    });
  around.overrides.apply(std::string(name()) + ".disk_node", table);
  if (config.implementation == DiskNodeConfig::Implementation::paper) {
    const std::uint64_t address = p.disks_on_shared_bus() && p.moves_in_bursts() ? buffer_address() : memory_address_;
    controller = std::make_unique<ScsiController>("controller", around.domain, address, *this);
    return;
  }
  if (p.disks_on_shared_bus())  // whoever set it asked no table
    throw ModelError(std::string(name()) + ".disk_node: a disk-node interface needs `disks: local`");
  const DiskNodeInterfaceMaker* const maker = disk_node_interfaces().find(config.implementation_name());
  if (maker == nullptr)
    throw ModelError(std::string(name()) +
                     ".disk_node: " + disk_node_interfaces().why_not(config.implementation_name()).first);
  const DiskNodeInterface::Shape shape{p.strand, p.strand / p.requests_per_strand,
                                       p.architecture == Architecture::shared_bus};
  interface = (*maker)("disk_node", around.domain, config, shape, *this);
}

void MultidiskNode::make_way_out(const Surroundings& around) {
  const MultidiskParameters& p = parameters_;
  if (p.architecture == Architecture::point_to_point)
    link = std::make_unique<LinkEngine>("link", around.domain, 0, p.link_packets);
  if (p.architecture != Architecture::subsystems) return;
  if (!p.moves_in_bursts()) {
    strand_mover = std::make_unique<StrandMover>("mover", around.domain, memory_address_, *this);
    return;
  }
  BlockMover::Config config = p.mover;
  ParameterTable table = config.parameters();
  around.overrides.apply(std::string(name()) + ".mover", table);
  mover = std::make_unique<BlockMover>("mover", around.domain, config, *this);
}

void MultidiskNode::make_memory() {
  const MultidiskParameters& p = parameters_;
  bus = bus_of("bus", domain_, local_masters(), p.bus_packets, 1);
  // Its ports: its bus, a mover, the bus between the nodes.
  const bool has_straight_mover = strand_mover || (mover && p.disks_on_shared_bus());
  const unsigned ports = 1 + (has_straight_mover ? 1 : 0) + (p.disks_on_shared_bus() && !mover ? 1 : 0);
  memory = std::make_unique<Memory>("memory", domain_, memory_address_, ~std::uint64_t{0} - memory_address_,
                                    interface ? Memory::Content::streams : Memory::Content::counted, ports);
  bus->map(0, last_address, 0);
  bus->window(0).bind(memory->port(0));
  if (has_straight_mover) (mover ? mover->port(BlockMover::local) : strand_mover->local).bind(memory->port(1));
  if (!p.disks_on_shared_bus() || !mover) return;
  buffer = std::make_unique<Memory>("buffer", domain_, buffer_address(), address_space, Memory::Content::counted, 2);
  controller->bus.bind(buffer->port(0));
}

std::vector<BusMaster> MultidiskNode::local_masters() const {
  const MultidiskParameters& p = parameters_;
  const bool copies = p.operation == MultidiskParameters::Operation::read_protocol_network;
  const auto rate = [](std::uint64_t bits) { return Rate::bits_per_second(bits); };
  const RatedTransfers::Rates device{rate(p.processor_read), rate(p.io_write)};
  std::vector<BusMaster> masters;
  if (!p.disks_on_shared_bus()) masters.push_back({interface ? &interface->bus() : &controller->bus, device});
  masters.push_back(
      {&processor->socket, {rate(copies ? p.processor_copy : p.processor_read), rate(p.processor_write)}});
  masters.push_back({&compressor->socket, device});
  if (link) masters.push_back({&link->socket, device});
  if (mover && !p.disks_on_shared_bus()) masters.push_back({&mover->port(BlockMover::local), both_ways(p.dma_rate)});
  return masters;
}

std::vector<BusMaster> MultidiskNode::shared_masters() const {
  const MultidiskParameters& p = parameters_;
  if (p.architecture == Architecture::shared_bus) return local_masters();
  std::vector<BusMaster> masters;
  if (mover) masters.push_back({&mover->port(BlockMover::system), both_ways(p.dma_rate)});
  if (!strand_mover) return masters;
  if (p.disks_on_shared_bus()) masters.push_back({&controller->bus, both_ways(p.dma_rate)});
  masters.push_back({&strand_mover->system, both_ways(p.dma_rate)});
  return masters;
}

std::vector<MultidiskNode::Reached> MultidiskNode::reached() const {
  if (!parameters_.disks_on_shared_bus()) return {};
  if (buffer) return {{buffer_address(), &buffer->port(1)}};
  return {{memory_address_, &memory->port(2)}};
}

Tag MultidiskNode::tag_for(std::uint64_t strand, Time issued) const {
  Tag tag;
  tag.sequence = strand;
  tag.issued = issued;
  tag.bytes = static_cast<std::uint32_t>(parameters_.strand);
  tag.node = static_cast<std::uint16_t>(index_);
  tag.card = static_cast<std::uint16_t>(parameters_.server_link_of(strand));
  return tag;
}

void MultidiskNode::request(std::uint64_t strand, Time now) {
  const StrandPlacement::Place place = parameters_.placement().place_of(strand);
  if (interface) {
    // The stream lies in memory as it is: a strand's place is where it stands in the stream.
    interface->read({strand, place.disk, place.turn * blocks_per_strand(),
                     static_cast<std::uint32_t>(parameters_.strand), strand * parameters_.strand},
                    now);
    return;
  }
  Tag tag = tag_for(strand, now);
  const std::uint64_t bytes = parameters_.strand / parameters_.requests_per_strand;
  for (std::uint64_t part = 0; part < parameters_.requests_per_strand; ++part) {
    tag.block = part;
    tag.offset = part * bytes;
    disks[place.disk]->read(tag, 0, bytes, now);
  }
}

void MultidiskNode::stored(Payload& payload, Time now) {
  const std::uint64_t strand = tag_of(payload).sequence;
  if (buffer) {
    Move move;
    move.source = {BlockMover::system, buffer_address(), 0, 0};
    move.destination = {BlockMover::local, memory_address_, 0, 0};
    move.row_bytes = payload.get_data_length();
    move.sequence = strand;
    mover->submit(move, now);
    return;
  }
  if (!is_last_part(strand)) return;
  // The last part stands for the whole strand from here on.
  payload.set_data_length(static_cast<unsigned>(parameters_.strand));
  payload.set_streaming_width(static_cast<unsigned>(parameters_.strand));
  in_memory(payload, now);
}

bool MultidiskNode::is_last_part(std::uint64_t strand) {
  return --parts_missing_[parameters_.placement().turn_on_node(strand)] == 0;
}

void MultidiskNode::moved_in(std::uint64_t strand, Time now) {
  if (!is_last_part(strand)) return;
  Message& message = domain_.pool.allocate(memory_address_, static_cast<unsigned>(parameters_.strand));
  message.tag().copy_from(tag_for(strand, now));
  in_memory(message, now);
  message.release();
}

void MultidiskNode::in_memory(Payload& payload, Time now) {
  const std::uint64_t strand = tag_of(payload).sequence;
  const auto operation = parameters_.operation_of(strand);
  const bool copied_here = operation == MultidiskParameters::Operation::read_protocol_network && !link;
  if (operation == MultidiskParameters::Operation::resample || copied_here)
    processor->submit(payload, now);
  else if (parameters_.disks_on_shared_bus())
    results_.at_its_end(strand, now);
  else
    take_out(payload, now);
}

void MultidiskNode::processed(ProcessingUnit& unit, Payload& payload, Time now) {
  const bool resampled = parameters_.operation_of(tag_of(payload).sequence) == MultidiskParameters::Operation::resample;
  if (&unit == processor.get() && resampled)
    compressor->submit(payload, now);
  else
    take_out(payload, now);
}

void MultidiskNode::take_out(Payload& payload, Time now) {
  if (link) {
    link->submit(payload, now);
  } else if (strand_mover) {
    strand_mover->submit(payload, now);
  } else if (mover) {
    Move move;
    move.source = {BlockMover::local, memory_address_, 0, 0};
    move.destination = {BlockMover::system, 0, 0, 0};
    move.row_bytes = payload.get_data_length();
    move.has_data = tag_of(payload).has_data;
    if (move.has_data) move.source.address = move.destination.address = tag_of(payload).data_offset;
    move.sequence = tag_of(payload).sequence;
    mover->submit(move, now);
  } else {
    results_.in_shared_memory(payload, now);
  }
}

std::uint64_t MultidiskNode::blocks_per_strand() const {
  return (parameters_.strand + DiskNodeInterface::block_bytes - 1) / DiskNodeInterface::block_bytes;
}

std::uint64_t MultidiskNode::strand_at(unsigned disk, std::uint64_t block) const {
  return parameters_.placement().strand_at({index_, disk, block / blocks_per_strand()});
}

std::uint64_t MultidiskNode::stream_offset(unsigned disk, std::uint64_t block) const {
  return strand_at(disk, block) * parameters_.strand + block % blocks_per_strand() * DiskNodeInterface::block_bytes;
}

void MultidiskNode::read_disk(const DiskNodeInterface::Command& command, Time now) {
  const std::uint64_t strand = strand_at(command.disk, command.block);
  Tag tag = tag_for(strand, now);
  tag.block = command.number;
  tag.offset = command.block % blocks_per_strand() * DiskNodeInterface::block_bytes;
  // Of a strand's last block there is as much as the strand has.
  const std::uint64_t bytes = std::min<std::uint64_t>(std::uint64_t{command.blocks} * DiskNodeInterface::block_bytes,
                                                      parameters_.strand - tag.offset);
  disks[command.disk]->read(tag, 0, bytes, now);
}

void MultidiskNode::describe(Message& message) const {
  message.tag().copy_from(tag_for(message.get_address() / parameters_.strand, 0));
  message.tag().bytes = message.get_data_length();
  message.tag().has_data = true;
  message.tag().data_offset = message.get_address();
}

void MultidiskNode::strand_stored(std::uint64_t strand, Time now) {
  Message& message = domain_.pool.allocate(strand * parameters_.strand, static_cast<unsigned>(parameters_.strand));
  message.tag().copy_from(tag_for(strand, now));
  message.tag().has_data = true;
  message.tag().data_offset = message.get_address();
  in_memory(message, now);
  message.release();
}

void MultidiskNode::moved(const Move& move, Time now) {
  if (move.destination.port == BlockMover::local)
    moved_in(move.sequence, now);
  else
    results_.at_its_end(move.sequence, now);
}

void MultidiskNode::strand_moved(Payload& payload, Time now) {
  results_.at_its_end(tag_of(payload).sequence, now);
}

void MultidiskNode::require_fit() const {
  constexpr unsigned most = DiskNodeInterface::most_disks;
  if (interface && disks.size() > most)
    throw ModelError(std::string(interface->name()) + ": a disk-node interface has " + std::to_string(most) +
                     " disks, and the node " + std::to_string(disks.size()) + "; use at most " + std::to_string(most) +
                     " for `disks_per_node`, or `impl: paper`");
}

std::vector<Measured*> MultidiskNode::measured() {
  std::vector<Measured*> parts;
  for (auto& disk : disks) parts.push_back(disk.get());
  parts.push_back(scsi.get());
  if (controller) parts.push_back(controller.get());
  parts.push_back(processor.get());
  parts.push_back(compressor.get());
  if (bus) parts.push_back(bus.get());
  if (memory) parts.push_back(memory.get());
  if (link) parts.push_back(link.get());
  if (mover) parts.push_back(mover.get());
  if (strand_mover) parts.push_back(strand_mover.get());
  if (buffer) parts.push_back(buffer.get());
  return parts;
}

}  // namespace isochron
