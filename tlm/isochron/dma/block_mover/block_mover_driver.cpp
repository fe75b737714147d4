// SPDX-License-Identifier: Apache-2.0
#include <isochron/dma/block_mover/block_mover_driver.h>

#include <string>

#include <isochron/dma/block_mover/block_mover_registers.h>
#include <isochron/dma/block_mover/descriptor.h>

namespace isochron::block_mover {
namespace {

blmv_interrupts causes_of(const Interrupts& causes) {
  return {causes.move_done, causes.chain_end, causes.error, causes.coalesced};
}

}  // namespace

BlockMoverDriver::BlockMoverDriver(RegisterAccess& registers) : registers_(registers) {
  const auto calls = registers_.calls();
  if (checked(blmv_open(&device_, &calls)) == BLMV_NOT_OURS)
    throw std::runtime_error("not a block mover of version " + std::to_string(BLOCK_MOVER__VERSION__MAJOR_reset));
  const auto& c = device_.capabilities;
  capabilities_ = {c.port_b,   c.stream,   c.xor_operation, c.id_bits,     c.address_bits, c.data_bits,
                   c.commands, c.prefetch, c.descriptors,   c.outstanding, c.max_burst,    c.buffer_words};
}

int BlockMoverDriver::checked(int outcome) {
  registers_.go_on();
  return outcome;
}

void BlockMoverDriver::set_attributes(BusPort port, const PortAttributes& attributes) {
  // Throws when a value has more bits than there are, and says which.
  word_of(attributes, capabilities_.id_bits);
  const blmv_attributes a{attributes.read_cache,       attributes.write_cache, attributes.read_protection,
                          attributes.write_protection, attributes.quality,     attributes.id};
  checked(blmv_set_attributes(&device_, static_cast<blmv_bus>(port), &a));
}

PortAttributes BlockMoverDriver::attributes(BusPort port) {
  blmv_attributes a{};
  checked(blmv_read_attributes(&device_, static_cast<blmv_bus>(port), &a));
  return {a.read_cache, a.write_cache, a.read_protection, a.write_protection, a.quality, a.id};
}

void BlockMoverDriver::start(const Move& move) {
  const auto c_move = move_of(move);
  checked(blmv_start(&device_, &c_move));
}

std::optional<MoveResult> BlockMoverDriver::result() {
  blmv_result result{};
  if (checked(blmv_read_result(&device_, &result)) == BLMV_NOT_YET) return std::nullopt;
  return result_of(result);
}

void BlockMoverDriver::start_chain(std::uint64_t head) {
  checked(blmv_start_list(&device_, head));
}

void BlockMoverDriver::start_chain(std::uint64_t head, std::uint64_t tail) {
  checked(blmv_start_chain(&device_, head, tail));
}

void BlockMoverDriver::move_tail(std::uint64_t tail) {
  checked(blmv_move_tail(&device_, tail));
}

void BlockMoverDriver::pause_chain() {
  checked(blmv_pause_chain(&device_));
}

std::uint64_t BlockMoverDriver::next() {
  std::uint64_t address = 0;
  checked(blmv_read_next(&device_, &address));
  return address;
}

ChainStop BlockMoverDriver::chain_stop() {
  blmv_chain_error error = BLMV_CHAIN_OK;
  ChainStop stop;
  checked(blmv_read_chain_stop(&device_, &error, &stop.address));
  stop.error = static_cast<ChainError>(error);
  return stop;
}

void BlockMoverDriver::stop_on_error(bool stop) {
  checked(blmv_stop_on_error(&device_, stop));
}

void BlockMoverDriver::abort() {
  checked(blmv_abort(&device_));
}

void BlockMoverDriver::soft_reset() {
  checked(blmv_soft_reset(&device_));
}

Status BlockMoverDriver::status() {
  blmv_status status{};
  checked(blmv_read_status(&device_, &status));
  return {status.running, status.idle, status.stopped, status.core_busy, status.at_tail, status.aborting};
}

void BlockMoverDriver::enable(const Interrupts& causes) {
  const auto c_causes = causes_of(causes);
  checked(blmv_enable(&device_, &c_causes));
}

Interrupts BlockMoverDriver::pending() {
  blmv_interrupts causes{};
  checked(blmv_read_pending(&device_, &causes));
  return {causes.move_done, causes.chain_end, causes.error, causes.coalesced};
}

void BlockMoverDriver::acknowledge(const Interrupts& causes) {
  const auto c_causes = causes_of(causes);
  checked(blmv_acknowledge(&device_, &c_causes));
}

void BlockMoverDriver::coalesce(std::uint16_t count, std::uint32_t timeout_cycles) {
  checked(blmv_coalesce(&device_, count, timeout_cycles));
}

Counters BlockMoverDriver::counters() {
  blmv_counters c{};
  checked(blmv_read_counters(&device_, &c));
  return {c.bytes,
          c.moves,
          c.errors,
          c.descriptors,
          c.busy_cycles,
          c.stall_read_cycles,
          c.stall_write_cycles,
          c.stall_address_cycles};
}

std::uint32_t BlockMoverDriver::descriptors_done() {
  std::uint32_t count = 0;
  checked(blmv_descriptors_done(&device_, &count));
  return count;
}

void BlockMoverDriver::clear_counters() {
  checked(blmv_clear_counters(&device_));
}

}  // namespace isochron::block_mover
