// SPDX-License-Identifier: Apache-2.0
#include <isochron/dma/block_mover/tlm_block_mover.h>

#include <cstddef>
#include <cstring>

#include <isochron/dma/block_mover/block_mover_registers.h>

namespace isochron {

using block_mover::Descriptor;
using block_mover::Move;
using block_mover::MoveError;

namespace {

constexpr std::uint32_t offset_of(std::size_t offset) {
  return static_cast<std::uint32_t>(offset);
}
#define OFFSET(name) offset_of(offsetof(block_mover_t, name))

constexpr std::uint32_t move_done = BLOCK_MOVER__INTERRUPT_STATUS__MOVE_DONE_bm;
constexpr std::uint32_t chain_end = BLOCK_MOVER__INTERRUPT_STATUS__CHAIN_END_bm;
constexpr std::uint32_t error_cause = BLOCK_MOVER__INTERRUPT_STATUS__ERROR_bm;
constexpr std::uint32_t coalesced_cause = BLOCK_MOVER__INTERRUPT_STATUS__COALESCED_bm;
constexpr std::uint32_t direct_fields = 0xff00333a;
constexpr std::uint32_t attribute_fields = 0x0f0f77ff;
constexpr unsigned id_bits = BLOCK_MOVER__CAPABILITY_PORTS__ID_BITS_reset;

// Values of CHAIN_ERROR.
constexpr unsigned misaligned = 1, not_owned = 3, reserved = 4, itself = 5, fetch_slverr = 6, fetch_decerr = 7,
                   write_slverr = 8, write_decerr = 9, move_failed = 10, aborted = 11;

// Edges between causes and effects, as the Verilog's registers make them.
constexpr unsigned write_to_apply = 2, write_to_answer = 4;
constexpr unsigned read_to_value = 1, read_to_answer = 3;
constexpr unsigned apply_to_decision = 3;  ///< of a chain's first fetch
constexpr unsigned word_to_pointer = 2, word_to_last = 7;
constexpr unsigned pointer_to_decision = 2;
constexpr unsigned word_to_issue = 1, issue_to_command = 10;
constexpr unsigned direct_to_issue = 2;
constexpr unsigned done_to_write = 2, done_to_next_done = 3;
constexpr unsigned done_to_result = 2, done_to_cause = 1;
constexpr unsigned done_to_empty = 2;  ///< to the command that waits for the end of every earlier one
constexpr unsigned answer_to_cause = 2, answer_to_count = 3, answer_to_free = 1;
constexpr unsigned cause_to_interrupt = 2;
constexpr unsigned register_word = 4;

std::uint32_t low(std::uint64_t value) {
  return static_cast<std::uint32_t>(value);
}
std::uint32_t high(std::uint64_t value) {
  return static_cast<std::uint32_t>(value >> 32);
}
void set_low(std::uint64_t& value, std::uint32_t word, std::uint32_t mask) {
  value = (value & ~std::uint64_t{mask}) | (word & mask);
}
void set_high(std::uint64_t& value, std::uint32_t word, std::uint32_t mask) {
  value = (value & ~(std::uint64_t{mask} << 32)) | std::uint64_t{word & mask} << 32;
}

}  // namespace

TlmBlockMover::TlmBlockMover(const sc_core::sc_module_name& name, const Domain& domain, const Config& config)
    : BlockMoverModule(name),
      calls_(domain.region, config.clock),
      registers_("registers", domain, *this),
      core_(domain, calls_, *this),
      read_d_(
          "read_d", domain, calls_, [this](Message& message) { fetched(message); }, [this] { decide(); }),
      write_d_(
          "write_d", domain, calls_, [this](Message& message) { written_back(message); }, [this] { write_back(); }) {}

AtInitiatorBase& TlmBlockMover::read(Port port) {
  return port == Port::descriptors ? read_d_.socket : core_.read(port == Port::a ? 0 : 1);
}
AtInitiatorBase& TlmBlockMover::write(Port port) {
  return port == Port::descriptors ? write_d_.socket : core_.write(port == Port::a ? 0 : 1);
}

// ---------------------------------------------------------------------------------------------------------- registers

void TlmBlockMover::on_request(AtTargetBase&, Payload& payload, Time now) {
  const std::uint64_t address = payload.get_address();
  const unsigned length = payload.get_data_length();
  tlm::tlm_response_status status = tlm::TLM_OK_RESPONSE;
  if (payload.get_command() == tlm::TLM_IGNORE_COMMAND)
    status = tlm::TLM_COMMAND_ERROR_RESPONSE;
  else if (length == 0 || address % register_word + length > register_word || payload.get_streaming_width() < length)
    status = tlm::TLM_BURST_ERROR_RESPONSE;
  else if (address >= register_bytes)
    status = tlm::TLM_ADDRESS_ERROR_RESPONSE;
  payload.set_response_status(status);
  if (status != tlm::TLM_OK_RESPONSE) {
    registers_.ready(payload);
    return;
  }
  const auto offset = static_cast<std::uint32_t>(address & ~std::uint64_t{register_word - 1});
  const unsigned lane = address % register_word;
  const Tick first = calls_.seen(now);
  if (payload.is_read()) {
    calls_.at(first + read_to_value, [this, &payload, offset, lane, length] {
      std::uint32_t value = 0;
      if (!readable(offset, value)) payload.set_response_status(tlm::TLM_GENERIC_ERROR_RESPONSE);
      value >>= 8 * lane;
      std::memcpy(payload.get_data_ptr(), &value, length);
    });
    calls_.at(first + read_to_answer, [this, &payload] { registers_.ready(payload); });
    return;
  }
  calls_.at(first + write_to_apply, [this, &payload, offset, lane, length] {
    std::uint32_t value = 0;
    std::uint32_t mask = 0;
    const unsigned char* const enables = payload.get_byte_enable_ptr();
    for (unsigned i = 0; i < length; ++i) {
      if (enables != nullptr && enables[i % payload.get_byte_enable_length()] != TLM_BYTE_ENABLED) continue;
      value |= std::uint32_t{payload.get_data_ptr()[i]} << 8 * (lane + i);
      mask |= 0xffu << 8 * (lane + i);
    }
    if (writable(offset))
      apply(offset, value, mask);
    else
      payload.set_response_status(tlm::TLM_GENERIC_ERROR_RESPONSE);
  });
  calls_.at(first + write_to_answer, [this, &payload] { registers_.ready(payload); });
}

bool TlmBlockMover::readable(std::uint32_t offset, std::uint32_t& value) const {
  switch (offset) {
    case OFFSET(ID):
      value = BLOCK_MOVER__ID__VALUE_reset;
      break;
    case OFFSET(VERSION):
      value = BLOCK_MOVER__VERSION__MAJOR_reset << BLOCK_MOVER__VERSION__MAJOR_bp | BLOCK_MOVER__VERSION__MINOR_reset;
      break;
    case OFFSET(CAPABILITY_PORTS):
      value = 8 * data_bytes << 16 | 64u << 8 | id_bits << BLOCK_MOVER__CAPABILITY_PORTS__ID_BITS_bp | 7;
      break;
    case OFFSET(CAPABILITY_DEPTH):
      value = descriptors_in_flight << 16 | prefetch << 8 | commands;
      break;
    case OFFSET(CAPABILITY_BURSTS):
      value = max_burst << 16 | outstanding;
      break;
    case OFFSET(CAPABILITY_BUFFER):
      value = buffer_words;
      break;
    case OFFSET(CONTROL):
      value = (soft_reset_ ? 4u : aborting_ ? 2u : 0u) | (run_ ? 1u : 0u);
      break;
    case OFFSET(STATUS):
      value = (running_ ? 1u : 0u) | (idle() ? 2u : 0u) | (chain_error_ != 0 ? 4u : 0u) | (core_.busy() ? 8u : 0u) |
              (at_tail() ? 16u : 0u) | (aborting_ ? 32u : 0u);
      break;
    case OFFSET(SETTINGS):
      value = settings_;
      break;
    case OFFSET(INTERRUPT_ENABLE):
      value = interrupt_enable_;
      break;
    case OFFSET(INTERRUPT_STATUS):
      value = interrupt_status_;
      break;
    case OFFSET(COALESCE_COUNT):
      value = coalesce_count_;
      break;
    case OFFSET(COALESCE_TIMEOUT):
      value = coalesce_timeout_;
      break;
    case OFFSET(COALESCE_PENDING):
      value = coalesce_pending_;
      break;
    case OFFSET(CHAIN_HEAD_LOW):
      value = low(head_);
      break;
    case OFFSET(CHAIN_HEAD_HIGH):
      value = high(head_);
      break;
    case OFFSET(CHAIN_TAIL_LOW):
      value = low(tail_written_);
      break;
    case OFFSET(CHAIN_TAIL_HIGH):
      value = high(tail_written_);
      break;
    case OFFSET(CHAIN_NEXT_LOW):
      value = low(next_);
      break;
    case OFFSET(CHAIN_NEXT_HIGH):
      value = high(next_);
      break;
    case OFFSET(CHAIN_ERROR_ADDRESS_LOW):
      value = low(chain_error_address_);
      break;
    case OFFSET(CHAIN_ERROR_ADDRESS_HIGH):
      value = high(chain_error_address_);
      break;
    case OFFSET(CHAIN_ERROR):
      value = chain_error_;
      break;
    case OFFSET(DIRECT_CONTROL):
      value = direct_control_ | (direct_busy_ ? 1u : 0u);
      break;
    case OFFSET(DIRECT_STATUS):
      value = direct_status_;
      break;
    case OFFSET(DIRECT_BYTES):
      value = direct_bytes_;
      break;
    case OFFSET(COUNT_BYTES_LOW):
      value = low(count_bytes_);
      break;
    case OFFSET(COUNT_BYTES_HIGH):
      value = high(count_bytes_);
      break;
    case OFFSET(COUNT_MOVES):
      value = count_moves_;
      break;
    case OFFSET(COUNT_ERRORS):
      value = count_errors_;
      break;
    case OFFSET(COUNT_DESCRIPTORS):
      value = count_descriptors_;
      break;
    case OFFSET(COUNT_BUSY):
      value = count_busy_ + (core_.busy() ? static_cast<std::uint32_t>(calls_.now() - busy_since_) : 0);
      break;
    case OFFSET(COUNT_STALL_READ):
    case OFFSET(COUNT_STALL_WRITE):
    case OFFSET(COUNT_STALL_ADDRESS):
      value = 0;
      break;
    case OFFSET(ATTRIBUTES_A):
    case OFFSET(ATTRIBUTES_B):
    case OFFSET(ATTRIBUTES_D):
      value = attributes_[(offset - OFFSET(ATTRIBUTES_A)) / register_word];
      break;
    default:
      if (offset < OFFSET(DIRECT_SOURCE_LOW) || offset > OFFSET(DIRECT_DESTINATION_PLANE_STRIDE)) return false;
      value = direct_place_[(offset - OFFSET(DIRECT_SOURCE_LOW)) / register_word];
  }
  return true;
}

bool TlmBlockMover::writable(std::uint32_t offset) const {
  switch (offset) {
    case OFFSET(CONTROL):
      return !aborting_;
    case OFFSET(DIRECT_CONTROL):
      return !aborting_ && !direct_busy_;
    case OFFSET(SETTINGS):
    case OFFSET(INTERRUPT_ENABLE):
    case OFFSET(INTERRUPT_STATUS):
    case OFFSET(COALESCE_COUNT):
    case OFFSET(COALESCE_TIMEOUT):
    case OFFSET(CHAIN_HEAD_LOW):
    case OFFSET(CHAIN_HEAD_HIGH):
    case OFFSET(CHAIN_TAIL_LOW):
    case OFFSET(CHAIN_TAIL_HIGH):
      return !soft_reset_;
    case OFFSET(ATTRIBUTES_A):
    case OFFSET(ATTRIBUTES_B):
    case OFFSET(ATTRIBUTES_D):
      return !soft_reset_ && idle();
    default:
      return offset >= OFFSET(DIRECT_SOURCE_LOW) && offset <= OFFSET(DIRECT_DESTINATION_PLANE_STRIDE) && !soft_reset_ &&
             !direct_busy_;
  }
}

void TlmBlockMover::apply(std::uint32_t offset, std::uint32_t value, std::uint32_t mask) {
  const auto merge = [value, mask](std::uint32_t& word) { word = (word & ~mask) | (value & mask); };
  switch (offset) {
    case OFFSET(CONTROL):
      if ((mask & 1) != 0) control(value);
      break;
    case OFFSET(SETTINGS):
      if ((mask & 1) == 0) break;
      settings_ = value & 3;
      if ((value & 4) != 0) {
        count_bytes_ = 0;
        count_moves_ = count_errors_ = count_descriptors_ = count_busy_ = 0;
        busy_since_ = calls_.now();
      }
      break;
    case OFFSET(INTERRUPT_ENABLE):
      if ((mask & 1) != 0) interrupt_enable_ = value & 15;
      update_interrupt();
      break;
    case OFFSET(INTERRUPT_STATUS):
      interrupt_status_ &= ~(value & mask & 15);
      update_interrupt();
      break;
    case OFFSET(COALESCE_COUNT):
      merge(coalesce_count_);
      coalesce_count_ &= 0xffff;
      break;
    case OFFSET(COALESCE_TIMEOUT):
      merge(coalesce_timeout_);
      break;
    case OFFSET(CHAIN_HEAD_LOW):
      set_low(head_, value, mask);
      break;
    case OFFSET(CHAIN_HEAD_HIGH):
      set_high(head_, value, mask);
      break;
    case OFFSET(CHAIN_TAIL_LOW):
      set_low(tail_written_, value, mask);
      tail_ = tail_written_;
      calls_.at(calls_.now() + 2, [this] { decide(); });
      break;
    case OFFSET(CHAIN_TAIL_HIGH):
      set_high(tail_written_, value, mask);
      break;
    case OFFSET(DIRECT_CONTROL):
      merge(direct_control_);
      if ((mask & value & 1) != 0) {
        direct_busy_ = direct_waits_ = true;
        direct_status_ &= ~1u;
        calls_.at(calls_.now() + direct_to_issue, [this] { offer(); });
      }
      direct_control_ &= direct_fields;
      break;
    case OFFSET(ATTRIBUTES_A):
    case OFFSET(ATTRIBUTES_B):
    case OFFSET(ATTRIBUTES_D): {
      std::uint32_t& word = attributes_[(offset - OFFSET(ATTRIBUTES_A)) / register_word];
      merge(word);
      word &= attribute_fields;
      break;
    }
    default:
      merge(direct_place_[(offset - OFFSET(DIRECT_SOURCE_LOW)) / register_word]);
  }
}

void TlmBlockMover::control(std::uint32_t value) {
  run_ = (value & 1) != 0;
  if ((value & 6) != 0) {
    aborting_ = true;
    soft_reset_ = (value & 4) != 0;
    if (chain_ == Chain::run) stop_chain(aborted, next_);
    if (direct_waits_ && !(offering_ && offers_direct_)) {
      direct_waits_ = false;
      calls_.at(calls_.now() + done_to_result, [this] {
        direct_busy_ = false;
        direct_status_ = (direct_control_ & 0xff000000) | static_cast<std::uint32_t>(MoveError::aborted) << 4 | 1;
        direct_bytes_ = 0;
        raise(error_cause);
        check_abort();
      });
    }
    core_.abort();
    calls_.at(calls_.now() + done_to_next_done, [this] { check_abort(); });
  }
  if (run_ && chain_ == Chain::idle && !aborting_)
    start_chain();
  else if (!run_ && chain_ == Chain::run) {
    paused_ = true;
    chain_ = Chain::stop;
    check_stopped();
  }
}

bool TlmBlockMover::idle() const {
  return chain_ == Chain::idle && !running_ && !direct_busy_ && !core_.busy();
}

bool TlmBlockMover::at_tail() const {
  return chain_ == Chain::run && deciding_ && !first_ && (settings_ & 1) != 0 && tail_ == last_fetched_ &&
         slots_.empty();
}

void TlmBlockMover::check_abort() {
  if (!aborting_) return;
  if (run_ && chain_ == Chain::idle) run_ = false;
  if (!idle()) return;
  aborting_ = false;
  if (soft_reset_) clear();
}

void TlmBlockMover::clear() {
  soft_reset_ = run_ = false;
  settings_ = interrupt_enable_ = interrupt_status_ = coalesce_count_ = coalesce_timeout_ = coalesce_pending_ = 0;
  head_ = tail_ = tail_written_ = next_ = chain_error_address_ = count_bytes_ = 0;
  chain_error_ = 0;
  direct_control_ = direct_status_ = direct_bytes_ = 0;
  direct_place_ = {};
  attributes_.fill(attributes_reset);
  count_moves_ = count_errors_ = count_descriptors_ = count_busy_ = 0;
  ++coalesce_timer_;
  update_interrupt();
}

// --------------------------------------------------------------------------------------------------------- interrupts

void TlmBlockMover::raise(std::uint32_t causes) {
  interrupt_status_ |= causes;
  update_interrupt();
}

void TlmBlockMover::update_interrupt() {
  calls_.at(calls_.now() + cause_to_interrupt, [this] {
    const bool now = (interrupt_status_ & interrupt_enable_) != 0;
    if (now == interrupt_) return;
    interrupt_ = now;
    interrupt_changed_.notify(sc_core::SC_ZERO_TIME);
  });
}

void TlmBlockMover::count_interrupt() {
  raise(move_done);
  if (coalesce_pending_ < 0xffff) ++coalesce_pending_;
  if (coalesce_count_ != 0 && coalesce_pending_ >= coalesce_count_) {
    calls_.at(calls_.now() + 1, [this] { coalesced(); });
  } else if (coalesce_timeout_ != 0 && coalesce_pending_ == 1) {
    const std::uint64_t timer = ++coalesce_timer_;
    calls_.at(calls_.now() + coalesce_timeout_, [this, timer] {
      if (timer == coalesce_timer_) coalesced();
    });
  }
}

void TlmBlockMover::coalesced() {
  coalesce_pending_ = 0;
  ++coalesce_timer_;
  raise(coalesced_cause);
}

// -------------------------------------------------------------------------------------------------------------- chain

void TlmBlockMover::start_chain() {
  chain_ = Chain::run;
  running_ = first_ = true;
  paused_ = spoiled_ = false;
  chain_error_ = 0;
  chain_error_address_ = 0;
  pointer_ = next_ = head_;
  deciding_ = false;
  calls_.at(calls_.now() + apply_to_decision, [this] {
    deciding_ = true;
    decide();
  });
}

void TlmBlockMover::decide() {
  if (!deciding_ || chain_ != Chain::run || spoiled_ || address_due_) return;
  if (!first_ && pointer_ == last_fetched_) {
    deciding_ = false;  // it points to itself: the verdict on it says so
    return;
  }
  if (!first_ && (settings_ & 1) != 0 && tail_ == last_fetched_) return;
  if (pointer_ % Descriptor::bytes != 0) {
    bool waiting = false;
    for (const Slot& slot : slots_) waiting = waiting || !slot.issued;
    if (waiting) return;
    deciding_ = false;
    stop_chain(misaligned, pointer_);
    return;
  }
  unsigned waiting = 0;
  for (const Slot& slot : slots_) {
    waiting += slot.issued ? 0 : 1;
    if (slot.address == pointer_) return;
  }
  if (slots_.size() >= descriptors_in_flight || waiting >= prefetch || !read_d_.free()) return;
  deciding_ = false;
  address_due_ = true;
  calls_.at(calls_.now() + 1, [this] {
    address_due_ = false;
    slots_.emplace_back();
    slots_.back().address = last_fetched_ = pointer_;
    first_ = false;
    ++fetches_;
    Message& message = read_d_.allocate(pointer_, Descriptor::bytes);
    message.set_command(tlm::TLM_READ_COMMAND);
    read_d_.issue(message);
  });
}

void TlmBlockMover::fetched(Message& message) {
  const Tick first = calls_.seen(calls_.region().now());
  Descriptor::Words words{};
  std::memcpy(words.data(), message.get_data_ptr(), sizeof words);
  std::size_t number = 0;
  while (slots_[number].here) ++number;
  Slot& slot = slots_[number];
  slot.descriptor = Descriptor::from(words);
  slot.first = first;
  slot.here = true;
  const Move& move = slot.descriptor.move;
  const bool bad_value = static_cast<unsigned>(move.operation) > 2 || static_cast<unsigned>(move.source_port) > 2 ||
                         static_cast<unsigned>(move.destination_port) > 2;
  if (message.is_response_error())
    slot.verdict = message.get_response_status() == tlm::TLM_ADDRESS_ERROR_RESPONSE ? fetch_decerr : fetch_slverr;
  else if (!slot.descriptor.owned)
    slot.verdict = not_owned;
  else if (bad_value)
    slot.verdict = reserved;
  else if (slot.descriptor.next == slot.address && !slot.descriptor.end_of_list)
    slot.verdict = itself;
  const bool goes_on = slot.verdict == 0 && !slot.descriptor.end_of_list;
  if (goes_on || slot.verdict == itself)
    calls_.at(first + word_to_pointer + pointer_to_decision, [this, next = slot.descriptor.next] {
      pointer_ = next;
      deciding_ = true;
      decide();
    });
  calls_.at(first + word_to_last, [this, bad = slot.verdict != 0] {
    spoiled_ = spoiled_ || bad;
    --fetches_;
    read_d_.finish();
    check_stopped();
  });
  calls_.at(first + word_to_issue, [this] { offer(); });
}

void TlmBlockMover::offer() {
  if (offering_ || offer_due_) return;
  const Tick now = calls_.now();
  if (now <= issue_free_) {
    offer_due_ = true;
    calls_.at(issue_free_ + 1, [this] {
      offer_due_ = false;
      offer();
    });
    return;
  }
  offers_direct_ = direct_waits_;
  if (!offers_direct_) {
    if (chain_ != Chain::run) return;
    const Slot* next = nullptr;
    for (const Slot& slot : slots_)
      if (!slot.issued) {
        next = &slot;
        break;
      }
    if (next == nullptr || !next->here || now < next->first + word_to_issue) return;
  }
  offering_ = true;
  calls_.at(now + issue_to_command, [this] { issue(); });
  issue_free_ = now + issue_to_command;
}

void TlmBlockMover::issue() {
  if (!offering_) return;
  const Tick now = calls_.now();
  if (now < issue_free_) return;
  if (offers_direct_) {
    if (!core_.may_accept()) return;
    offering_ = direct_waits_ = false;
    Descriptor::Words words{};
    words[0] = direct_control_ | 1;
    std::copy(direct_place_.begin(), direct_place_.end(), words.begin() + 6);
    if (!core_.busy()) busy_since_ = now;
    issue_free_ = now;
    core_.accept(Descriptor::from(words).move, true, now);
    if (aborting_) core_.abort();  // it was offered before
    offer();
    return;
  }
  std::size_t number = 0;
  while (number < slots_.size() && slots_[number].issued) ++number;
  if (chain_ != Chain::run || number == slots_.size()) {
    offering_ = false;
    offer();
    check_stopped();
    return;
  }
  Slot& slot = slots_[number];
  if (slot.verdict != 0) {
    offering_ = false;
    stop_chain(slot.verdict, slot.address);
    return;
  }
  if (!core_.may_accept()) return;
  if (slot.descriptor.move.after_earlier && (core_.busy() || now < core_empty_)) {
    if (!core_.busy()) calls_.at(core_empty_, [this] { issue(); });
    return;
  }
  offering_ = false;
  slot.issued = true;
  next_ = slot.descriptor.next;
  if (!core_.busy()) busy_since_ = now;
  issue_free_ = now;
  const bool last = slot.descriptor.end_of_list;
  core_.accept(slot.descriptor.move, false, now);
  if (last) {
    chain_ = Chain::stop;
    check_stopped();
  }
  offer();
  calls_.at(now + 2, [this] { decide(); });
}

void TlmBlockMover::stop_chain(unsigned error, std::uint64_t address) {
  if (chain_error_ == 0) {
    chain_error_ = error;
    chain_error_address_ = address;
    if (error != aborted) calls_.at(calls_.now() + 1, [this] { raise(error_cause); });
  }
  paused_ = false;
  if (chain_ != Chain::run) return;
  chain_ = Chain::stop;
  check_stopped();
}

void TlmBlockMover::check_stopped() {
  if (chain_ != Chain::stop || fetches_ > 0 || address_due_) return;
  if (offering_ && !offers_direct_ && calls_.now() < issue_free_) return;
  offering_ = offering_ && offers_direct_;
  while (!slots_.empty() && !slots_.back().issued) slots_.pop_back();
  deciding_ = false;
  chain_ = Chain::drain;
  calls_.at(calls_.now() + 2, [this] { check_drained(); });
}

void TlmBlockMover::check_drained() {
  if (chain_ != Chain::drain || !slots_.empty()) return;
  chain_ = Chain::idle;
  running_ = false;
  if (!paused_) run_ = false;
  calls_.at(calls_.now() + 1, [this] {
    raise(chain_end);
    check_abort();
    if (run_ && chain_ == Chain::idle && !aborting_ && !paused_) start_chain();
  });
}

void TlmBlockMover::write_back() {
  const Tick now = calls_.now();
  if (now < write_back_free_) {
    if (write_back_due_) return;
    write_back_due_ = true;
    calls_.at(write_back_free_, [this] {
      write_back_due_ = false;
      write_back();
    });
    return;
  }
  if (!write_d_.free() || write_d_.under_way() >= outstanding) return;
  const std::optional<TlmMoverCore::Status> done = core_.take_done();
  if (!done) return;
  const block_mover::MoveResult result = done->result;
  core_empty_ = now + done_to_empty;
  if (!core_.busy()) count_busy_ += static_cast<std::uint32_t>(now - busy_since_);
  calls_.at(now + 1, [this, result] {
    count_bytes_ += result.bytes;
    ++count_moves_;
    if (result.error != MoveError::none) ++count_errors_;
  });
  if (done->direct) {
    calls_.at(now + done_to_cause, [this, result] {
      if ((direct_control_ & BLOCK_MOVER__DIRECT_CONTROL__INTERRUPT_bm) != 0) count_interrupt();
      if (result.error != MoveError::none) raise(error_cause);
      direct_busy_ = false;
      direct_status_ = std::uint32_t{result.tag} << 24 |
                       (result.is_long ? BLOCK_MOVER__DIRECT_STATUS__LONG_PACKET_bm : 0) |
                       (result.is_short ? BLOCK_MOVER__DIRECT_STATUS__SHORT_PACKET_bm : 0) |
                       static_cast<std::uint32_t>(result.error) << 4 | 1;
      direct_bytes_ = result.bytes;
      check_abort();
    });
  } else {
    std::size_t number = 0;
    while (slots_[number].descriptor.done) ++number;
    Slot& slot = slots_[number];
    slot.descriptor.done = true;
    slot.failed = result.error != MoveError::none;
    if (slot.failed && (settings_ & 2) != 0) stop_chain(move_failed, slot.address);
    slot.descriptor.owned = false;
    slot.descriptor.error = result.error;
    slot.descriptor.moved = result.bytes;
    slot.descriptor.is_short = result.is_short;
    slot.descriptor.is_long = result.is_long;
    const Descriptor::Words words = slot.descriptor.words();
    write_back_free_ = now + done_to_next_done;
    calls_.at(now + done_to_write, [this, words, address = slot.address] {
      constexpr unsigned bytes = 12;
      // Of the control word only its lowest byte changes.
      static constexpr unsigned char enables[bytes] = {0xff, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
      Message& message = write_d_.allocate(address, bytes);
      std::memcpy(message.get_data_ptr(), words.data(), bytes);
      message.set_byte_enable_ptr(const_cast<unsigned char*>(enables));
      message.set_byte_enable_length(bytes);
      write_d_.issue(message);
    });
  }
  issue();
  write_back();
}

void TlmBlockMover::written_back(Message& message) {
  const unsigned error = message.is_response_ok()                                           ? 0
                         : message.get_response_status() == tlm::TLM_ADDRESS_ERROR_RESPONSE ? write_decerr
                                                                                            : write_slverr;
  const Tick answer = calls_.seen(calls_.region().now());
  calls_.at(answer, [this] { write_d_.finish(); });
  calls_.at(answer + answer_to_free, [this, error] {
    const Slot slot = slots_.front();
    slots_.pop_front();
    if (error != 0) stop_chain(error, slot.address);
    calls_.at(calls_.now() + answer_to_cause - answer_to_free, [this, slot] {
      if (slot.descriptor.move.interrupt) count_interrupt();
      if (slot.failed) raise(error_cause);
    });
    calls_.at(calls_.now() + answer_to_count - answer_to_free, [this] { ++count_descriptors_; });
    calls_.at(calls_.now() + 1, [this] {
      decide();
      check_drained();
    });
  });
  write_back();
}

}  // namespace isochron
