// SPDX-License-Identifier: Apache-2.0
#include <isochron/system/disk_node.h>

#include <algorithm>

#include <isochron/core/error.h>
#include <isochron/system/indexed.h>

namespace isochron {

unsigned DiskNode::masters(const MultidiskParameters& parameters) {
  return parameters.architecture == Architecture::shared_bus ? way_out_master : way_out_master + 1;
}

std::vector<RatedTransfers::Rates> DiskNode::bus_rates(const MultidiskParameters& p) {
  const auto rate = [](std::uint64_t bits) { return Rate::bits_per_second(bits); };
  const bool copies = p.operation == MultidiskParameters::Operation::read_protocol_network;
  std::vector<RatedTransfers::Rates> rates(masters(p), {rate(p.processor_read), rate(p.io_write)});
  rates[processor_master] = {rate(copies ? p.processor_copy : p.processor_read), rate(p.processor_write)};
  if (p.architecture == Architecture::subsystems) rates[way_out_master] = {rate(p.dma_rate), rate(p.dma_rate)};
  return rates;
}

DiskNode::DiskNode(const sc_core::sc_module_name& name, const Surroundings& around, unsigned index)
    : sc_module(name), parameters_(around.parameters), results_(around.results), domain_(around.domain), index_(index) {
  const MultidiskParameters& p = around.parameters;
  const bool copies = p.operation == MultidiskParameters::Operation::read_protocol_network;
  parts_missing_.assign(p.total_strands() / p.nodes + 1, static_cast<std::uint32_t>(p.requests_per_strand));

  // Units before buses: a strand that gets a unit asks for the bus in the same instant.
  ProcessingUnit::Config resampling{copies ? 0 : p.resample_rate, copies ? 0 : p.resample_factor,
                                    p.held_during_transfers};
  processor = std::make_unique<ProcessingUnit>("processor", around.domain, resampling, 0, *this);
  compressor = std::make_unique<ProcessingUnit>(
      "compressor", around.domain, ProcessingUnit::Config{p.compressor_rate, p.compression, true}, 0, *this);
  make_front(around);
  if (p.architecture == Architecture::point_to_point)
    link = std::make_unique<LinkEngine>("link", around.domain, 0, p.link_packets);
  if (p.architecture == Architecture::subsystems) {
    BlockMover::Config config = p.mover;
    ParameterTable table = config.parameters();
    around.overrides.apply(std::string(this->name()) + ".mover", table);
    mover = std::make_unique<BlockMover>("mover", around.domain, config, *this);
  }

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

  if (p.architecture == Architecture::shared_bus) return;
  bus = std::make_unique<FifoBus>("bus", around.domain, std::make_unique<RatedTransfers>(bus_rates(p)), p.bus_packets,
                                  masters(p), 1);
  memory = std::make_unique<Memory>("memory", around.domain, 0, ~std::uint64_t{0},
                                    interface ? Memory::Content::streams : Memory::Content::counted);
  bus->map(0, ~std::uint64_t{0} - 1, 0);
  bus->window(0).bind(memory->socket);
  join(*bus, 0);
}

DiskNode::~DiskNode() = default;

void DiskNode::make_front(const Surroundings& around) {
  const MultidiskParameters& p = parameters_;
  DiskNodeConfig config;
  ParameterTable table = config.parameters();
  around.overrides.apply(std::string(name()) + ".disk_node", table);
  if (config.implementation == DiskNodeConfig::Implementation::paper) {
    controller = std::make_unique<ScsiController>("controller", around.domain, 0, *this);
    return;
  }
  const DiskNodeInterfaceMaker* const maker = disk_node_interfaces().find(config.implementation_name());
  if (maker == nullptr)
    throw ModelError(std::string(name()) +
                     ".disk_node: " + disk_node_interfaces().why_not(config.implementation_name()).first);
  const DiskNodeInterface::Shape shape{p.strand, p.strand / p.requests_per_strand,
                                       p.architecture == Architecture::shared_bus};
  interface = (*maker)("disk_node", around.domain, config, shape, *this);
}

void DiskNode::join(FifoBus& shared, unsigned first) {
  (interface ? interface->bus() : controller->bus).bind(shared.device(first + controller_master));
  processor->socket.bind(shared.device(first + processor_master));
  compressor->socket.bind(shared.device(first + compressor_master));
  if (link) link->socket.bind(shared.device(first + way_out_master));
  if (mover) mover->port(BlockMover::local).bind(shared.device(first + way_out_master));
}

Tag DiskNode::tag_for(std::uint64_t strand, Time issued) const {
  Tag tag;
  tag.sequence = strand;
  tag.issued = issued;
  tag.bytes = static_cast<std::uint32_t>(parameters_.strand);
  tag.node = static_cast<std::uint16_t>(index_);
  tag.card = static_cast<std::uint16_t>(parameters_.server_link_of(strand));
  return tag;
}

void DiskNode::request(std::uint64_t strand, Time now) {
  if (interface) {
    // The stream lies in memory as it is: a strand's place is where it stands in the stream.
    const std::uint64_t of_disk = strand / parameters_.nodes / parameters_.disks_per_node;
    interface->read({strand, parameters_.disk_of(strand), of_disk * blocks_per_strand(),
                     static_cast<std::uint32_t>(parameters_.strand), strand * parameters_.strand},
                    now);
    return;
  }
  Tag tag = tag_for(strand, now);
  const std::uint64_t bytes = parameters_.strand / parameters_.requests_per_strand;
  for (std::uint64_t part = 0; part < parameters_.requests_per_strand; ++part) {
    tag.block = part;
    tag.offset = part * bytes;
    disks[parameters_.disk_of(strand)]->read(tag, 0, bytes, now);
  }
}

void DiskNode::stored(Payload& payload, Time now) {
  const std::uint64_t strand = tag_of(payload).sequence;
  if (--parts_missing_[strand / parameters_.nodes] > 0) return;
  // The last part stands for the whole strand from here on.
  payload.set_data_length(static_cast<unsigned>(parameters_.strand));
  payload.set_streaming_width(static_cast<unsigned>(parameters_.strand));
  in_memory(payload, now);
}

void DiskNode::in_memory(Payload& payload, Time now) {
  const std::uint64_t strand = tag_of(payload).sequence;
  const auto operation = parameters_.operation_of(strand);
  const bool copied_here = operation == MultidiskParameters::Operation::read_protocol_network && !link;
  if (operation == MultidiskParameters::Operation::resample || copied_here)
    processor->submit(payload, now);
  else
    take_out(payload, now);
}

void DiskNode::processed(ProcessingUnit& unit, Payload& payload, Time now) {
  const bool resampled = parameters_.operation_of(tag_of(payload).sequence) == MultidiskParameters::Operation::resample;
  if (&unit == processor.get() && resampled)
    compressor->submit(payload, now);
  else
    take_out(payload, now);
}

void DiskNode::take_out(Payload& payload, Time now) {
  if (link) {
    link->submit(payload, now);
  } else if (mover) {
    Move move;
    move.source.port = BlockMover::local;
    move.destination.port = BlockMover::system;
    move.row_bytes = payload.get_data_length();
    move.has_data = tag_of(payload).has_data;
    if (move.has_data) move.source.address = move.destination.address = tag_of(payload).data_offset;
    move.sequence = tag_of(payload).sequence;
    mover->submit(move, now);
  } else {
    results_.in_shared_memory(payload, now);
  }
}

std::uint64_t DiskNode::blocks_per_strand() const {
  return (parameters_.strand + DiskNodeInterface::block_bytes - 1) / DiskNodeInterface::block_bytes;
}

std::uint64_t DiskNode::strand_at(unsigned disk, std::uint64_t block) const {
  return (block / blocks_per_strand() * parameters_.disks_per_node + disk) * parameters_.nodes + index_;
}

std::uint64_t DiskNode::stream_offset(unsigned disk, std::uint64_t block) const {
  return strand_at(disk, block) * parameters_.strand + block % blocks_per_strand() * DiskNodeInterface::block_bytes;
}

void DiskNode::read_disk(const DiskNodeInterface::Command& command, Time now) {
  const std::uint64_t strand = strand_at(command.disk, command.block);
  Tag tag = tag_for(strand, now);
  tag.block = command.number;
  tag.offset = command.block % blocks_per_strand() * DiskNodeInterface::block_bytes;
  // Of a strand's last block there is as much as the strand has.
  const std::uint64_t bytes = std::min<std::uint64_t>(std::uint64_t{command.blocks} * DiskNodeInterface::block_bytes,
                                                      parameters_.strand - tag.offset);
  disks[command.disk]->read(tag, 0, bytes, now);
}

void DiskNode::describe(Message& message) const {
  message.tag().copy_from(tag_for(message.get_address() / parameters_.strand, 0));
  message.tag().bytes = message.get_data_length();
  message.tag().has_data = true;
  message.tag().data_offset = message.get_address();
}

void DiskNode::strand_stored(std::uint64_t strand, Time now) {
  Message& message = domain_.pool.allocate(strand * parameters_.strand, static_cast<unsigned>(parameters_.strand));
  message.tag().copy_from(tag_for(strand, now));
  message.tag().has_data = true;
  message.tag().data_offset = message.get_address();
  in_memory(message, now);
  message.release();
}

void DiskNode::moved(const Move& move, Time now) {
  results_.moved_out(move.sequence, now);
}

void DiskNode::require_fit() const {
  constexpr unsigned most = DiskNodeInterface::most_disks;
  if (interface && disks.size() > most)
    throw ModelError(std::string(interface->name()) + ": a disk-node interface has " + std::to_string(most) +
                     " disks, and the node " + std::to_string(disks.size()) + "; use at most " + std::to_string(most) +
                     " for `disks_per_node`, or `impl: paper`");
}

std::vector<Measured*> DiskNode::measured() {
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
  return parts;
}

}  // namespace isochron
