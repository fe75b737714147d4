// SPDX-License-Identifier: Apache-2.0
#include <isochron/disk_node/disk_node_driver.h>

#include <cstddef>
#include <stdexcept>
#include <string>

#include <isochron/disk_node/disk_node_registers.h>

// The generated header has offsets as a structure and fields as masks (_bm) and positions (_bp).
#define OFFSET(name) static_cast<std::uint32_t>(offsetof(disk_node_t, name))
#define FIELD(value, name) (((value)&DISK_NODE__##name##_bm) >> DISK_NODE__##name##_bp)
#define SET(name, value) ((static_cast<std::uint32_t>(value) << DISK_NODE__##name##_bp) & DISK_NODE__##name##_bm)

namespace isochron::disk_node {
namespace {

constexpr std::uint32_t stream_bytes = 32;

std::uint32_t word_of(const Interrupts& causes) {
  return SET(INTERRUPT_STATUS__REQUEST_DONE, causes.request_done) |
         SET(INTERRUPT_STATUS__RING_STOPPED, causes.ring_stopped) | SET(INTERRUPT_STATUS__ERROR, causes.error) |
         SET(INTERRUPT_STATUS__COALESCED, causes.coalesced);
}

}  // namespace

DiskNodeDriver::DiskNodeDriver(RegisterAccess& registers) : registers_(registers) {
  const auto id = registers_.read(OFFSET(ID));
  const auto version = registers_.read(OFFSET(VERSION));
  if (id != DISK_NODE__ID__VALUE_reset || FIELD(version, VERSION__MAJOR) != DISK_NODE__VERSION__MAJOR_reset)
    throw std::runtime_error("not a disk-node interface of version " + std::to_string(DISK_NODE__VERSION__MAJOR_reset));

  const auto sizes = registers_.read(OFFSET(CAPABILITY_SIZES));
  const auto data = registers_.read(OFFSET(CAPABILITY_DATA));
  capabilities_.disks = FIELD(sizes, CAPABILITY_SIZES__DISKS);
  capabilities_.tags = FIELD(sizes, CAPABILITY_SIZES__TAGS);
  capabilities_.requests = FIELD(sizes, CAPABILITY_SIZES__REQUESTS);
  capabilities_.streams = FIELD(sizes, CAPABILITY_SIZES__STREAMS);
  capabilities_.address_bits = FIELD(data, CAPABILITY_DATA__ADDRESS_BITS);
  if (!capabilities_.address_bits) capabilities_.address_bits = 64;
  capabilities_.id_bits = FIELD(data, CAPABILITY_DATA__ID_BITS);
  if (!capabilities_.id_bits) capabilities_.id_bits = 8;
  capabilities_.data_bits = FIELD(data, CAPABILITY_DATA__DATA_BITS);
  capabilities_.block_bytes = 1u << FIELD(data, CAPABILITY_DATA__BLOCK_LOG2);
  capabilities_.slot_blocks = FIELD(data, CAPABILITY_DATA__SLOT_BLOCKS);
  capabilities_.port_b = FIELD(data, CAPABILITY_DATA__PORT_B);
  streams_run_ = FIELD(registers_.read(OFFSET(CONTROL)), CONTROL__STREAMS_RUN);
}

void DiskNodeDriver::configure(std::uint8_t depth, std::uint16_t max_blocks) {
  registers_.write(OFFSET(SETTINGS), SET(SETTINGS__DEPTH, depth) | SET(SETTINGS__MAX_BLOCKS, max_blocks));
}

void DiskNodeDriver::set_time(std::uint16_t tick_cycles, std::uint32_t timeout_ticks) {
  registers_.write(OFFSET(TICK), tick_cycles);
  registers_.write(OFFSET(TIMEOUT), timeout_ticks);
}

std::uint32_t DiskNodeDriver::now() {
  return registers_.read(OFFSET(TIME));
}

void DiskNodeDriver::set_attributes(BusPort port, const PortAttributes& attributes) {
  registers_.write(OFFSET(ATTRIBUTES_A) + 4 * static_cast<std::uint32_t>(port),
                   block_mover::word_of(attributes, capabilities_.id_bits));
}

PortAttributes DiskNodeDriver::attributes(BusPort port) {
  return block_mover::port_attributes_of(registers_.read(OFFSET(ATTRIBUTES_A) + 4 * static_cast<std::uint32_t>(port)));
}

void DiskNodeDriver::start(const Request& request) {
  const auto words = words_of(request);
  for (std::uint32_t i = 0; i < words.size(); ++i) registers_.write(OFFSET(DIRECT_WORD) + 4 * i, words[i]);
  registers_.write(OFFSET(DIRECT_CONTROL), DISK_NODE__DIRECT_CONTROL__START_bm);
}

std::optional<DirectResult> DiskNodeDriver::result() {
  const auto status = registers_.read(OFFSET(DIRECT_STATUS));
  if (!FIELD(status, DIRECT_STATUS__DONE)) return std::nullopt;
  return DirectResult{static_cast<Code>(FIELD(status, DIRECT_STATUS__CODE)), registers_.read(OFFSET(DIRECT_BYTES))};
}

void DiskNodeDriver::set_request_ring(std::uint64_t base, unsigned size_log2) {
  write_base(OFFSET(REQUEST_BASE_LOW), base);
  registers_.write(OFFSET(REQUEST_SIZE), size_log2);
}

void DiskNodeDriver::set_completion_ring(std::uint64_t base, unsigned size_log2) {
  write_base(OFFSET(COMPLETION_BASE_LOW), base);
  registers_.write(OFFSET(COMPLETION_SIZE), size_log2);
}

void DiskNodeDriver::move_request_tail(std::uint32_t index) {
  registers_.write(OFFSET(REQUEST_TAIL), index);
}

std::uint32_t DiskNodeDriver::request_head() {
  return registers_.read(OFFSET(REQUEST_HEAD));
}

void DiskNodeDriver::move_completion_head(std::uint32_t index) {
  registers_.write(OFFSET(COMPLETION_HEAD), index);
}

std::uint32_t DiskNodeDriver::completion_tail() {
  return registers_.read(OFFSET(COMPLETION_TAIL));
}

void DiskNodeDriver::run(bool runs) {
  registers_.write(OFFSET(CONTROL), SET(CONTROL__RUN, runs) | SET(CONTROL__STREAMS_RUN, streams_run_));
}

RingError DiskNodeDriver::ring_error() {
  return static_cast<RingError>(FIELD(registers_.read(OFFSET(RING_ERROR)), RING_ERROR__CODE));
}

void DiskNodeDriver::start_streams(unsigned slots, std::uint32_t ticks) {
  registers_.write(OFFSET(SLOTS), slots - 1);
  registers_.write(OFFSET(SLOT_TICKS), ticks);
  streams_run_ = true;
  write_control();
}

void DiskNodeDriver::stop_streams() {
  streams_run_ = false;
  write_control();
}

void DiskNodeDriver::write_control() {
  const auto run = registers_.read(OFFSET(CONTROL)) & DISK_NODE__CONTROL__RUN_bm;
  registers_.write(OFFSET(CONTROL), run | SET(CONTROL__STREAMS_RUN, streams_run_));
}

void DiskNodeDriver::write_stream(unsigned number, const Stream& s) {
  const auto low = [](std::uint64_t value) { return static_cast<std::uint32_t>(value); };
  const auto high = [](std::uint64_t value) { return static_cast<std::uint32_t>(value >> 32) & 0xffff; };
  const std::uint32_t control = std::uint32_t{s.enabled} | std::uint32_t{s.buffer_b_next} << 1 |
                                std::uint32_t{s.port_b} << 2 | std::uint32_t{s.disk} << 8;
  const std::uint32_t words[] = {control,
                                 low(s.block),
                                 high(s.block) | std::uint32_t{s.turns} << 16,
                                 s.bytes,
                                 low(s.buffer_a),
                                 low(s.buffer_b),
                                 high(s.buffer_a) | high(s.buffer_b) << 16,
                                 std::uint32_t{s.late} | std::uint32_t{s.underruns} << 16};
  auto at = OFFSET(SLOT_TABLE) + stream_bytes * number;
  // Not served before all of it is there.
  registers_.write(at, 0);
  for (unsigned i = 1; i < 8; ++i) registers_.write(at + 4 * i, words[i]);
  registers_.write(at, words[0]);
}

Stream DiskNodeDriver::read_stream(unsigned number) {
  std::uint32_t words[8];
  const auto at = OFFSET(SLOT_TABLE) + stream_bytes * number;
  for (unsigned i = 0; i < 8; ++i) words[i] = registers_.read(at + 4 * i);
  const auto joined = [](std::uint32_t low, std::uint32_t high) { return std::uint64_t{high} << 32 | low; };
  Stream s;
  s.enabled = words[0] & 1;
  s.buffer_b_next = words[0] >> 1 & 1;
  s.port_b = words[0] >> 2 & 1;
  s.disk = words[0] >> 8 & 0xff;
  s.block = joined(words[1], words[2] & 0xffff);
  s.turns = static_cast<std::uint16_t>(words[2] >> 16);
  s.bytes = words[3];
  s.buffer_a = joined(words[4], words[6] & 0xffff);
  s.buffer_b = joined(words[5], words[6] >> 16);
  s.late = static_cast<std::uint16_t>(words[7]);
  s.underruns = static_cast<std::uint16_t>(words[7] >> 16);
  return s;
}

Status DiskNodeDriver::status() {
  const auto value = registers_.read(OFFSET(STATUS));
  Status status;
  status.idle = FIELD(value, STATUS__IDLE);
  status.ring_error = FIELD(value, STATUS__RING_ERROR);
  status.completion_full = FIELD(value, STATUS__COMPLETION_FULL);
  status.direct_busy = FIELD(value, STATUS__DIRECT_BUSY);
  return status;
}

void DiskNodeDriver::enable(const Interrupts& causes) {
  registers_.write(OFFSET(INTERRUPT_ENABLE), word_of(causes));
}

Interrupts DiskNodeDriver::pending() {
  const auto value = registers_.read(OFFSET(INTERRUPT_STATUS));
  Interrupts causes;
  causes.request_done = FIELD(value, INTERRUPT_STATUS__REQUEST_DONE);
  causes.ring_stopped = FIELD(value, INTERRUPT_STATUS__RING_STOPPED);
  causes.error = FIELD(value, INTERRUPT_STATUS__ERROR);
  causes.coalesced = FIELD(value, INTERRUPT_STATUS__COALESCED);
  return causes;
}

void DiskNodeDriver::acknowledge(const Interrupts& causes) {
  registers_.write(OFFSET(INTERRUPT_STATUS), word_of(causes));
}

void DiskNodeDriver::coalesce(std::uint16_t count, std::uint32_t timeout_cycles) {
  registers_.write(OFFSET(COALESCE_COUNT), count);
  registers_.write(OFFSET(COALESCE_TIMEOUT), timeout_cycles);
}

Counters DiskNodeDriver::counters() {
  Counters counters;
  counters.requests = registers_.read(OFFSET(COUNT_REQUESTS));
  counters.errors = registers_.read(OFFSET(COUNT_ERRORS));
  counters.stray = registers_.read(OFFSET(COUNT_STRAY));
  counters.underruns = registers_.read(OFFSET(COUNT_UNDERRUN));
  return counters;
}

void DiskNodeDriver::write_base(std::uint32_t low, std::uint64_t value) {
  registers_.write(low, static_cast<std::uint32_t>(value));
  registers_.write(low + 4, static_cast<std::uint32_t>(value >> 32));
}

}  // namespace isochron::disk_node
