// SPDX-License-Identifier: Apache-2.0
#include "command_judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "segments.h"

namespace isochron::rtl {
namespace {

/// Cycles in which a core may still begin a burst after it was told of an error: its registers on the way.
constexpr std::uint64_t late_bursts = 4;
/// Places of block_mover_output behind the channel: their beats are made and go out, whatever comes.
constexpr unsigned waiting_beats = 16;

}  // namespace

void CommandJudge::Listener::read_address(std::uint64_t address, unsigned, std::uint64_t cycle) {
  addresses.push_back({address, false, cycle});
}

void CommandJudge::Listener::read_beat(std::uint64_t address, AxiResponse response, std::uint64_t cycle) {
  if (response != okay) answers.push_back({address, 1, 0, response, false, cycle});
}

void CommandJudge::Listener::write_address(std::uint64_t address, unsigned, std::uint64_t cycle) {
  addresses.push_back({address, true, cycle});
}

void CommandJudge::Listener::write_beat(std::uint64_t address, std::uint64_t cycle) {
  data.push_back({address, true, cycle});
}

void CommandJudge::Listener::write_response(std::uint64_t address, unsigned beats, std::uint64_t bytes,
                                            AxiResponse response, std::uint64_t cycle) {
  answers.push_back({address, beats, bytes, response, true, cycle});
}

CommandJudge::CommandJudge(const CoreParameters& core, std::array<SparseMemory*, 2> actual,
                           std::array<const AxiMemory*, 2> ports, const StreamSource& source, const StreamSink& sink,
                           std::uint64_t stream_seed)
    : core_(core),
      actual_(actual),
      expected_{*actual[0], *actual[1]},
      faults_{&ports[0]->faults, &ports[1]->faults},
      source_(source),
      sink_(sink),
      model_(core, stream_seed) {}

void CommandJudge::finished(const Finished& f) {
  const auto& c = f.command;
  if (f.tag != c.tag) fail(f, fmt::format("its status has tag {}", f.tag));
  const auto refusal = model_.refusal(c);
  if (refusal != no_error) {
    judge_error(f, {}, refusal);
    ++number_;
    return;
  }
  auto answers = met(c);
  const auto packets = received(f);
  const auto kind = packets.exact && !packets.packets.empty() ? packets.packets[0].second.kind : Reception::whole;
  if (kind == Reception::hole) answers.errors.push_back(hole_error);
  judge_flags(f, packets);
  judge_error(f, answers, model_.wraps(c) ? bad_command : no_error);
  auto stop = answers.first_error;
  for (const auto cycle : aborts_)
    if (f.error == aborted && f.accepted <= cycle && cycle < f.done) stop = std::min(stop, cycle);
  if (stop != Met::never) judge_late_bursts(f, stop);
  std::vector<Moves> moves;  // of each packet that may be its
  for (const auto& [packet, reception] : packets.packets) {
    moves.push_back(model_.moves(c, {&expected_[0], &expected_[1]}, faults_, packet->first_beat));
    moves.back().resize(std::min<std::size_t>(moves.back().size(), reception.bytes));
  }
  if (!c.reads_stream()) moves.push_back(model_.moves(c, {&expected_[0], &expected_[1]}, faults_));
  if (moves.empty()) moves.emplace_back();
  if (f.error == no_error) {
    if (kind == Reception::is_short) exact_ = false;
    judge_whole(f, moves[0], kind == Reception::is_short);
  } else {
    exact_ = false;
    judge_broken(f, moves);
    // Whether the first bytes of a burst that was cut short count is left open.
    if (c.dst_port != stream_port && (f.bytes < answers.whole_burst_bytes || f.bytes > answers.okay_bytes))
      fail(f, fmt::format("its status counts {} bytes; {} were answered OKAY, {} of them in whole bursts", f.bytes,
                          answers.okay_bytes, answers.whole_burst_bytes));
  }
  if (c.reads_memory()) read_beats_[c.src_port] += model_.smallest_read_beats(c);
  if (c.dst_port != stream_port) {
    write_beats_[c.dst_port] += model_.smallest_write_beats(c);
    most_write_beats_[c.dst_port] += model_.piecewise_write_beats(c);
  }
  ++number_;
}

bool CommandJudge::takes_packet(const Command& c) const {
  return c.reads_stream() && model_.refusal(c) == no_error;
}

/// The packets stand in the order of the commands. One that was aborted may have taken none; those aborted with it may
/// then have its packet, until the next command that goes its way.
CommandJudge::Received CommandJudge::received(const Finished& f) {
  Received result;
  const auto& c = f.command;
  if (!c.reads_stream()) return result;
  const auto begun = source_.begun(way_made(f));
  const auto add = [&](std::size_t number) {
    const auto& packet = source_.packets()[number];
    result.packets.emplace_back(&packet, receive(c, packet, core_.word_bytes, core_.address_bits));
  };
  if (f.error == aborted || f.error == bad_command) {
    result.exact = false;
    // A bad command's followers go on meanwhile, so what is begun by its status may be theirs: it took one packet at
    // most.
    const auto end = f.error == bad_command ? std::min(begun, next_packet_ + 1) : begun;
    for (auto number = packet_; number < end; ++number) add(number);
    next_packet_ = std::max(next_packet_, end);
    return result;
  }
  if (next_packet_ >= begun) {
    fail(f, "done without a beat of the stream");
    result.exact = false;
    return result;
  }
  add(next_packet_++);
  packet_ = next_packet_;
  return result;
}

void CommandJudge::judge_flags(const Finished& f, const Received& received) {
  const auto kind =
      f.error == no_error && !received.packets.empty() ? received.packets[0].second.kind : Reception::whole;
  const bool is_short = kind == Reception::is_short;
  const bool is_long = kind == Reception::is_long;
  if (f.is_short != is_short || f.is_long != is_long)
    fail(f, fmt::format("its packet is told as short: {}, long: {}, and was {}, {}", f.is_short, f.is_long, is_short,
                        is_long));
}

void CommandJudge::judge_error(const Finished& f, const Met& met, MoverError refusal) {
  if (must_be_aborted(f, met) && refusal == no_error && met.errors.empty()) {
    if (f.error != aborted) fail(f, fmt::format("its error is {}, not aborted", f.error));
    return;
  }
  if (may_be_aborted(f) && f.error == aborted) return;
  if (refusal != no_error) {
    if (f.error != refusal) fail(f, fmt::format("its error is {}, not {}", f.error, static_cast<unsigned>(refusal)));
    if (f.bytes && model_.refusal(f.command) != no_error)
      fail(f, fmt::format("refused, but its status counts {} bytes", f.bytes));
    return;
  }
  if (met.errors.empty()) {
    if (f.error != no_error) fail(f, fmt::format("its error is {}, and nothing answered with one", f.error));
    return;
  }
  if (std::find(met.errors.begin(), met.errors.end(), f.error) == met.errors.end())
    fail(f, fmt::format("its error is {}; it met {}", f.error, fmt::join(met.errors, ", ")));
}

bool CommandJudge::may_be_aborted(const Finished& f) const {
  return std::any_of(aborts_.begin(), aborts_.end(), [&](auto cycle) { return f.accepted <= cycle && cycle < f.done; });
}

/// The last cycle in which an aborted command can have been under way. Its status may wait behind others, but what is
/// accepted after the abort is accepted when it has made way, and a packet begun from then on is another command's.
std::uint64_t CommandJudge::way_made(const Finished& f) const {
  if (f.error != aborted) return f.done;
  const bool outlived = std::any_of(aborts_.begin(), aborts_.end(),
                                    [&](auto cycle) { return f.accepted <= cycle && cycle < f.followed; });
  return outlived ? std::min(f.done, f.followed) : f.done;
}

/// Whether an abort came while beats were still to be made: what is made as a whole may end well.
bool CommandJudge::must_be_aborted(const Finished& f, const Met& met) const {
  if (f.command.dst_port == stream_port) return false;  // when its beats went is not seen here
  if (f.is_short) return false;                         // the rest of its bursts has no strobes
  return std::any_of(aborts_.begin(), aborts_.end(), [&](auto cycle) {
    return f.accepted <= cycle && cycle < f.done && std::count_if(met.beats.begin(), met.beats.end(), [&](auto beat) {
                                                      return beat > cycle + 2;
                                                    }) > 3 + waiting_beats;
  });
}

bool CommandJudge::within(const Command& c, bool destination, std::uint64_t address) const {
  const auto word = core_.word_bytes;
  for (const auto& s :
       destination ? destination_segments(c, core_.address_bits) : source_segments(c, core_.address_bits))
    if (address + word > s.address && address < s.address + s.bytes) return true;
  return false;
}

/// Whether a write burst had the strobes of all of the command's bytes in its words.
bool CommandJudge::whole(const Command& c, const Answer& answer) const {
  const auto end = answer.address + std::uint64_t{answer.beats} * core_.word_bytes;
  for (const auto& s : destination_segments(c, core_.address_bits)) {
    const auto first = std::max(answer.address, s.address);
    const auto last = std::min(end, s.address + s.bytes);
    if (first >= last || first / core_.word_bytes != answer.address / core_.word_bytes) continue;
    if (last - first == answer.bytes && Segment{first, last - first}.words(core_.word_bytes) == answer.beats)
      return true;
  }
  return false;
}

CommandJudge::Met CommandJudge::met(const Command& c) {
  Met met;
  const auto segments = destination_segments(c, core_.address_bits);
  for (unsigned port = 0; port < 2; ++port) {
    auto& answers = listeners_[port].answers;
    const bool reads = c.reads_memory() && c.src_port == port;
    const bool writes = c.dst_port == port;
    if (!reads && !writes) continue;
    auto kept = answers.begin();
    for (const auto& answer : answers) {
      const bool mine =
          answer.write ? writes && within(c, true, answer.address) : reads && within(c, false, answer.address);
      if (!mine) {
        *kept++ = answer;
        continue;
      }
      if (answer.response != okay) {
        // A bad word of the source is noticed in its turn, a bad answer at once.
        if (answer.write) met.first_error = std::min(met.first_error, answer.cycle);
        met.errors.push_back((answer.write ? write_slverr : read_slverr) + (answer.response == decerr));
      } else {
        met.okay_bytes += answer.bytes;
        if (whole(c, answer)) met.whole_burst_bytes += answer.bytes;
      }
    }
    answers.erase(kept, answers.end());
    if (!writes) continue;
    auto& data = listeners_[port].data;
    data.erase(std::remove_if(data.begin(), data.end(),
                              [&](const Address& beat) {
                                if (!within(c, true, beat.address)) return false;
                                met.beats.push_back(beat.cycle);
                                return true;
                              }),
               data.end());
  }
  return met;
}

/// After an error or an abort no new burst: one a direction may still wait for its ready.
void CommandJudge::judge_late_bursts(const Finished& f, std::uint64_t stop) {
  const auto& c = f.command;
  std::array<unsigned, 2> late{};
  for (unsigned port = 0; port < 2; ++port) {
    auto& addresses = listeners_[port].addresses;
    const bool reads = c.reads_memory() && c.src_port == port;
    const bool writes = c.dst_port == port;
    addresses.erase(
        std::remove_if(addresses.begin(), addresses.end(),
                       [&](const Address& a) {
                         if (!(a.write ? writes && within(c, true, a.address) : reads && within(c, false, a.address)))
                           return false;
                         late[a.write] += a.cycle > stop + late_bursts;
                         return true;
                       }),
        addresses.end());
  }
  if (late[0] > 1) fail(f, fmt::format("{} read bursts after its end in cycle {}", late[0], stop));
  if (late[1] > 1) fail(f, fmt::format("{} write bursts after its end in cycle {}", late[1], stop));
}

void CommandJudge::judge_whole(const Finished& f, const std::vector<MoverModel::ByteMove>& moves, bool is_short) {
  const auto& c = f.command;
  if (f.bytes != static_cast<std::uint32_t>(moves.size()))
    fail(f, fmt::format("its status counts {} bytes, not {}", f.bytes, moves.size()));
  if (c.dst_port != stream_port) {
    for (const auto& move : moves) expected_[c.dst_port].write(move.address, move.value);
    return;
  }
  std::size_t number = 0;
  for (const auto& beat : model_.stream_beats(c, moves, is_short)) {
    if (sink_next_ >= sink_.beats().size()) {
      fail(f, fmt::format("stream out: done with {} beats taken", number));
      return;
    }
    const auto& seen = sink_.beats()[sink_next_++];
    bool same = seen.keep == beat.keep && seen.last == beat.last && !seen.user;
    for (unsigned lane = 0; lane < core_.word_bytes; ++lane)
      same = same && (!(beat.keep >> lane & 1) || seen.data[lane] == beat.data[lane]);
    if (!same) {
      fail(f,
           fmt::format("stream out: beat {} differs: keep {:#x} last {} first byte {:#04x}, expected {:#x} {} {:#04x}",
                       number, seen.keep, seen.last, seen.data[0], beat.keep, beat.last, beat.data[0]));
      return;
    }
    ++number;
  }
}

void CommandJudge::judge_broken(const Finished& f, const std::vector<Moves>& moves) {
  const auto& c = f.command;
  if (c.dst_port == stream_port) {
    judge_killed_packet(f, moves);
    return;
  }
  // A byte may be written more than once by overlapping rows: each of its values may be the last one.
  std::map<std::uint64_t, std::vector<std::uint8_t>> allowed;
  auto& expected = expected_[c.dst_port];
  for (const auto& some : moves) {
    for (const auto& move : some) {
      auto& values = allowed[move.address];
      if (values.empty()) values.push_back(expected.read(move.address));
      if (!move.bad) values.push_back(move.value);
    }
  }
  for (const auto& [address, values] : allowed) {
    const auto value = actual_[c.dst_port]->read(address);
    if (std::find(values.begin(), values.end(), value) == values.end()) {
      fail(f, fmt::format("port {}: {:#x} holds {:#04x}, neither its old nor its right byte ({:#04x}, {:#04x})",
                          "AB"[c.dst_port], address, value, values.front(), values.back()));
      return;
    }
    expected.write(address, value);
  }
}

/// A killed packet: the first beats of the whole one, none or more, and if there are some, an end without bytes.
void CommandJudge::judge_killed_packet(const Finished& f, const std::vector<Moves>& moves) {
  std::size_t number = 0;
  for (const auto& some : moves) {
    std::size_t alike = 0;
    for (const auto& beat : model_.stream_beats(f.command, some, false)) {
      if (sink_next_ + alike >= sink_.beats().size()) break;
      const auto& seen = sink_.beats()[sink_next_ + alike];
      bool same = seen.keep == beat.keep && !seen.last;
      for (unsigned lane = 0; lane < core_.word_bytes; ++lane)
        same = same && (!(beat.keep >> lane & 1) || seen.data[lane] == beat.data[lane]);
      if (!same) break;
      ++alike;
    }
    number = std::max(number, alike);
  }
  if (!number) return;
  if (sink_next_ + number >= sink_.beats().size()) {
    fail(f, fmt::format("stream out: killed after {} beats, and the packet has no end", number));
    return;
  }
  const auto& end = sink_.beats()[sink_next_ + number];
  if (!end.last || !end.user || end.keep)
    fail(f, fmt::format("stream out: killed after {} beats, then one with keep {:#x}, last {}, user {}", number,
                        end.keep, end.last, end.user));
  sink_next_ += number + 1;
}

void CommandJudge::compare_ends() {
  if (source_.begun() != next_packet_)
    failures_.push_back(fmt::format("stream in: {} packets begun, not {}", source_.begun(), next_packet_));
  for (unsigned port = 0; port < 2; ++port) {
    if (const auto address = SparseMemory::first_difference(expected_[port], *actual_[port]))
      failures_.push_back(fmt::format("port {}: {:#x} holds {:#04x}, expected {:#04x}", "AB"[port], *address,
                                      actual_[port] -> read(*address), expected_[port].read(*address)));
  }
  if (sink_next_ < sink_.beats().size())
    failures_.push_back(fmt::format("stream out: {} beats too many", sink_.beats().size() - sink_next_));
}

void CommandJudge::fail(const Finished& f, const std::string& what) {
  if (failures_.size() < 20)
    failures_.push_back(
        fmt::format("command {} (done in cycle {}): {}\n    {}", number_, f.done, what, to_string(f.command)));
}

}  // namespace isochron::rtl
