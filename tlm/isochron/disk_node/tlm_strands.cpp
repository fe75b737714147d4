// SPDX-License-Identifier: Apache-2.0
#include <isochron/disk_node/tlm_strands.h>

#include <algorithm>
#include <cstring>

namespace isochron {

using disk_node::Code;
using disk_node::Request;

namespace {

constexpr unsigned lanes = DiskNodeModule::data_bytes;
constexpr unsigned block_bytes = DiskNodeModule::block_bytes;
constexpr unsigned block_words = block_bytes / lanes;
constexpr unsigned burst_bytes = DiskNodeModule::max_burst * lanes;
constexpr unsigned window = 8;  ///< commands of a strand, begun and not placed
constexpr std::size_t most_jobs = 8;

// Edges between causes and effects, as the Verilog's registers make them; half a lap where something is looked at in
// turn.
constexpr TlmStrands::Tick split_a_disk = 2;
constexpr unsigned load_to_split = 6, split_to_command = 11, command_to_split = 6, look_at_waiting = 6;
constexpr unsigned word_to_ready = 2;
constexpr TlmStrands::Tick look_in_vain = 2;
constexpr unsigned half_a_lap = 4, look_to_push = 8, push_to_look = 4;
constexpr unsigned push_to_beat = 13;
constexpr unsigned answer_to_beat = 3;  ///< of a burst that waited for it
constexpr unsigned answer_to_status = 2, status_to_credit = 9, status_to_free = 4;
constexpr unsigned cancel_to_over = 8;

}  // namespace

TlmStrands::TlmStrands(const Domain& domain, TickCalls& calls, DiskChannel& channel, Host& host)
    : calls_(calls), channel_(channel), host_(host) {
  const char* const names[] = {"write_a", "write_b"};
  for (unsigned port = 0; port < ports_.size(); ++port)
    ports_[port] = std::make_unique<OrderedPort>(
        names[port], domain, calls, [this, port](Message& message) { answered(port, message); },
        [this] { write_on(); });
}

void TlmStrands::configure(std::uint8_t depth, std::uint16_t max_blocks) {
  depth_ = depth;
  max_blocks_ = max_blocks;
}

void TlmStrands::add(unsigned place, const Request& request) {
  Strand& strand = strands_[place];
  strand = {};
  strand.valid = true;
  strand.request = request;
  strand.next_block = request.block;
  strand.blocks_left = (std::uint64_t{request.bytes} + block_bytes - 1) / block_bytes;
  calls_.at(calls_.now() + load_to_split, [this] { split(); });
}

// ----------------------------------------------------------------------------------------------------------- commands

bool TlmStrands::wants_command(unsigned place) const {
  const Strand& strand = strands_[place];
  return strand.valid && !strand.failed() && strand.blocks_left > 0 && strand.turns.size() < window;
}

void TlmStrands::look_on() {
  // Requests are looked at in turn, those that want a command and cannot have one for longer.
  const auto look = [this](unsigned place) {
    return wants_command(place) ? look_at_waiting + strands_[place].request.disk : 1;
  };
  Tick lap = 0;
  for (unsigned place = 0; place < places; ++place) lap += look(place);
  for (Tick left = (calls_.now() - looking_since_) % lap; left >= look(split_at_); split_at_ = (split_at_ + 1) % places)
    left -= look(split_at_);
  looking_since_ = calls_.now();
}

void TlmStrands::split() {
  if (splitting_) return;
  look_on();
  const auto free_tag = std::find_if(slots_.begin(), slots_.end(), [](const Slot& slot) { return !slot.used; });
  if (free_tag == slots_.end()) return;
  for (unsigned i = 0; i < places; ++i) {
    const unsigned place = (split_at_ + i) % places;
    if (!wants_command(place)) continue;
    const Strand& strand = strands_[place];
    const auto of_disk = std::count_if(slots_.begin(), slots_.end(), [&strand](const Slot& slot) {
      return slot.used && slot.command.disk == strand.request.disk;
    });
    if (of_disk >= depth_) continue;
    splitting_ = true;
    split_at_ = (place + 1) % places;
    calls_.at(calls_.now() + split_to_command + split_a_disk * strand.request.disk, [this, place] { issue(place); });
    return;
  }
}

void TlmStrands::issue(unsigned place) {
  Strand& strand = strands_[place];
  calls_.at(calls_.now() + command_to_split, [this] {
    splitting_ = false;
    looking_since_ = calls_.now();
    split();
  });
  if (strand.failed()) return;
  unsigned tag = 0;
  while (slots_[tag].used) ++tag;
  const unsigned blocks = static_cast<unsigned>(std::min<std::uint64_t>(strand.blocks_left, max_blocks_));
  Slot& slot = slots_[tag];
  slot = {};
  slot.used = true;
  slot.place = place;
  slot.command = {++commands_, strand.request.disk, strand.next_block, blocks};
  slot.promised = std::min(blocks, DiskNodeModule::slot_blocks);
  strand.turns.push_back(tag);
  ++strand.commands;
  strand.next_block += blocks;
  strand.blocks_left -= blocks;
  channel_.begin(slot.command, calls_.region().now());
}

// ------------------------------------------------------------------------------------------------------------ channel

void TlmStrands::arrived(std::uint64_t number, Time now) {
  for (Slot& slot : slots_)
    if (slot.used && slot.command.number == number) slot.arrived = true;
  calls_.at(calls_.seen(now), [this] { send(); });
}

void TlmStrands::send() {
  if (sending_) return;
  for (unsigned i = 1; i <= tags; ++i) {
    const unsigned tag = (send_at_ + i) % tags;
    Slot& slot = slots_[tag];
    if (!slot.used || slot.over || !slot.arrived || slot.sent == slot.promised) continue;
    send_at_ = tag;
    sending_ = true;
    send_free_ = std::max(send_free_, calls_.now()) + block_words;
    calls_.at(send_free_ - 1, [this, tag] { block_came(tag); });
    return;
  }
}

void TlmStrands::block_came(unsigned tag) {
  Slot& slot = slots_[tag];
  sending_ = false;
  calls_.at(calls_.now() + 1, [this] { send(); });
  if (slot.over) return;
  ++slot.sent;
  calls_.at(calls_.now() + word_to_ready, [this, tag] {
    ++slots_[tag].waiting;
    place();
  });
  if (slot.sent < slot.command.blocks) return;
  // The status follows the last word.
  calls_.at(calls_.now() + 1 + word_to_ready, [this, tag] {
    slots_[tag].over = true;
    check_tag(tag);
  });
}

void TlmStrands::credit(unsigned tag) {
  Slot& slot = slots_[tag];
  if (slot.over || slot.promised == slot.command.blocks) return;
  ++slot.promised;
  calls_.at(calls_.now() + 1, [this] { send(); });
}

// ------------------------------------------------------------------------------------------------------------- blocks

void TlmStrands::place() {
  if (placing_ || jobs_.size() >= most_jobs) return;
  unsigned in_vain = 0;
  std::optional<unsigned> found;
  for (unsigned i = 0; i < places; ++i) {
    const unsigned place = (place_at_ + i) % places;
    const Strand& strand = strands_[place];
    if (!strand.valid || strand.failed() || strand.turns.empty()) continue;
    if (slots_[strand.turns.front()].waiting == 0)
      ++in_vain;
    else if (!found)
      found = place;
  }
  if (!found) return;
  placing_ = true;
  place_at_ = (*found + 1) % places;
  const Tick scan = calls_.now() + half_a_lap + look_in_vain * in_vain;
  calls_.at(scan + look_to_push, [this, place = *found] { push(place); });
}

void TlmStrands::push(unsigned place) {
  calls_.at(calls_.now() + push_to_look, [this] {
    placing_ = false;
    this->place();
  });
  Strand& strand = strands_[place];
  if (strand.failed()) return;
  const unsigned tag = strand.turns.front();
  Slot& slot = slots_[tag];
  const Request& request = strand.request;
  const auto bytes = static_cast<unsigned>(std::min<std::uint64_t>(request.bytes - strand.placed, block_bytes));
  std::array<std::uint8_t, block_bytes> data{};
  channel_.read(slot.command.disk, slot.command.block + slot.placed, data.data());
  const auto job = std::make_shared<Job>();
  job->place = place;
  job->tag = tag;
  job->port = request.port_b ? 1 : 0;
  jobs_.push_back(job);
  const Tick first = calls_.now() + push_to_beat;
  for (unsigned done = 0; done < bytes;) {
    unsigned piece = bytes - done;
    std::uint64_t address = request.address + strand.placed;
    if (request.row_bytes != 0) {
      const std::uint32_t row = strand.placed / request.row_bytes, column = strand.placed % request.row_bytes;
      piece = std::min(piece, request.row_bytes - column);
      address = request.address + static_cast<std::uint64_t>(std::int64_t{request.stride} * row) + column;
    }
    cut(job, address, data.data() + done, piece, first);
    strand.placed += piece;
    done += piece;
  }
  ++strand.jobs;
  --slot.waiting;
  if (++slot.placed == slot.command.blocks) strand.turns.pop_front();
  write_on();
}

void TlmStrands::cut(const std::shared_ptr<Job>& job, std::uint64_t address, const std::uint8_t* data, unsigned bytes,
                     Tick first) {
  while (bytes > 0) {
    const unsigned piece = std::min(bytes, burst_bytes - static_cast<unsigned>(address % burst_bytes));
    const unsigned beats = (static_cast<unsigned>(address % lanes) + piece + lanes - 1) / lanes;
    last_beat_ = std::max(last_beat_ + beats, first + beats - 1);
    to_write_.push_back({job, address, {data, data + piece}, last_beat_, beats});
    ++job->bursts;
    calls_.at(last_beat_, [this] { write_on(); });
    address += piece;
    data += piece;
    bytes -= piece;
  }
}

void TlmStrands::write_on() {
  while (!to_write_.empty()) {
    Burst& burst = to_write_.front();
    const unsigned to = burst.job->port;
    OrderedPort& port = *ports_[to];
    if (to != write_port_) {
      // Its beats begin when the other port has given its last answer.
      changes_port_ = changes_port_ || unanswered_ > 0;
      if (unanswered_ > 0) return;
      write_port_ = to;
      const Tick last = calls_.now() + answer_to_beat + burst.beats - 1;
      if (changes_port_ && last > burst.tick) delay_writes(last - burst.tick);
      changes_port_ = false;
    }
    if (calls_.now() < burst.tick || !port.free() || unanswered_ >= DiskNodeModule::outstanding) return;
    // Beats behind one that had to wait come after it.
    if (calls_.now() > burst.tick) delay_writes(calls_.now() - burst.tick);
    ++unanswered_;
    Message& message = port.allocate(burst.address, static_cast<unsigned>(burst.data.size()));
    std::memcpy(message.get_data_ptr(), burst.data.data(), burst.data.size());
    burst.job->bytes += static_cast<std::uint32_t>(burst.data.size());
    written_[to].push_back(burst.job);
    to_write_.pop_front();
    port.issue(message);
  }
}

void TlmStrands::delay_writes(Tick by) {
  last_beat_ += by;
  for (Burst& burst : to_write_) {
    burst.tick += by;
    calls_.at(burst.tick, [this] { write_on(); });
  }
}

void TlmStrands::answered(unsigned port, const Message& message) {
  const Code code = message.is_response_ok()                                           ? Code::done
                    : message.get_response_status() == tlm::TLM_ADDRESS_ERROR_RESPONSE ? Code::write_decerr
                                                                                       : Code::write_slverr;
  calls_.at(calls_.seen(calls_.region().now()), [this, port, code] {
    Job& job = *written_[port].front();
    --job.bursts;
    --unanswered_;
    if (job.code == Code::done) job.code = code;
    written_[port].pop_front();
    ports_[port]->finish();
    calls_.at(calls_.now() + answer_to_status, [this] { retire(); });
    write_on();
  });
}

void TlmStrands::retire() {
  while (!jobs_.empty() && jobs_.front()->bursts == 0) {
    if (calls_.now() < retire_free_) {
      calls_.at(retire_free_, [this] { retire(); });
      return;
    }
    retire_free_ = calls_.now() + 1;
    const std::shared_ptr<Job> job = jobs_.front();
    jobs_.pop_front();
    Strand& strand = strands_[job->place];
    --strand.jobs;
    if (job->code == Code::done)
      strand.moved += job->bytes;
    else
      fail(strand, job->code);
    const unsigned tag = job->tag;
    calls_.at(calls_.now() + status_to_credit, [this, tag] { credit(tag); });
    calls_.at(calls_.now() + status_to_free, [this, tag] {
      ++slots_[tag].freed;
      check_tag(tag);
    });
  }
  place();
}

// --------------------------------------------------------------------------------------------------------------- ends

void TlmStrands::fail(Strand& strand, Code code) {
  if (strand.failed()) return;
  strand.code = code;
  strand.turns.clear();
  const auto place = static_cast<unsigned>(&strand - strands_.data());
  for (unsigned tag = 0; tag < tags; ++tag) {
    if (!slots_[tag].used || slots_[tag].place != place) continue;
    calls_.at(calls_.now() + cancel_to_over, [this, tag, number = slots_[tag].command.number] {
      if (slots_[tag].command.number != number) return;  // it has ended by itself
      slots_[tag].over = true;
      check_tag(tag);
    });
  }
}

void TlmStrands::check_tag(unsigned tag) {
  Slot& slot = slots_[tag];
  if (!slot.used || !slot.over) return;
  Strand& strand = strands_[slot.place];
  if (slot.freed < (strand.failed() ? slot.placed : slot.command.blocks)) return;
  slot.used = false;
  --strand.commands;
  calls_.at(calls_.now() + 2, [this] { split(); });
  check_strand(slot.place);
}

void TlmStrands::check_strand(unsigned place) {
  Strand& strand = strands_[place];
  if (!strand.valid || strand.commands > 0 || strand.jobs > 0) return;
  if (!strand.failed() && strand.blocks_left > 0) return;
  strand.valid = false;
  host_.strand_ended(place, strand.code, strand.moved);
}

}  // namespace isochron
