// SPDX-License-Identifier: Apache-2.0
#include <isochron/system/multidisk_node.h>

#include <algorithm>

#include <isochron/core/error.h>
#include <isochron/part/indexed.h>

namespace isochron {

MultidiskNode::MultidiskNode(const MultidiskParameters& parameters, const BuildContext* around, unsigned index)
    : p_(parameters),
      around_(around),
      index_(index),
      memory_address_(parameters.disks_on_shared_bus() ? (1 + index) * address_space : 0) {
  if (around == nullptr) return;
  parts_missing_.assign(2 * (p_.total_strands() / p_.nodes + 1), static_cast<std::uint32_t>(p_.requests_per_strand));
}

void MultidiskNode::assemble(Assembly& machine) {
  configure_mover(machine);
  add_units(machine);
  add_front(machine);
  add_way_out(machine);
  add_disks(machine);
  if (p_.architecture != Architecture::shared_bus) add_memory(machine);
}

void MultidiskNode::configure_mover(Assembly& machine) {
  if (p_.architecture != Architecture::subsystems) return;
  mover_config_ = p_.mover;
  // A mover of whole strands has neither bursts nor an order of its own.
  machine.configure("mover", p_.moves_in_bursts() ? mover_config_.parameters() : mover_config_.strand_parameters());
  has_mover_ = p_.moves_in_bursts() || mover_config_.clocked();
}

// Units and movers before buses: a strand that gets a unit asks for the bus in the same instant.
void MultidiskNode::add_units(Assembly& machine) {
  const bool copies = p_.operation == MultidiskParameters::Operation::read_protocol_network;
  const auto add = [&](const char* name, const ProcessingUnit::Config& config) {
    return machine.add<ProcessingUnit>(name, config, memory_address_);
  };
  // It is the processor itself that copies: there is no copy without it.
  processor_ = add("processor", {copies ? 0 : p_.resample_rate, copies ? 0 : p_.resample_factor,
                                 copies || p_.held_during_transfers});
  compressor_ = add("compressor", {p_.compressor_rate, p_.compression, true});
  if (!machine.builds()) return;
  processor_->processed.connect(processed_);
  compressor_->processed.connect(compressed_);
}

void MultidiskNode::add_front(Assembly& machine) {
  constexpr unsigned most = DiskNodeInterface::most_disks;
  DiskNodeConfig config;
  ParameterTable table = config.parameters();
  if (p_.disks_on_shared_bus())
    table.absent("impl", [](const std::string& implementation) {
      if (implementation == DiskNodeConfig().implementation_name()) return Absence{};
      return Absence{
          "a disk-node interface writes to its node's own memory bus, and here the disks hang on the shared bus",
          "Use `disks: local`, or `impl: paper`"};
    });
  const auto too_many = [&config, this] {
    return config.implementation != DiskNodeConfig::Implementation::paper && p_.disks_per_node > most;
  };
  const std::string cause =
      "a disk-node interface has " + std::to_string(most) + " disks, and the node " + std::to_string(p_.disks_per_node);
  const std::string remedy = "use at most " + std::to_string(most) + " for `disks_per_node`, or `impl: paper`";
  table.check([&]() -> std::vector<ParameterProblem> {
    if (!too_many()) return {};
    return {{"impl", cause, remedy, {"impl"}}};
  });
  machine.configure("disk_node", table);
  has_interface_ = config.implementation != DiskNodeConfig::Implementation::paper;
  const std::string path = indexed("node", index_) + ".disk_node";
  if (!has_interface_) {
    machine.place("disk_node", DiskNodeConfig::type);
    const std::uint64_t address = has_buffer() ? buffer_address() : memory_address_;
    ScsiController* const controller = machine.add<ScsiController>("controller", address);
    if (controller != nullptr) controller->stored.connect(stored_);
    return;
  }
  // Whoever set it asked no table.
  if (too_many()) throw ModelError(path + ": " + cause + "; " + remedy);
  if (p_.disks_on_shared_bus()) throw ModelError(path + ": a disk-node interface needs `disks: local`");
  const DiskNodeInterfaceMaker* const maker = disk_node_interfaces().find(config.implementation_name());
  if (maker == nullptr)
    throw ModelError(path + ": " + disk_node_interfaces().why_not(config.implementation_name()).first);
  const DiskNodeInterface::Shape shape{p_.strand, p_.strand / p_.requests_per_strand,
                                       p_.architecture == Architecture::shared_bus};
  interface_ = machine.part<DiskNodeInterface>(
      "disk_node", [&](const char* part) { return (*maker)(part, machine.domain(), config, shape, *this); },
      DiskNodeConfig::type);
}

void MultidiskNode::add_way_out(Assembly& machine) {
  if (has_link()) link_ = machine.add<LinkEngine>("link", 0, p_.link_packets);
  if (has_strand_mover()) strand_mover_ = machine.add<StrandMover>("mover", memory_address_);
  if (strand_mover_ != nullptr) strand_mover_->moved.connect(moved_);
  if (has_mover())
    mover_ = machine.part<BlockMover>(
        "mover", [&](const char* part) { return BlockMover::make(part, machine.domain(), mover_config_, *this); });
}

void MultidiskNode::add_disks(Assembly& machine) {
  const Rate scsi_rate = Rate::bits_per_second(p_.scsi_rate);
  std::vector<BusMaster> masters;
  for (unsigned d = 0; d < p_.disks_per_node; ++d)
    masters.push_back({indexed("disk", d) + ".socket", {scsi_rate, scsi_rate}});
  FifoBus* const scsi = add_bus(machine, "scsi", masters, 0, 1, p_.scsi_arbitration);
  if (scsi != nullptr) scsi->map(0, ~std::uint64_t{0}, 0);
  machine.connect("scsi.window[0]", front() + ".scsi");
  for (unsigned d = 0; d < p_.disks_per_node; ++d) {
    Disk::Config config = p_.disk;
    machine.configure(indexed("disk", d), config.parameters());
    disks_.push_back(machine.part<Disk>(indexed("disk", d), [&](const char* part) {
      return std::make_unique<Disk>(part, machine.domain(), config, around_->seed);
    }));
  }
  connect_masters(machine, "scsi", masters);
}

void MultidiskNode::add_memory(Assembly& machine) {
  const std::vector<BusMaster> masters = local_masters();
  FifoBus* const bus = add_bus(machine, "bus", masters, p_.bus_packets, 1);
  connect_masters(machine, "bus", masters);
  // Memory's ports: its bus, a mover, the bus between the nodes.
  const bool has_straight_mover = has_strand_mover() || has_buffer();
  const unsigned ports = 1 + (has_straight_mover ? 1 : 0) + (p_.disks_on_shared_bus() && !has_mover() ? 1 : 0);
  memory_ = machine.add<Memory>("memory", memory_address_, ~std::uint64_t{0} - memory_address_,
                                has_data() ? Memory::Content::streams : Memory::Content::counted, ports);
  if (bus != nullptr) bus->map(0, last_address, 0);
  machine.connect("bus.window[0]", "memory.socket");
  if (has_straight_mover) machine.connect("mover.local", "memory.port[1]");
  if (!has_buffer()) return;
  machine.add<Memory>("buffer", buffer_address(), address_space, Memory::Content::counted, 2);
  machine.connect("controller.bus", "buffer.socket");
}

std::vector<BusMaster> MultidiskNode::local_masters() const {
  const bool copies = p_.operation == MultidiskParameters::Operation::read_protocol_network;
  const auto rate = [](std::uint64_t bits) { return Rate::bits_per_second(bits); };
  const RatedTransfers::Rates device{rate(p_.processor_read), rate(p_.io_write)};
  std::vector<BusMaster> masters;
  if (!p_.disks_on_shared_bus()) masters.push_back({front() + ".bus", device});
  masters.push_back(
      {"processor.socket", {rate(copies ? p_.processor_copy : p_.processor_read), rate(p_.processor_write)}});
  masters.push_back({"compressor.socket", device});
  if (has_link()) masters.push_back({"link.socket", device});
  if (has_mover() && !p_.disks_on_shared_bus()) masters.push_back({"mover.local", both_ways(p_.dma_rate)});
  return masters;
}

std::vector<BusMaster> MultidiskNode::shared_masters() const {
  if (p_.architecture == Architecture::shared_bus) return local_masters();
  if (has_mover()) return {{"mover.system", both_ways(p_.dma_rate)}};
  std::vector<BusMaster> masters;
  if (p_.disks_on_shared_bus()) masters.push_back({"controller.bus", both_ways(p_.dma_rate)});
  masters.push_back({"mover.system", both_ways(p_.dma_rate)});
  return masters;
}

std::vector<MultidiskNode::Reached> MultidiskNode::reached() const {
  if (!p_.disks_on_shared_bus()) return {};
  if (has_buffer()) return {{buffer_address(), "buffer.port[1]"}};
  return {{memory_address_, "memory.port[2]"}};
}

std::uint64_t MultidiskNode::checked_bytes() const {
  return (memory_ == nullptr ? 0 : memory_->checked_bytes()) + processor_->checked_bytes() +
         (mover_ == nullptr ? 0 : mover_->checked_bytes());
}

std::uint64_t MultidiskNode::cycles() const {
  return (interface_ == nullptr ? 0 : interface_->cycles()) + (mover_ == nullptr ? 0 : mover_->cycles());
}

Tag MultidiskNode::tag_for(std::uint64_t strand, Time issued) const {
  Tag tag;
  tag.sequence = strand;
  tag.issued = issued;
  tag.bytes = static_cast<std::uint32_t>(p_.strand);
  tag.destination = p_.server_link_of(strand);
  return tag;
}

void MultidiskNode::request(std::uint64_t strand, Time now) {
  const StrandPlacement::Location place = p_.placement().location_of(strand);
  if (interface_ != nullptr) {
    // The stream lies in memory as it is: a strand's place is where it stands in the stream.
    interface_->read({strand, place.disk, place.turn * blocks_per_strand(), static_cast<std::uint32_t>(p_.strand),
                      strand * p_.strand},
                     now);
    return;
  }
  Tag tag = tag_for(strand, now);
  const std::uint64_t bytes = p_.strand / p_.requests_per_strand;
  for (std::uint64_t part = 0; part < p_.requests_per_strand; ++part) {
    tag.block = part;
    tag.offset = part * bytes;
    disks_[place.disk]->read(tag, 0, bytes, now);
  }
}

void MultidiskNode::stored(Payload& payload, Time now) {
  const std::uint64_t strand = tag_of(payload).sequence;
  if (has_buffer()) {
    Move move;
    move.source = {BlockMover::system, buffer_address(), 0, 0};
    move.destination = {BlockMover::local, memory_address_, 0, 0};
    move.row_bytes = payload.get_data_length();
    move.sequence = strand;
    mover_->submit(move, now);
    return;
  }
  if (!is_last_part(strand)) return;
  // The last part stands for the whole strand from here on.
  payload.set_data_length(static_cast<unsigned>(p_.strand));
  payload.set_streaming_width(static_cast<unsigned>(p_.strand));
  in_memory(payload, now);
}

bool MultidiskNode::is_last_part(std::uint64_t strand) {
  return --parts_missing_[p_.placement().turn_on_node(strand)] == 0;
}

void MultidiskNode::moved_in(std::uint64_t strand, Time now) {
  if (!is_last_part(strand)) return;
  Message& message = around_->domain.pool.allocate(memory_address_, static_cast<unsigned>(p_.strand));
  message.tag().copy_from(tag_for(strand, now));
  in_memory(message, now);
  message.release();
}

void MultidiskNode::in_memory(Payload& payload, Time now) {
  const std::uint64_t strand = tag_of(payload).sequence;
  const auto operation = p_.operation_of(strand);
  const bool copied_here = operation == MultidiskParameters::Operation::read_protocol_network && !has_link();
  if (operation == MultidiskParameters::Operation::resample || copied_here)
    processor_->accept(payload, now);
  else if (p_.disks_on_shared_bus())
    around_->results.at_its_end(strand, now);
  else
    take_out(payload, now);
}

void MultidiskNode::processed(Payload& payload, Time now) {
  if (p_.operation_of(tag_of(payload).sequence) == MultidiskParameters::Operation::resample)
    compressor_->accept(payload, now);
  else
    take_out(payload, now);
}

void MultidiskNode::take_out(Payload& payload, Time now) {
  if (link_ != nullptr) {
    link_->accept(payload, now);
  } else if (strand_mover_ != nullptr) {
    strand_mover_->accept(payload, now);
  } else if (mover_ != nullptr) {
    Move move;
    move.source = {BlockMover::local, memory_address_, 0, 0};
    move.destination = {BlockMover::system, 0, 0, 0};
    move.row_bytes = payload.get_data_length();
    move.has_data = tag_of(payload).has_data;
    if (move.has_data) move.source.address = move.destination.address = tag_of(payload).data_offset;
    move.sequence = tag_of(payload).sequence;
    mover_->submit(move, now);
  } else {
    in_shared_memory.hand_on(payload, now);
  }
}

std::uint64_t MultidiskNode::blocks_per_strand() const {
  return (p_.strand + DiskNodeInterface::block_bytes - 1) / DiskNodeInterface::block_bytes;
}

std::uint64_t MultidiskNode::strand_at(unsigned disk, std::uint64_t block) const {
  return p_.placement().strand_at({index_, disk, block / blocks_per_strand()});
}

std::uint64_t MultidiskNode::stream_offset(unsigned disk, std::uint64_t block) const {
  return strand_at(disk, block) * p_.strand + block % blocks_per_strand() * DiskNodeInterface::block_bytes;
}

void MultidiskNode::read_disk(const DiskNodeInterface::Command& command, Time now) {
  const std::uint64_t strand = strand_at(command.disk, command.block);
  Tag tag = tag_for(strand, now);
  tag.block = command.number;
  tag.offset = command.block % blocks_per_strand() * DiskNodeInterface::block_bytes;
  // Of a strand's last block there is as much as the strand has.
  const std::uint64_t bytes =
      std::min<std::uint64_t>(std::uint64_t{command.blocks} * DiskNodeInterface::block_bytes, p_.strand - tag.offset);
  disks_[command.disk]->read(tag, 0, bytes, now);
}

void MultidiskNode::describe(Message& message) const {
  message.tag().copy_from(tag_for(message.get_address() / p_.strand, 0));
  message.tag().bytes = message.get_data_length();
  message.tag().has_data = true;
  message.tag().data_offset = message.get_address();
}

void MultidiskNode::strand_stored(std::uint64_t strand, Time now) {
  Message& message = around_->domain.pool.allocate(strand * p_.strand, static_cast<unsigned>(p_.strand));
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
    around_->results.at_its_end(move.sequence, now);
}

void MultidiskNode::strand_moved(Payload& payload, Time now) {
  around_->results.at_its_end(tag_of(payload).sequence, now);
}

}  // namespace isochron
