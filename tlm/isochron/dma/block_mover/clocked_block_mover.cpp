// SPDX-License-Identifier: Apache-2.0
#include <isochron/dma/block_mover/clocked_block_mover.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <stdexcept>

#include <isochron/core/error.h>
#include <isochron/core/stream_data.h>
#include <isochron/dma/block_mover/block_mover_driver.h>
#include <isochron/dma/block_mover/descriptor_ring.h>
#include <isochron/observe/statistic_sink.h>

namespace isochron {

namespace {

/// Of descriptors: as many as the block mover has in flight at most, one that stays empty, and one whose end the
/// processor has not seen.
constexpr std::uint32_t descriptor_places = BlockMoverModule::descriptors_in_flight + 2;
constexpr std::uint64_t longest_descriptor_row = 1u << 24;

/// `value` as a field of type T of a descriptor.
template <class T>
T field_of(std::uint64_t value, const char* what) {
  if (value > std::numeric_limits<T>::max())
    throw std::invalid_argument("block mover: a descriptor cannot say so many " + std::string(what));
  return static_cast<T>(value);
}
std::int32_t stride_of(std::int64_t value) {
  if (value > std::numeric_limits<std::int32_t>::max() || value < std::numeric_limits<std::int32_t>::min())
    throw std::invalid_argument("block mover: a descriptor cannot say so long a stride");
  return static_cast<std::int32_t>(value);
}

block_mover::Port port_of(const Move::End& end) {
  return end.port == BlockMover::local ? block_mover::Port::a : block_mover::Port::b;
}

/// A descriptor's move; of a row that is too long, what it can say of it.
block_mover::Move format_of(const Move& move) {
  block_mover::Move format;
  format.source_port = port_of(move.source);
  format.destination_port = port_of(move.destination);
  format.source = move.source.address;
  format.destination = move.destination.address;
  format.row_bytes = static_cast<std::uint32_t>(std::min(move.row_bytes, longest_descriptor_row));
  format.rows = field_of<std::uint16_t>(move.rows, "rows");
  format.planes = field_of<std::uint16_t>(move.planes, "planes");
  format.source_row_stride = stride_of(move.source.row_stride);
  format.source_plane_stride = stride_of(move.source.plane_stride);
  format.destination_row_stride = stride_of(move.destination.row_stride);
  format.destination_plane_stride = stride_of(move.destination.plane_stride);
  format.tag = static_cast<std::uint8_t>(move.sequence);
  format.interrupt = true;
  if (move.row_bytes > longest_descriptor_row && move.rows * move.planes > 1)
    throw std::invalid_argument("block mover: rows of more than 16 MiB go one by one");
  return format;
}

std::uint64_t bytes_of(const block_mover::Move& format) {
  return std::uint64_t{format.row_bytes} * format.rows * format.planes;
}

}  // namespace

struct ClockedBlockMover::Probes {
  ServerProbes server;
  NumberProbe bursts;
};

ClockedBlockMover::ClockedBlockMover(const sc_core::sc_module_name& name, const Domain& domain, const Config& config,
                                     Moved& moved)
    : BlockMover(name),
      config_(config),
      moved_(moved),
      machine_(domain),
      domain_{region_, pool_, Phases::shortcut},
      edges_(ClockGrid::frequency(config.clock)),
      descriptors_("descriptors", domain_, config.memory_latency),
      no_stream_in_("no_stream_in", domain_),
      no_stream_out_("no_stream_out", domain_) {
  using Ports = BlockMoverModule::Port;
  mover_ =
      BlockMoverModule::make_for(this->name(), config.implementation, "block_mover", domain_, {config.clock, true});
  region_.keep_to_kernel_time();
  machine_.region.join(static_cast<Region::Requester&>(*this), Region::Rank::bus);
  const char* const ports[] = {"local", "system"};
  const char* const targets[] = {"read_a", "write_a", "read_b", "write_b"};
  for (unsigned i = 0; i < ports_.size(); ++i) {
    ports_[i] = std::make_unique<AtInitiatorOf<ClockedBlockMover>>(ports[i], domain, *this, i);
    outboxes_[i] = std::make_unique<RequestQueue<ClockedBlockMover>>(*ports_[i]);
  }
  for (unsigned i = 0; i < targets_.size(); ++i)
    targets_[i] = std::make_unique<AtTargetOf<ClockedBlockMover>>(targets[i], domain_, *this, i);

  registers_.socket.bind(mover_->registers());
  mover_->read(Ports::a).bind(*targets_[2 * local + reads]);
  mover_->write(Ports::a).bind(*targets_[2 * local + writes]);
  mover_->read(Ports::b).bind(*targets_[2 * system + reads]);
  mover_->write(Ports::b).bind(*targets_[2 * system + writes]);
  mover_->read(Ports::descriptors).bind(descriptors_.read);
  mover_->write(Ports::descriptors).bind(descriptors_.write);
  no_stream_in_.socket.bind(mover_->stream_in());
  mover_->stream_out().bind(no_stream_out_.socket);

  SC_HAS_PROCESS(ClockedBlockMover);
  SC_THREAD(firmware);
  SC_METHOD(machine_has_moved);
  sensitive << moved_event_.event();
  dont_initialize();
}

ClockedBlockMover::~ClockedBlockMover() = default;

void ClockedBlockMover::submit_checked(const Move& move, Time now) {
  // A burst's data is said to be of a stream from one place on: rows of it must follow each other.
  const auto bytes_of_row = static_cast<std::int64_t>(move.row_bytes), rows = static_cast<std::int64_t>(move.rows);
  const bool follow = (move.rows == 1 || move.destination.row_stride == bytes_of_row) &&
                      (move.planes == 1 || move.destination.plane_stride == rows * bytes_of_row);
  if (move.has_data && !follow)
    throw std::invalid_argument("block mover: rows of a stream's data must follow each other at their destination");
  format_of(move);  // throws here, where the caller is, if no descriptor can say it
  under_way_.push(now, move.sequence, move);
  change(now, 1);
  orders_.push(now, move.sequence, {move, now});
  if (work_due_) return;
  work_due_ = true;
  machine_.region.notify(work_, now);
}

// ------------------------------------------------------------------------------------------------------ the processor

Time ClockedBlockMover::visible() const {
  return edges_.edge(edges_.tick_at_or_before(orders_.front().came) + 1);
}

void ClockedBlockMover::firmware() {
  LocalMemoryAccess descriptor_access(descriptors_);
  block_mover::BlockMoverDriver driver(registers_);
  block_mover::DescriptorRing ring(driver, descriptor_access, 0, descriptor_places);
  block_mover::Interrupts causes;
  causes.move_done = true;
  driver.enable(causes);
  for (;;) {
    const bool room = ring.waiting() + 1 < descriptor_places;
    if (mover_->interrupt()) {
      driver.acknowledge(causes);
      while (const auto done = ring.take()) end(*done);
    } else if (room && !unpushed_.empty()) {
      // Its first read may come before the tail's register has answered.
      parts_.push(unpushed_.pop());
      ring.push(parts_[parts_.size() - 1].format);
    } else if (room && !orders_.empty() && visible() <= kernel_now()) {
      split(orders_.pop().move);
    } else if (room && !orders_.empty()) {
      wait(to_sc_time(visible() - kernel_now()), mover_->interrupt_changed());
    } else {
      work_due_ = false;
      wait(work_.event() | mover_->interrupt_changed());
    }
  }
}

void ClockedBlockMover::split(const Move& move) {
  block_mover::Move format = format_of(move);
  std::uint64_t left = move.row_bytes;
  while (left > 0) {
    Part part;
    part.move = move;
    format.row_bytes = static_cast<std::uint32_t>(std::min(left, longest_descriptor_row));
    left -= format.row_bytes;
    part.format = format;
    part.last = left == 0;
    part.sides[reads] = MoveSide::source_of(format);
    part.sides[writes] = MoveSide::destination_of(format);
    part.first_byte = bytes_asked_;
    bytes_asked_ += bytes_of(format);
    unpushed_.push(part);
    format.source += format.row_bytes;
    format.destination += format.row_bytes;
  }
}

void ClockedBlockMover::end(const block_mover::MoveResult& result) {
  const Part part = parts_.pop();
  ++first_part_;
  const bool whole = part.sides[reads].done() && part.sides[writes].done() &&
                     result.bytes == static_cast<std::uint32_t>(bytes_of(part.format));
  if (result.error != block_mover::MoveError::none || !whole || result.tag != part.format.tag)
    throw ModelError(std::string(name()) + ": the block mover ends move " + std::to_string(part.move.sequence) +
                     " with error " + std::to_string(static_cast<unsigned>(result.error)) + " and " +
                     std::to_string(result.bytes) + " bytes of " + std::to_string(bytes_of(part.format)));
  if (!part.last) return;
  done_.push(part.move);
  ask_machine();
}

// --------------------------------------------------------------------------------------------- the block mover's ports

ClockedBlockMover::Part* ClockedBlockMover::part_at(unsigned port, Direction direction) {
  std::uint64_t& next = next_part_[port][direction];
  for (next = std::max(next, first_part_); next < first_part_ + parts_.size(); ++next) {
    Part& part = parts_[static_cast<std::size_t>(next - first_part_)];
    const Move::End& end = direction == reads ? part.move.source : part.move.destination;
    if (end.port == port && !part.sides[direction].done()) return &part;
  }
  return nullptr;
}

void ClockedBlockMover::on_request(AtTargetBase& socket, Payload& payload, Time) {
  AtTargetOf<ClockedBlockMover>& target = *targets_[socket.index()];
  const unsigned port = socket.index() / 2;
  const auto direction = static_cast<Direction>(socket.index() % 2);
  Transfer transfer{&payload, nullptr, &target, 0};
  Part* const part = part_at(port, direction);
  if (part != nullptr && payload.get_byte_enable_ptr() == nullptr && payload.is_read() == (direction == reads))
    transfer.on_bus = direction == reads ? to_read(*part, payload, transfer.first_byte) : to_write(*part, payload);
  if (transfer.on_bus == nullptr) {
    // Nobody asked for it: the move ends with an error.
    payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
    target.ready(payload);
    return;
  }
  target.accept(payload);
  on_bus_.push_back(transfer);
  to_bus_.push(transfer);
  ask_machine();
}

Message* ClockedBlockMover::to_read(Part& part, const Payload& payload, std::uint64_t& first_byte) {
  const MoveBurst burst = part.sides[reads].next();
  // Whole words are read, of which a burst may not want all bytes.
  const std::uint64_t lead = burst.address - payload.get_address();
  if (lead >= MoveSide::lanes || lead + burst.bytes > payload.get_data_length()) return nullptr;
  first_byte = part.first_byte + burst.position;
  Message& message = on_bus(part, burst, burst.address);
  message.set_command(tlm::TLM_READ_COMMAND);
  if (!part.move.has_data) StreamData(0).write(first_byte, message.get_data_ptr(), burst.bytes);
  return &message;
}

Message* ClockedBlockMover::to_write(Part& part, const Payload& payload) {
  const MoveBurst burst = part.sides[writes].next();
  if (payload.get_address() != burst.address || payload.get_data_length() != burst.bytes) return nullptr;
  check(part, payload, part.first_byte + burst.position);
  Message& message = on_bus(part, burst, burst.address);
  std::memcpy(message.get_data_ptr(), payload.get_data_ptr(), burst.bytes);
  return &message;
}

Message& ClockedBlockMover::on_bus(const Part& part, const MoveBurst& burst, std::uint64_t address) {
  Message& message = machine_pool_.allocate(address, burst.bytes);
  Tag& tag = message.tag();
  tag.sequence = part.move.sequence;
  tag.offset = part.format.destination + burst.position;
  tag.has_data = part.move.has_data;
  tag.data_offset = part.move.data_offset + (tag.offset - part.move.destination.address);
  tag.bytes = burst.bytes;
  tag.source = 0;
  tag.stream = 0;
  return message;
}

void ClockedBlockMover::check(const Part& part, const Payload& burst, std::uint64_t first_byte) {
  const unsigned bytes = burst.get_data_length();
  for (unsigned i = 0; i < bytes; ++i)
    if (burst.get_data_ptr()[i] != between_[(first_byte + i) % most_between])
      throw ModelError(std::string(name()) + ": byte " + std::to_string(first_byte + i - part.first_byte) +
                       " of move " + std::to_string(part.move.sequence) + " is not what was read");
  checked_bytes_ += bytes;
}

void ClockedBlockMover::machine_has_moved() {
  region_.advance(kernel_now());
  while (!answers_.empty()) {
    const Transfer transfer = answers_.pop();
    transfer.target->ready(*transfer.burst);
  }
}

// --------------------------------------------------------------------------------------------------------- the machine

void ClockedBlockMover::ask_machine() {
  machine_.region.advance(kernel_now());
  machine_.region.request(*this);
}

void ClockedBlockMover::ask(Time now) {
  while (!to_bus_.empty()) {
    const Transfer transfer = to_bus_.pop();
    outboxes_[transfer.target->index() / 2]->send(*transfer.on_bus);
  }
  while (!done_.empty()) {
    const Move move = done_.pop();
    if (probes_ != nullptr) probes_->server.event(now, Phase::end, transaction_of_move(move));
    under_way_.pop();
    change(now, -1);
    moved_.moved(move, now);
  }
  show(now);
}

void ClockedBlockMover::on_accepted(AtInitiatorBase& socket, Payload&, Time) {
  outboxes_[socket.index()]->accepted();
}

void ClockedBlockMover::on_response(AtInitiatorBase& socket, Payload& payload, Time now) {
  socket.require_ok(payload);
  const auto found = std::find_if(on_bus_.begin(), on_bus_.end(),
                                  [&payload](const Transfer& transfer) { return transfer.on_bus == &payload; });
  const Transfer transfer = *found;
  on_bus_.erase(found);
  const unsigned bytes = payload.get_data_length();
  if (payload.is_read()) {
    std::uint8_t* const words = transfer.burst->get_data_ptr();
    std::memset(words, 0, transfer.burst->get_data_length());
    std::memcpy(words + (payload.get_address() - transfer.burst->get_address()), payload.get_data_ptr(), bytes);
    for (unsigned i = 0; i < bytes; ++i) between_[(transfer.first_byte + i) % most_between] = payload.get_data_ptr()[i];
  } else {
    bytes_ += bytes;
  }
  transfer.burst->set_response_status(payload.get_response_status());
  answers_.push(transfer);
  ports_[socket.index()]->complete(payload);
  payload.release();
  show(now);
  machine_.region.notify(moved_event_, now);
}

// ---------------------------------------------------------------------------------------------------------- statistics

void ClockedBlockMover::change(Time now, int moves) {
  const auto count = static_cast<std::int64_t>(under_way_.size());
  depth_.change(now, std::max<std::int64_t>(count - 1, 0) - depth_.level());
  if (moves > 0 && count == 1) busy_.enter(now);
  if (moves < 0 && count == 0) busy_.leave(now);
  // The one that is now the oldest is the one that is moved.
  if (probes_ != nullptr && count > 0 && (moves < 0 || count == 1)) probes_->server.event(now, Phase::begin, oldest());
  show(now);
}

void ClockedBlockMover::start_window(Time now) {
  busy_.start_window(now);
  depth_.start_window(now);
  bytes_ = 0;
}

void ClockedBlockMover::report(StatisticSink& sink) {
  StatisticSink::Part figures = sink.part(name());
  figures.fraction("utilisation", busy_);
  figures.mean("queue_depth", depth_);
  figures.bytes("bytes", bytes_);
  figures.bytes("moved", checked_bytes_);
  figures.count("cycles", cycles());
}

void ClockedBlockMover::report_waits(std::vector<Wait>& waits) const {
  if (!under_way_.empty())
    waits.push_back({name(), "the end of " + std::to_string(under_way_.size()) + " moves", "its buses or itself"});
  for (const auto& port : ports_) port->report_wait(waits);
}

void ClockedBlockMover::list_probes(ProbeList& list) {
  own_probes_.reset(new Probes{ServerProbes(list, name(), "moves"), {}});
  list.add(own_probes_->bursts, name(), "bursts", std::uint64_t{4} * BlockMoverModule::outstanding,
           "bursts between their request on a port and its response");
}

void ClockedBlockMover::start_trace(Time now) {
  probes_ = own_probes_.get();
  probes_->server.start(now, oldest(), under_way_.empty() ? 0 : under_way_.size() - 1);
  probes_->bursts.set(now, on_bus_.size());
}

TransactionId ClockedBlockMover::oldest() const {
  return under_way_.empty() ? TransactionId{} : transaction_of_move(under_way_.front());
}

void ClockedBlockMover::show(Time now) {
  if (probes_ == nullptr) return;
  probes_->server.show(now, oldest(), under_way_.empty() ? 0 : under_way_.size() - 1);
  probes_->bursts.set(now, on_bus_.size());
}

}  // namespace isochron
