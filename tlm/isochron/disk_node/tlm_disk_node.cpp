// SPDX-License-Identifier: Apache-2.0
#include <isochron/disk_node/tlm_disk_node.h>

#include <algorithm>
#include <cstddef>
#include <cstring>

#include <isochron/core/error.h>
#include <isochron/disk_node/disk_node_registers.h>

namespace isochron {

using disk_node::Code;
using disk_node::Request;

namespace {

constexpr std::uint32_t offset_of(std::size_t offset) {
  return static_cast<std::uint32_t>(offset);
}
#define OFFSET(name) offset_of(offsetof(disk_node_t, name))

constexpr std::uint32_t request_done = DISK_NODE__INTERRUPT_STATUS__REQUEST_DONE_bm;
constexpr std::uint32_t error_cause = DISK_NODE__INTERRUPT_STATUS__ERROR_bm;
constexpr unsigned register_word = 4;
constexpr std::uint32_t attribute_fields = 0x0f0f77ff;
constexpr unsigned request_words = 10;
constexpr unsigned request_beats = 5;
constexpr std::uint64_t blocks_of_a_disk = 1ull << 48;

// Edges between causes and effects, as the Verilog's registers make them.
constexpr unsigned write_to_apply = 2, write_to_answer = 4;
constexpr unsigned read_to_value = 1, read_to_answer = 3;
constexpr unsigned tail_to_address = 4;
constexpr unsigned word_to_load = 8, load_to_next = 4;
constexpr unsigned requests_a_lap = 4;  ///< cycles that each request is looked at
constexpr unsigned end_to_look = 3, look_to_write = 9;
constexpr unsigned end_to_free = 3;  ///< its place
constexpr unsigned answer_to_cause = 3;
constexpr unsigned cause_to_interrupt = 2;

void set_low(std::uint64_t& value, std::uint32_t word) {
  value = (value >> 32 << 32) | word;
}
void set_high(std::uint64_t& value, std::uint32_t word) {
  value = (value & 0xffffffff) | std::uint64_t{word} << 32;
}

}  // namespace

TlmDiskNode::TlmDiskNode(const sc_core::sc_module_name& name, const Domain& domain, const Config& config,
                         DiskChannel& channel)
    : DiskNodeModule(name),
      calls_(domain.region, config.clock),
      registers_("registers", domain, *this),
      strands_(domain, calls_, channel, *this),
      read_d_(
          "read_d", domain, calls_, [this](Message& message) { fetched(message); }, [] {}),
      write_d_(
          "write_d", domain, calls_, [this](Message&) { completed(); }, [] {}),
      no_read_a_("read_a", domain),
      no_read_b_("read_b", domain) {}

AtInitiatorBase& TlmDiskNode::read(Port port) {
  if (port == Port::rings) return read_d_.socket;
  return port == Port::a ? no_read_a_.socket : no_read_b_.socket;
}
AtInitiatorBase& TlmDiskNode::write(Port port) {
  return port == Port::rings ? write_d_.socket : strands_.write(port == Port::a ? 0 : 1);
}

// ---------------------------------------------------------------------------------------------------------- registers

void TlmDiskNode::on_request(AtTargetBase&, Payload& payload, Time now) {
  const std::uint64_t address = payload.get_address();
  tlm::tlm_response_status status = tlm::TLM_OK_RESPONSE;
  if (payload.get_command() == tlm::TLM_IGNORE_COMMAND)
    status = tlm::TLM_COMMAND_ERROR_RESPONSE;
  else if (payload.get_data_length() != register_word || address % register_word != 0 ||
           payload.get_streaming_width() < register_word || payload.get_byte_enable_ptr() != nullptr)
    status = tlm::TLM_BURST_ERROR_RESPONSE;
  else if (address >= register_bytes)
    status = tlm::TLM_ADDRESS_ERROR_RESPONSE;
  payload.set_response_status(status);
  if (status != tlm::TLM_OK_RESPONSE) {
    registers_.ready(payload);
    return;
  }
  const auto offset = static_cast<std::uint32_t>(address);
  const Tick first = calls_.seen(now);
  const bool reads = payload.is_read();
  calls_.at(first + (reads ? read_to_value : write_to_apply), [this, &payload, offset, reads] {
    std::uint32_t word = 0;
    std::memcpy(&word, payload.get_data_ptr(), sizeof word);
    if (!(reads ? readable(offset, word) : write_register(offset, word)))
      payload.set_response_status(tlm::TLM_GENERIC_ERROR_RESPONSE);
    else if (reads)
      std::memcpy(payload.get_data_ptr(), &word, sizeof word);
  });
  calls_.at(first + (reads ? read_to_answer : write_to_answer), [this, &payload] { registers_.ready(payload); });
}

std::uint32_t TlmDiskNode::time() const {
  return static_cast<std::uint32_t>(calls_.now() / std::max(tick_cycles_, 1u));
}

bool TlmDiskNode::idle() const {
  return std::none_of(outstanding_.begin(), outstanding_.end(), [](const Outstanding& place) { return place.used; });
}

bool TlmDiskNode::readable(std::uint32_t offset, std::uint32_t& value) const {
  const bool full = completions_.log2 != 0 && completions_.next_of(completions_.filled) == completions_.emptied;
  switch (offset) {
    case OFFSET(ID):
      value = DISK_NODE__ID__VALUE_reset;
      return true;
    case OFFSET(VERSION):
      value = DISK_NODE__VERSION__MAJOR_reset << DISK_NODE__VERSION__MAJOR_bp | DISK_NODE__VERSION__MINOR_reset;
      return true;
    case OFFSET(CAPABILITY_SIZES):
      value = disks << DISK_NODE__CAPABILITY_SIZES__DISKS_bp | tags << DISK_NODE__CAPABILITY_SIZES__TAGS_bp |
              requests << DISK_NODE__CAPABILITY_SIZES__REQUESTS_bp;
      return true;
    case OFFSET(CAPABILITY_DATA):
      value = 8 * data_bytes << DISK_NODE__CAPABILITY_DATA__DATA_BITS_bp |
              DISK_NODE__CAPABILITY_DATA__ID_BITS_reset << DISK_NODE__CAPABILITY_DATA__ID_BITS_bp |
              9u << DISK_NODE__CAPABILITY_DATA__BLOCK_LOG2_bp |
              slot_blocks << DISK_NODE__CAPABILITY_DATA__SLOT_BLOCKS_bp | DISK_NODE__CAPABILITY_DATA__PORT_B_bm;
      return true;
    case OFFSET(CONTROL):
      value = run_ ? DISK_NODE__CONTROL__RUN_bm : 0;
      return true;
    case OFFSET(STATUS):
      value = (idle() ? DISK_NODE__STATUS__IDLE_bm : 0) | (full ? DISK_NODE__STATUS__COMPLETION_FULL_bm : 0);
      return true;
    case OFFSET(SETTINGS):
      value = settings_;
      return true;
    case OFFSET(TICK):
      value = tick_cycles_;
      return true;
    case OFFSET(INTERRUPT_ENABLE):
      value = interrupt_enable_;
      return true;
    case OFFSET(INTERRUPT_STATUS):
      value = interrupt_status_;
      return true;
    case OFFSET(TIME):
      value = time();
      return true;
    case OFFSET(TIMEOUT):
    case OFFSET(RING_ERROR):
      value = 0;
      return true;
    case OFFSET(REQUEST_TAIL):
      value = requests_in_.filled;
      return true;
    case OFFSET(REQUEST_HEAD):
      value = requests_in_.emptied;
      return true;
    case OFFSET(COMPLETION_HEAD):
      value = completions_.emptied;
      return true;
    case OFFSET(COMPLETION_TAIL):
      value = completions_.filled;
      return true;
    case OFFSET(COUNT_REQUESTS):
      value = count_requests_;
      return true;
    case OFFSET(COUNT_ERRORS):
      value = count_errors_;
      return true;
    case OFFSET(ATTRIBUTES_A):
    case OFFSET(ATTRIBUTES_B):
    case OFFSET(ATTRIBUTES_D):
      value = attributes_[(offset - OFFSET(ATTRIBUTES_A)) / register_word];
      return true;
    default:
      return false;
  }
}

bool TlmDiskNode::write_register(std::uint32_t offset, std::uint32_t value) {
  const bool aligned = value % disk_node::request_bytes == 0;
  switch (offset) {
    case OFFSET(CONTROL):
      if ((value & ~DISK_NODE__CONTROL__RUN_bm) != 0) return false;
      run_ = value != 0;
      fetch();
      return true;
    case OFFSET(SETTINGS):
      if ((value & 0xff) == 0 || value >> 16 == 0) return false;
      settings_ = value & 0xffff00ff;
      strands_.configure(static_cast<std::uint8_t>(value), static_cast<std::uint16_t>(value >> 16));
      return true;
    case OFFSET(TICK):
      tick_cycles_ = value & 0xffff;
      return true;
    case OFFSET(TIMEOUT):
      return value == 0;
    case OFFSET(INTERRUPT_ENABLE):
      interrupt_enable_ = value & 15;
      update_interrupt();
      return true;
    case OFFSET(INTERRUPT_STATUS):
      interrupt_status_ &= ~value;
      update_interrupt();
      return true;
    case OFFSET(REQUEST_BASE_LOW):
      if (run_ || !aligned) return false;
      set_low(requests_in_.base, value);
      return true;
    case OFFSET(REQUEST_BASE_HIGH):
      if (run_) return false;
      set_high(requests_in_.base, value);
      return true;
    case OFFSET(REQUEST_SIZE):
      if (run_) return false;
      requests_in_.log2 = value & 15;
      requests_in_.filled = requests_in_.emptied = 0;
      return true;
    case OFFSET(REQUEST_TAIL):
      if (value >> requests_in_.log2 != 0) return false;
      requests_in_.filled = value;
      fetch();
      return true;
    case OFFSET(COMPLETION_BASE_LOW):
      if (run_ || !aligned) return false;
      set_low(completions_.base, value);
      return true;
    case OFFSET(COMPLETION_BASE_HIGH):
      if (run_) return false;
      set_high(completions_.base, value);
      return true;
    case OFFSET(COMPLETION_SIZE):
      if (run_) return false;
      completions_.log2 = value & 15;
      completions_.filled = completions_.emptied = 0;
      phase_ = true;
      return true;
    case OFFSET(COMPLETION_HEAD):
      if (value >> completions_.log2 != 0) return false;
      completions_.emptied = value;
      complete();
      return true;
    case OFFSET(ATTRIBUTES_A):
    case OFFSET(ATTRIBUTES_B):
    case OFFSET(ATTRIBUTES_D):
      if (run_ || !idle()) return false;
      attributes_[(offset - OFFSET(ATTRIBUTES_A)) / register_word] = value & attribute_fields;
      return true;
    default:
      return false;
  }
}

void TlmDiskNode::raise(std::uint32_t causes) {
  interrupt_status_ |= causes;
  update_interrupt();
}

void TlmDiskNode::update_interrupt() {
  calls_.at(calls_.now() + cause_to_interrupt, [this] {
    const bool now = (interrupt_status_ & interrupt_enable_) != 0;
    if (now == interrupt_) return;
    interrupt_ = now;
    interrupt_changed_.notify(sc_core::SC_ZERO_TIME);
  });
}

// ----------------------------------------------------------------------------------------------------------- requests

void TlmDiskNode::fetch() {
  const bool room =
      std::any_of(outstanding_.begin(), outstanding_.end(), [](const Outstanding& place) { return !place.used; });
  if (fetching_ || !run_ || requests_in_.emptied == requests_in_.filled || !room) return;
  fetching_ = true;
  calls_.at(calls_.now() + tail_to_address, [this] {
    Message& message =
        read_d_.allocate(requests_in_.base + std::uint64_t{disk_node::request_bytes} * requests_in_.emptied,
                         request_words * sizeof(std::uint32_t));
    message.set_command(tlm::TLM_READ_COMMAND);
    read_d_.issue(message);
  });
}

void TlmDiskNode::fetched(const Message& message) {
  if (message.is_response_error())
    throw ModelError(std::string(name()) + ": an error on the rings' port, which this model does not know");
  std::array<std::uint32_t, request_words> words{};
  std::memcpy(words.data(), message.get_data_ptr(), sizeof words);
  const Request request = disk_node::request_of(words);
  if (request.write || request.survivors != 0 || request.deadline)
    throw ModelError(std::string(name()) + ": a write, a degraded read or a deadline, which this model does not know");
  const Tick last = calls_.seen(calls_.region().now()) + request_beats - 1;
  calls_.at(last, [this] { read_d_.finish(); });
  calls_.at(last + word_to_load, [this, request] { load(request); });
}

void TlmDiskNode::load(const Request& request) {
  requests_in_.emptied = requests_in_.next_of(requests_in_.emptied);
  unsigned place = 0;
  while (outstanding_[place].used) ++place;
  outstanding_[place] = {true, request.id, time()};
  calls_.at(calls_.now() + load_to_next, [this] {
    fetching_ = false;
    fetch();
  });
  const std::uint64_t blocks = (std::uint64_t{request.bytes} + block_bytes - 1) / block_bytes;
  const bool bad = request.disk >= disks || request.bytes == 0 || request.block > blocks_of_a_disk - blocks ||
                   request.row_bytes % data_bytes != 0 || request.row_bytes >= 1u << 24;
  if (bad)
    strand_ended(place, Code::bad_request, 0);
  else
    strands_.add(place, request);
}

// -------------------------------------------------------------------------------------------------------- completions

void TlmDiskNode::strand_ended(unsigned place, Code code, std::uint32_t bytes) {
  // The request is looked at when its turn comes.
  constexpr unsigned lap = requests_a_lap * requests;
  const Tick ready = calls_.now() + end_to_look;
  const Tick turn = (place * requests_a_lap + lap - ready % lap) % lap;
  calls_.at(ready + turn, [this, place, code, bytes] { look(place, code, bytes); });
}

void TlmDiskNode::look(unsigned place, Code code, std::uint32_t bytes) {
  if (end_) {
    // The one before is still on its way to memory: in the next lap.
    calls_.at(calls_.now() + Tick{requests_a_lap} * requests, [this, place, code, bytes] { look(place, code, bytes); });
    return;
  }
  end_ = End{outstanding_[place].id, code, bytes, outstanding_[place].began, time()};
  outstanding_[place].used = false;
  calls_.at(calls_.now() + end_to_free, [this] { fetch(); });
  complete();
}

void TlmDiskNode::complete() {
  if (completing_ || !end_) return;
  if (completions_.log2 == 0 || completions_.next_of(completions_.filled) == completions_.emptied) return;
  completing_ = true;
  calls_.at(calls_.now() + look_to_write, [this] {
    const std::uint32_t words[] = {
        end_->id | static_cast<std::uint32_t>(end_->code) << 16 | std::uint32_t{phase_} << 31, end_->bytes, end_->began,
        end_->ended};
    Message& message =
        write_d_.allocate(completions_.base + std::uint64_t{disk_node::completion_bytes} * completions_.filled,
                          disk_node::completion_bytes);
    std::memcpy(message.get_data_ptr(), words, sizeof words);
    write_d_.issue(message);
  });
}

void TlmDiskNode::completed() {
  const Tick answer = calls_.seen(calls_.region().now());
  calls_.at(answer, [this] { write_d_.finish(); });
  calls_.at(answer + answer_to_cause, [this] {
    const Code code = end_->code;
    end_.reset();
    completing_ = false;
    completions_.filled = completions_.next_of(completions_.filled);
    if (completions_.filled == 0) phase_ = !phase_;
    ++count_requests_;
    if (code != Code::done) ++count_errors_;
    raise(request_done | (code != Code::done ? error_cause : 0));
  });
}

}  // namespace isochron
