// SPDX-License-Identifier: Apache-2.0
#include <isochron/dma/block_mover/block_mover_engine.h>

#include <cstring>
#include <vector>

#include <isochron/core/error.h>
#include <isochron/core/stream_data.h>
#include <isochron/dma/block_mover/block_mover_driver.h>
#include <isochron/dma/block_mover/descriptor_ring.h>

namespace isochron {

namespace {

/// Assembled messages beside the one on the bus: what the next bytes come into while the bus is busy.
constexpr std::size_t most_assembled = 2;
/// From message to message in the controller's memory: the longest that a scenario may ask for.
constexpr std::uint64_t message_step = 1ull << 24;

BlockMoverModule::Implementation implementation_of(const DmaEngineConfig& config) {
  return config.implementation == DmaEngineConfig::Implementation::rtl ? BlockMoverModule::Implementation::rtl
                                                                       : BlockMoverModule::Implementation::tlm;
}

}  // namespace

BlockMoverEngine::BlockMoverEngine(const sc_core::sc_module_name& name, const Domain& domain,
                                   const DmaEngineConfig& config, Client& client)
    : DmaEngine(name),
      config_(config),
      client_(client),
      bus_region_(domain.region),
      domain_{region_, pool_, Phases::shortcut},
      bus_("bus", domain, *this),
      port_b_("port_b", domain_, *this),
      memory_("memory", domain_, config.memory_latency),
      descriptors_("descriptors", domain_, config.memory_latency),
      no_reads_("no_reads", domain_),
      no_stream_in_("no_stream_in", domain_),
      no_stream_out_("no_stream_out", domain_),
      mover_(BlockMoverModule::make(implementation_of(config), "block_mover", domain_, {config.clock, true})) {
  using Ports = BlockMoverModule::Port;
  region_.keep_to_kernel_time();
  bus_region_.join(*this, Region::Rank::bus);
  registers_.socket.bind(mover_->registers());
  mover_->read(Ports::a).bind(memory_.read);
  mover_->write(Ports::a).bind(memory_.write);
  mover_->read(Ports::b).bind(no_reads_.socket);
  mover_->write(Ports::b).bind(port_b_);
  mover_->read(Ports::descriptors).bind(descriptors_.read);
  mover_->write(Ports::descriptors).bind(descriptors_.write);
  no_stream_in_.socket.bind(mover_->stream_in());
  mover_->stream_out().bind(no_stream_out_.socket);

  SC_HAS_PROCESS(BlockMoverEngine);
  SC_THREAD(firmware);
  SC_METHOD(bus_has_moved);
  sensitive << moved_.event();
  dont_initialize();
}

void BlockMoverEngine::take(Message& message, Time now) {
  ++held_;
  orders_.push({&message, now});
  if (work_due_) return;
  work_due_ = true;
  bus_region_.notify(work_, now);
}

bool BlockMoverEngine::is_stuck() const {
  return held_ > 0 && on_bus_.message == nullptr && assembled_.empty() && !work_due_ && !mover_->active();
}

// ------------------------------------------------------------------------------------------------------ the processor

void BlockMoverEngine::firmware() {
  LocalMemoryAccess descriptor_access(descriptors_);
  block_mover::BlockMoverDriver driver(registers_);
  // A place stays empty, and one holds a move that the bus has and the processor has not seen the end of.
  block_mover::DescriptorRing ring(driver, descriptor_access, 0, static_cast<std::uint32_t>(config_.queue + 2));
  block_mover::Interrupts causes;
  causes.move_done = true;
  driver.enable(causes);
  for (;;) {
    if (mover_->interrupt()) {
      driver.acknowledge(causes);
      while (const auto done = ring.take())
        if (done->error != block_mover::MoveError::none)
          throw ModelError(std::string(name()) + ": the block mover ends a move with error " +
                           std::to_string(static_cast<unsigned>(done->error)));
    } else if (!orders_.empty() && orders_.front().came <= kernel_now() && ring.waiting() <= config_.queue) {
      ring.push(prepare(*orders_.pop().message));
    } else if (!orders_.empty() && orders_.front().came > kernel_now()) {
      wait(to_sc_time(orders_.front().came - kernel_now()));
    } else {
      work_due_ = false;
      wait(work_.event() | mover_->interrupt_changed());
    }
  }
}

block_mover::Move BlockMoverEngine::prepare(Message& message) {
  const Tag& tag = message.tag();
  const unsigned bytes = message.get_data_length();
  // As many places in the controller's memory as there are descriptors: one is free again when its descriptor is.
  const std::uint64_t place = prepared_++ % (config_.queue + 2) * message_step;
  std::vector<std::uint8_t> data(bytes);
  StreamData(tag.data_stream()).write(tag.data_offset, data.data(), bytes);
  memory_.poke(place, data.data(), bytes);
  moving_.push(&message);
  block_mover::Move move;
  move.source = place;
  move.destination = message.get_address();
  move.destination_port = block_mover::Port::b;
  move.row_bytes = bytes;
  move.tag = static_cast<std::uint8_t>(tag.sequence);
  move.interrupt = true;
  return move;
}

// ------------------------------------------------------------------------------------------------------------- port B

bool BlockMoverEngine::takes_in(const Payload& payload) {
  if (moving_.empty() || !payload.is_write() || payload.get_byte_enable_ptr() != nullptr) return false;
  const Message& message = *moving_.front();
  const std::uint64_t bytes = payload.get_data_length();
  if (payload.get_address() != message.get_address() + came_of_first_ ||
      came_of_first_ + bytes > message.get_data_length())
    return false;
  std::memcpy(message.get_data_ptr() + came_of_first_, payload.get_data_ptr(), bytes);
  came_of_first_ += bytes;
  return true;
}

void BlockMoverEngine::on_request(AtTargetBase&, Payload& payload, Time) {
  if (!takes_in(payload)) {
    payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
    port_b_.ready(payload);
    return;
  }
  Message& message = *moving_.front();
  if (came_of_first_ < message.get_data_length()) {
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    port_b_.ready(payload);
    return;
  }
  moving_.pop();
  came_of_first_ = 0;
  assembled_.push({&message, &payload});
  if (assembled_.size() <= most_assembled)
    port_b_.accept(payload);
  else
    withheld_ = &payload;
  bus_region_.advance(kernel_now());
  bus_region_.request(*this);
}

void BlockMoverEngine::bus_has_moved() {
  region_.advance(kernel_now());
  if (withheld_ != nullptr && assembled_.size() <= most_assembled) {
    Payload& payload = *withheld_;
    withheld_ = nullptr;
    port_b_.accept(payload);
  }
  while (!answers_.empty()) port_b_.ready(*answers_.pop());
}

// ------------------------------------------------------------------------------------------------------------ the bus

void BlockMoverEngine::ask(Time now) {
  if (on_bus_.message != nullptr || assembled_.empty()) return;
  on_bus_ = assembled_.pop();
  client_.engine_sends(*on_bus_.message, now);
  bus_.send(*on_bus_.message);
}

void BlockMoverEngine::on_accepted(AtInitiatorBase&, Payload&, Time now) {
  client_.engine_on_bus(now);
}

void BlockMoverEngine::on_response(AtInitiatorBase&, Payload& payload, Time now) {
  Message& message = *on_bus_.message;
  on_bus_.last_burst->set_response_status(payload.get_response_status());
  answers_.push(on_bus_.last_burst);
  on_bus_ = {};
  --held_;
  bus_.complete(payload);
  client_.engine_sent(message, now);
  message.release();
  if (!assembled_.empty()) bus_region_.request(*this);
  bus_region_.notify(moved_, now);
}

DmaEngineMaker block_mover_engine() {
  return [](const char* name, const Domain& domain, const DmaEngineConfig& config, DmaEngine::Client& client) {
    return std::make_unique<BlockMoverEngine>(name, domain, config, client);
  };
}

}  // namespace isochron
