// SPDX-License-Identifier: Apache-2.0
#include <isochron/device/block_mover/block_mover_driver.h>

#include <cstddef>
#include <string>

#include <isochron/device/block_mover/block_mover_registers.h>
#include <isochron/device/block_mover/descriptor.h>

// The generated header has offsets as a structure and fields as masks (_bm) and positions (_bp).
#define OFFSET(name) static_cast<std::uint32_t>(offsetof(block_mover_t, name))
#define FIELD(value, name) (((value)&BLOCK_MOVER__##name##_bm) >> BLOCK_MOVER__##name##_bp)
#define SET(name, value) ((static_cast<std::uint32_t>(value) << BLOCK_MOVER__##name##_bp) & BLOCK_MOVER__##name##_bm)

namespace isochron::block_mover {
namespace {

std::uint32_t word_of(const Interrupts& causes) {
  return SET(INTERRUPT_STATUS__MOVE_DONE, causes.move_done) | SET(INTERRUPT_STATUS__CHAIN_END, causes.chain_end) |
         SET(INTERRUPT_STATUS__ERROR, causes.error) | SET(INTERRUPT_STATUS__COALESCED, causes.coalesced);
}

}  // namespace

BlockMoverDriver::BlockMoverDriver(RegisterAccess& registers) : registers_(registers) {
  const auto id = registers_.read(OFFSET(ID));
  const auto version = registers_.read(OFFSET(VERSION));
  if (id != BLOCK_MOVER__ID__VALUE_reset || FIELD(version, VERSION__MAJOR) != BLOCK_MOVER__VERSION__MAJOR_reset)
    throw std::runtime_error("not a block mover of version " + std::to_string(BLOCK_MOVER__VERSION__MAJOR_reset));

  const auto ports = registers_.read(OFFSET(CAPABILITY_PORTS));
  const auto depth = registers_.read(OFFSET(CAPABILITY_DEPTH));
  const auto bursts = registers_.read(OFFSET(CAPABILITY_BURSTS));
  capabilities_.port_b = FIELD(ports, CAPABILITY_PORTS__PORT_B);
  capabilities_.stream = FIELD(ports, CAPABILITY_PORTS__STREAM);
  capabilities_.combine = FIELD(ports, CAPABILITY_PORTS__XOR_OP);
  capabilities_.id_bits = FIELD(ports, CAPABILITY_PORTS__ID_BITS);
  capabilities_.address_bits = FIELD(ports, CAPABILITY_PORTS__ADDRESS_BITS);
  capabilities_.data_bits = FIELD(ports, CAPABILITY_PORTS__DATA_BITS);
  capabilities_.commands = FIELD(depth, CAPABILITY_DEPTH__COMMANDS);
  capabilities_.prefetch = FIELD(depth, CAPABILITY_DEPTH__PREFETCH);
  capabilities_.descriptors = FIELD(depth, CAPABILITY_DEPTH__DESCRIPTORS);
  capabilities_.outstanding = FIELD(bursts, CAPABILITY_BURSTS__OUTSTANDING);
  capabilities_.max_burst = FIELD(bursts, CAPABILITY_BURSTS__MAX_BURST);
  capabilities_.buffer_words = registers_.read(OFFSET(CAPABILITY_BUFFER));
  settings_ = registers_.read(OFFSET(SETTINGS));
}

void BlockMoverDriver::set_attributes(BusPort port, const PortAttributes& attributes) {
  registers_.write(OFFSET(ATTRIBUTES_A) + 4 * static_cast<std::uint32_t>(port),
                   word_of(attributes, capabilities_.id_bits));
}

PortAttributes BlockMoverDriver::attributes(BusPort port) {
  return port_attributes_of(registers_.read(OFFSET(ATTRIBUTES_A) + 4 * static_cast<std::uint32_t>(port)));
}

void BlockMoverDriver::start(const Move& move) {
  const auto words = place_words(move);
  for (std::uint32_t i = 0; i < words.size(); ++i) registers_.write(OFFSET(DIRECT_SOURCE_LOW) + 4 * i, words[i]);
  registers_.write(OFFSET(DIRECT_CONTROL), control_word(move) | BLOCK_MOVER__DIRECT_CONTROL__START_bm);
}

std::optional<MoveResult> BlockMoverDriver::result() {
  const auto status = registers_.read(OFFSET(DIRECT_STATUS));
  if (!FIELD(status, DIRECT_STATUS__DONE)) return std::nullopt;
  MoveResult result;
  result.tag = static_cast<std::uint8_t>(FIELD(status, DIRECT_STATUS__TAG));
  result.error = static_cast<MoveError>(FIELD(status, DIRECT_STATUS__ERROR));
  result.is_short = FIELD(status, DIRECT_STATUS__SHORT_PACKET);
  result.is_long = FIELD(status, DIRECT_STATUS__LONG_PACKET);
  result.bytes = registers_.read(OFFSET(DIRECT_BYTES));
  return result;
}

void BlockMoverDriver::start_chain(std::uint64_t head) {
  begin(head, false);
}

void BlockMoverDriver::start_chain(std::uint64_t head, std::uint64_t tail) {
  move_tail(tail);
  begin(head, true);
}

void BlockMoverDriver::begin(std::uint64_t head, bool tail) {
  settings_ = (settings_ & ~BLOCK_MOVER__SETTINGS__TAIL_ENABLE_bm) | SET(SETTINGS__TAIL_ENABLE, tail);
  registers_.write(OFFSET(SETTINGS), settings_);
  write_pointer(OFFSET(CHAIN_HEAD_LOW), head);
  registers_.write(OFFSET(CONTROL), BLOCK_MOVER__CONTROL__RUN_bm);
}

void BlockMoverDriver::move_tail(std::uint64_t tail) {
  write_pointer(OFFSET(CHAIN_TAIL_LOW), tail);
}

void BlockMoverDriver::pause_chain() {
  registers_.write(OFFSET(CONTROL), 0);
}

std::uint64_t BlockMoverDriver::next() {
  return read_pointer(OFFSET(CHAIN_NEXT_LOW));
}

ChainStop BlockMoverDriver::chain_stop() {
  ChainStop stop;
  stop.error = static_cast<ChainError>(FIELD(registers_.read(OFFSET(CHAIN_ERROR)), CHAIN_ERROR__CODE));
  stop.address = read_pointer(OFFSET(CHAIN_ERROR_ADDRESS_LOW));
  return stop;
}

void BlockMoverDriver::stop_on_error(bool stop) {
  settings_ = (settings_ & ~BLOCK_MOVER__SETTINGS__STOP_ON_ERROR_bm) | SET(SETTINGS__STOP_ON_ERROR, stop);
  registers_.write(OFFSET(SETTINGS), settings_);
}

void BlockMoverDriver::abort() {
  registers_.write(OFFSET(CONTROL), BLOCK_MOVER__CONTROL__ABORT_bm);
}

void BlockMoverDriver::soft_reset() {
  registers_.write(OFFSET(CONTROL), BLOCK_MOVER__CONTROL__SOFT_RESET_bm);
  settings_ = 0;
}

Status BlockMoverDriver::status() {
  const auto value = registers_.read(OFFSET(STATUS));
  Status status;
  status.running = FIELD(value, STATUS__RUNNING);
  status.idle = FIELD(value, STATUS__IDLE);
  status.stopped = FIELD(value, STATUS__STOPPED);
  status.core_busy = FIELD(value, STATUS__CORE_BUSY);
  status.at_tail = FIELD(value, STATUS__AT_TAIL);
  status.aborting = FIELD(value, STATUS__ABORTING);
  return status;
}

void BlockMoverDriver::enable(const Interrupts& causes) {
  registers_.write(OFFSET(INTERRUPT_ENABLE), word_of(causes));
}

Interrupts BlockMoverDriver::pending() {
  const auto value = registers_.read(OFFSET(INTERRUPT_STATUS));
  Interrupts causes;
  causes.move_done = FIELD(value, INTERRUPT_STATUS__MOVE_DONE);
  causes.chain_end = FIELD(value, INTERRUPT_STATUS__CHAIN_END);
  causes.error = FIELD(value, INTERRUPT_STATUS__ERROR);
  causes.coalesced = FIELD(value, INTERRUPT_STATUS__COALESCED);
  return causes;
}

void BlockMoverDriver::acknowledge(const Interrupts& causes) {
  registers_.write(OFFSET(INTERRUPT_STATUS), word_of(causes));
}

void BlockMoverDriver::coalesce(std::uint16_t count, std::uint32_t timeout_cycles) {
  registers_.write(OFFSET(COALESCE_COUNT), count);
  registers_.write(OFFSET(COALESCE_TIMEOUT), timeout_cycles);
}

Counters BlockMoverDriver::counters() {
  Counters counters;
  std::uint32_t high = registers_.read(OFFSET(COUNT_BYTES_HIGH));
  while (true) {
    const auto low = registers_.read(OFFSET(COUNT_BYTES_LOW));
    const auto again = registers_.read(OFFSET(COUNT_BYTES_HIGH));
    counters.bytes = std::uint64_t{again} << 32 | low;
    if (again == high) break;
    high = again;
  }
  counters.moves = registers_.read(OFFSET(COUNT_MOVES));
  counters.errors = registers_.read(OFFSET(COUNT_ERRORS));
  counters.descriptors = descriptors_done();
  counters.busy_cycles = registers_.read(OFFSET(COUNT_BUSY));
  counters.stall_read_cycles = registers_.read(OFFSET(COUNT_STALL_READ));
  counters.stall_write_cycles = registers_.read(OFFSET(COUNT_STALL_WRITE));
  counters.stall_address_cycles = registers_.read(OFFSET(COUNT_STALL_ADDRESS));
  return counters;
}

std::uint32_t BlockMoverDriver::descriptors_done() {
  return registers_.read(OFFSET(COUNT_DESCRIPTORS));
}

void BlockMoverDriver::clear_counters() {
  registers_.write(OFFSET(SETTINGS), settings_ | BLOCK_MOVER__SETTINGS__CLEAR_COUNTERS_bm);
}

void BlockMoverDriver::write_pointer(std::uint32_t low, std::uint64_t value) {
  // A tail takes effect with its low word.
  registers_.write(low + 4, static_cast<std::uint32_t>(value >> 32));
  registers_.write(low, static_cast<std::uint32_t>(value));
}

std::uint64_t BlockMoverDriver::read_pointer(std::uint32_t low) {
  std::uint32_t high = registers_.read(low + 4);
  while (true) {
    const auto value = std::uint64_t{registers_.read(low)};
    const auto again = registers_.read(low + 4);
    if (again == high) return std::uint64_t{again} << 32 | value;
    high = again;
  }
}

}  // namespace isochron::block_mover
