// SPDX-License-Identifier: Apache-2.0
#include <isochron/disk_node/disk_node_engine.h>

#include <algorithm>
#include <cstring>

#include <isochron/core/error.h>
#include <isochron/core/stream_data.h>

namespace isochron {

namespace {

constexpr std::uint64_t request_ring = 0x10000;
constexpr std::uint64_t completion_ring = 0x20000;
constexpr unsigned ring_log2 = 6;

DiskNodeModule::Implementation implementation_of(const DiskNodeConfig& config) {
  return config.implementation == DiskNodeConfig::Implementation::rtl ? DiskNodeModule::Implementation::rtl
                                                                      : DiskNodeModule::Implementation::tlm;
}

}  // namespace

DiskNodeEngine::DiskNodeEngine(const sc_core::sc_module_name& name, const Domain& domain, const DiskNodeConfig& config,
                               const Shape& shape, Client& client)
    : DiskNodeInterface(name),
      config_(config),
      shape_(shape),
      client_(client),
      machine_(domain),
      domain_{region_, pool_, Phases::shortcut},
      scsi_("scsi", domain, *this, from_disks),
      bus_("bus", domain, *this),
      port_("port", domain_, *this, from_interface),
      rings_("rings", domain_, config.memory_latency),
      no_read_a_("no_read_a", domain_),
      no_read_b_("no_read_b", domain_),
      no_write_("no_write", domain_),
      node_(DiskNodeModule::make(implementation_of(config), "interface", domain_, {config.clock, true, true}, *this)) {
  using Ports = DiskNodeModule::Port;
  region_.keep_to_kernel_time();
  machine_.region.join(*this, Region::Rank::bus);
  registers_.socket.bind(node_->registers());
  node_->read(Ports::a).bind(no_read_a_.socket);
  node_->read(Ports::b).bind(no_read_b_.socket);
  node_->write(shape.shared_bus ? Ports::a : Ports::b).bind(no_write_.socket);
  node_->write(shape.shared_bus ? Ports::b : Ports::a).bind(port_);
  node_->read(Ports::rings).bind(rings_.read);
  node_->write(Ports::rings).bind(rings_.write);

  SC_HAS_PROCESS(DiskNodeEngine);
  SC_THREAD(firmware);
  SC_METHOD(machine_has_moved);
  sensitive << moved_.event();
  dont_initialize();
}

void DiskNodeEngine::read(const Strand& strand, Time now) {
  ++under_way_;
  orders_[strand.disk].push({strand, now});
  if (work_due_) return;
  work_due_ = true;
  machine_.region.notify(work_, now);
}

// ------------------------------------------------------------------------------------------------------ the processor

void DiskNodeEngine::firmware() {
  LocalMemoryAccess ring_access(rings_);
  disk_node::DiskNodeDriver driver(registers_);
  constexpr std::uint64_t block = DiskNodeModule::block_bytes;
  const std::uint64_t blocks = std::min<std::uint64_t>((shape_.command_bytes + block - 1) / block, 0xffff);
  driver.configure(static_cast<std::uint8_t>(config_.depth), static_cast<std::uint16_t>(blocks));
  disk_node::RequestRings rings(driver, ring_access, {request_ring, completion_ring, ring_log2, ring_log2});
  disk_node::Interrupts causes;
  causes.request_done = true;
  driver.enable(causes);
  for (;;) {
    if (node_->interrupt()) {
      driver.acknowledge(causes);
      while (const auto completion = rings.take()) end(*completion);
    }
    work_due_ = false;
    const std::optional<Time> next = push_requests(rings);
    if (node_->interrupt()) continue;
    if (next)
      wait(to_sc_time(*next - kernel_now()), work_.event() | node_->interrupt_changed());
    else
      wait(work_.event() | node_->interrupt_changed());
  }
}

std::optional<Time> DiskNodeEngine::push_requests(disk_node::RequestRings& rings) {
  std::optional<Time> next;
  for (unsigned disk = 0; disk < DiskNodeModule::disks; ++disk) {
    Ring<Order>& orders = orders_[disk];
    // No more than the disk may have: the ring always has room for these.
    while (!orders.empty() && asked_[disk] < config_.depth && orders.front().came <= kernel_now()) {
      const Strand strand = orders.pop().strand;
      rings.push(prepare(strand));
      in_rings_[next_id_++] = strand;
      ++asked_[disk];
    }
    if (!orders.empty() && asked_[disk] < config_.depth)
      next = std::min(next.value_or(end_of_time), orders.front().came);
  }
  return next;
}

disk_node::Request DiskNodeEngine::prepare(const Strand& strand) {
  disk_node::Request request;
  request.id = next_id_;
  request.disk = strand.disk;
  request.block = strand.block;
  request.bytes = strand.bytes;
  request.port_b = shape_.shared_bus;
  request.address = strand.address;
  return request;
}

void DiskNodeEngine::end(const disk_node::Completion& completion) {
  const auto found = in_rings_.find(completion.id);
  if (found == in_rings_.end())
    throw ModelError(std::string(name()) + ": the disk-node interface ends a request that it has not got");
  const Strand& strand = found->second;
  if (completion.code != disk_node::Code::done || completion.bytes != strand.bytes)
    throw ModelError(std::string(name()) + ": the disk-node interface ends strand " + std::to_string(strand.sequence) +
                     " with code " + std::to_string(static_cast<unsigned>(completion.code)) + " and " +
                     std::to_string(completion.bytes) + " bytes of " + std::to_string(strand.bytes));
  stored_.push(strand.sequence);
  --asked_[strand.disk];
  in_rings_.erase(found);
  ask_machine();
}

// -------------------------------------------------------------------------------------------------------- the channel

void DiskNodeEngine::begin(const DiskChannel::Command& command, Time) {
  commands_.push(command);
  ask_machine();
}

void DiskNodeEngine::read(unsigned disk, std::uint64_t block, std::uint8_t* data) const {
  StreamData(0).write(client_.stream_offset(disk, block), data, DiskNodeModule::block_bytes);
}

// ----------------------------------------------------------------------------------------------- from here to there

void DiskNodeEngine::on_request(AtTargetBase& socket, Payload& payload, Time) {
  if (socket.index() == from_disks) {
    payload.set_response_status(write_only_response(payload));
    scsi_.ready(payload);
    return;
  }
  if (!payload.is_write() || payload.get_byte_enable_ptr() != nullptr) {
    payload.set_response_status(tlm::TLM_COMMAND_ERROR_RESPONSE);
    port_.ready(payload);
    return;
  }
  Message* const whole = take_in(payload);
  if (whole == nullptr) {
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    port_.ready(payload);
    return;
  }
  // Its answer is that the bus has moved all of it.
  on_bus_.push_back({&payload, whole});
  to_bus_.push(whole);
  port_.accept(payload);
  ask_machine();
}

Message* DiskNodeEngine::take_in(const Payload& payload) {
  const std::uint64_t address = payload.get_address();
  const std::uint64_t bytes = payload.get_data_length();
  moved_bytes_ += bytes;
  if (config_.transfer == DiskNodeConfig::Transfer::burst) {
    Message& message = new_transfer(address, bytes);
    std::memcpy(message.get_data_ptr(), payload.get_data_ptr(), bytes);
    return &message;
  }
  const std::uint64_t strand = address / shape_.strand_bytes;
  const std::uint64_t offset = address % shape_.strand_bytes;
  if (offset + bytes > shape_.strand_bytes)
    throw ModelError(std::string(name()) + ": the disk-node interface writes beyond strand " + std::to_string(strand));
  Assembly& assembly = assembling_[strand];
  if (assembly.message == nullptr) assembly.message = &new_transfer(strand * shape_.strand_bytes, shape_.strand_bytes);
  std::memcpy(assembly.message->get_data_ptr() + offset, payload.get_data_ptr(), bytes);
  assembly.came += bytes;
  if (assembly.came < shape_.strand_bytes) return nullptr;
  Message* const whole = assembly.message;
  assembling_.erase(strand);
  return whole;
}

Message& DiskNodeEngine::new_transfer(std::uint64_t address, std::uint64_t bytes) {
  Message& message = machine_.pool.allocate(address, static_cast<unsigned>(bytes));
  client_.describe(message);
  return message;
}

void DiskNodeEngine::ask_machine() {
  machine_.region.advance(kernel_now());
  machine_.region.request(*this);
}

void DiskNodeEngine::ask(Time now) {
  while (!commands_.empty()) {
    const DiskChannel::Command command = commands_.pop();
    client_.read_disk({command.number, command.disk, command.block, command.blocks}, now);
  }
  while (!to_bus_.empty()) outbox_.send(*to_bus_.pop());
  while (!stored_.empty()) {
    --under_way_;
    client_.strand_stored(stored_.pop(), now);
  }
}

void DiskNodeEngine::on_complete(AtTargetBase& socket, Payload& payload, Time now) {
  if (socket.index() == from_interface || payload.is_response_error()) return;
  arrived_.push(tag_of(payload).block);
  machine_.region.notify(moved_, now);
}

void DiskNodeEngine::on_accepted(AtInitiatorBase&, Payload&, Time) {
  outbox_.accepted();
}

void DiskNodeEngine::on_response(AtInitiatorBase&, Payload& payload, Time now) {
  bus_.require_ok(payload);
  const auto found = std::find_if(on_bus_.begin(), on_bus_.end(),
                                  [&payload](const Transfer& transfer) { return transfer.on_bus == &payload; });
  found->written->set_response_status(payload.get_response_status());
  answers_.push(found->written);
  on_bus_.erase(found);
  bus_.complete(payload);
  payload.release();
  machine_.region.notify(moved_, now);
}

void DiskNodeEngine::machine_has_moved() {
  region_.advance(kernel_now());
  while (!answers_.empty()) port_.ready(*answers_.pop());
  while (!arrived_.empty()) node_->arrived(arrived_.pop(), kernel_now());
}

DiskNodeInterfaceMaker disk_node_engine() {
  return [](const char* name, const Domain& domain, const DiskNodeConfig& config, const DiskNodeInterface::Shape& shape,
            DiskNodeInterface::Client& client) {
    return std::make_unique<DiskNodeEngine>(name, domain, config, shape, client);
  };
}

}  // namespace isochron
