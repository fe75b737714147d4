// SPDX-License-Identifier: Apache-2.0
#include "core_bench.h"

#include <fmt/format.h>

namespace isochron::rtl {
namespace {

AxiChecker::Rules rules_of(const CoreParameters& core) {
  AxiChecker::Rules rules;
  rules.word_bytes = core.word_bytes;
  rules.max_burst = std::min(core.max_burst, 4096 / core.word_bytes);
  return rules;
}

bool same(const AxiMasterPins& a, const AxiMasterPins& b) {
  return a.arvalid == b.arvalid && a.araddr == b.araddr && a.arlen == b.arlen &&
         a.read_attributes() == b.read_attributes() && a.rready == b.rready && a.awvalid == b.awvalid &&
         a.awaddr == b.awaddr && a.awlen == b.awlen && a.write_attributes() == b.write_attributes() &&
         a.wvalid == b.wvalid && a.wdata == b.wdata && a.wstrb == b.wstrb && a.wlast == b.wlast && a.bready == b.bready;
}

std::string to_string(const AxiTiming& t) {
  static constexpr std::array<const char*, 3> orders{"independent", "address first", "data first"};
  return fmt::format("latency {}, stalls AR {} R {} AW {} W {} B {} %, write channels {}", t.latency, t.stall_ar,
                     t.stall_r, t.stall_aw, t.stall_w, t.stall_b, orders[static_cast<unsigned>(t.write_order)]);
}

}  // namespace

std::string to_string(const Surroundings& s) {
  return fmt::format("seed {}; port A: {}; port B: {}; stalls: command {}, done {}, stream in {}, stream out {} %",
                     s.seed, to_string(s.timing[0]), to_string(s.timing[1]), s.command_stall, s.done_stall,
                     s.stream_in_stall, s.stream_out_stall);
}

CoreBench::CoreBench(CoreDut& core, const Surroundings& surroundings)
    : core_(core),
      surroundings_(surroundings),
      random_(surroundings.seed),
      memories_{SparseMemory{surroundings.seed * 2 + 1}, SparseMemory{surroundings.seed * 2 + 2}},
      ports_{std::make_unique<AxiMemory>(core.parameters().word_bytes, memories_[0], surroundings.seed * 5 + 1),
             std::make_unique<AxiMemory>(core.parameters().word_bytes, memories_[1], surroundings.seed * 5 + 2)},
      checkers_{{"port A", rules_of(core.parameters())}, {"port B", rules_of(core.parameters())}},
      source_(core.parameters().word_bytes, surroundings.seed * 5 + 3),
      sink_(surroundings.seed * 5 + 4),
      judge_(core.parameters(), {&memories_[0], &memories_[1]}, {ports_[0].get(), ports_[1].get()}, source_, sink_,
             surroundings.seed * 5 + 3),
      attributes_(core.parameters()) {
  for (unsigned port = 0; port < 2; ++port) {
    ports_[port]->timing = surroundings.timing[port];
    ports_[port]->listen(judge_.listener(port));
  }
  source_.stall = surroundings.stream_in_stall;
  sink_.stall = surroundings.stream_out_stall;
  reset();
}

void CoreBench::reset() {
  inputs_.rst = true;
  for (unsigned i = 0; i < 4; ++i) clock();
  inputs_.rst = false;
}

void CoreBench::send(const Command& command) {
  waiting_.push_back(command);
  if (judge_.takes_packet(command))
    source_.add(packet_of(command, core_.parameters().word_bytes, core_.parameters().address_bits));
}

void CoreBench::send(const std::vector<Command>& commands) {
  for (const auto& command : commands) send(command);
}

void CoreBench::clock() {
  const CoreOutputs before = outputs_;
  core_.settle(inputs_, outputs_);
  if (cycle_ > 1) check_paths(before);

  const bool in_reset = inputs_.rst;
  // The first edge of reset makes the outputs known.
  if (!in_reset || cycle_ > 1) {
    for (unsigned port = 0; port < 2; ++port) checkers_[port].clock(outputs_.axi[port], inputs_.axi[port], in_reset);
  }
  if (in_reset) {
    // The memories count the same cycles.
    for (auto& port : ports_) port->clock({});
  } else {
    if (inputs_.abort) judge_.abort(cycle_);
    check_status_stability();
    take_handshakes();
    count_times();
  }

  core_.edge(outputs_);
  ++cycle_;
  if (in_reset) return;
  for (unsigned port = 0; port < 2; ++port) inputs_.axi[port] = ports_[port]->pins();
  inputs_.stream = source_.pins();
  inputs_.stream_ready = sink_.ready();
  inputs_.abort = false;
  inputs_.done_ready = !random_.chance(surroundings_.done_stall);
  drive_command();
}

void CoreBench::count_times() {
  for (unsigned port = 0; port < 2; ++port) times_.add(outputs_.axi[port], inputs_.axi[port], cycle_);
  times_.add(outputs_.stream.valid && inputs_.stream_ready, cycle_);
  times_.add(inputs_.stream.valid && outputs_.stream_ready, cycle_);
  times_.add(inputs_.cmd_valid && outputs_.cmd_ready, cycle_);
  times_.add(outputs_.done_valid && inputs_.done_ready, cycle_);
}

void CoreBench::drive_command() {
  if (inputs_.cmd_valid || waiting_.empty() || random_.chance(surroundings_.command_stall)) return;
  inputs_.cmd_valid = true;
  attributes_.give(waiting_.front());
  inputs_.command = waiting_.front();
  presented_ = cycle_;
}

void CoreBench::take_handshakes() {
  const auto& out = outputs_;
  stalls_.read += out.stall_read;
  stalls_.write += out.stall_write;
  stalls_.address += out.stall_address;
  for (unsigned port = 0; port < 2; ++port)
    stalls_.address_waits += out.axi[port].arvalid && !inputs_.axi[port].arready;
  bool moved = false;
  if (inputs_.cmd_valid && out.cmd_ready) {
    Finished entry;
    entry.command = waiting_.front();
    entry.presented = presented_;
    entry.accepted = cycle_;
    waiting_.pop_front();
    in_flight_.push_back(entry);
    attributes_.accepted(entry.command);
    inputs_.cmd_valid = false;
    ++accepted_;
    moved = true;
  }

  // Status before the memories' edge: a status may not be ahead of the answers that it needs.
  if (out.done_valid) {
    if (in_flight_.empty()) {
      fail("a status without a command");
    } else {
      auto& entry = in_flight_.front();
      if (!entry.done) entry.done = cycle_;
      if (inputs_.done_ready) {
        entry.behind = static_cast<unsigned>(in_flight_.size() - 1);
        if (entry.behind) entry.followed = in_flight_[1].accepted;
        entry.error = out.done_error;
        entry.is_short = out.done_short;
        entry.is_long = out.done_long;
        entry.tag = out.done_tag;
        entry.bytes = out.done_bytes;
        judge_.finished(entry);
        if (observer_) observer_->finished(entry, core_.parameters());
        finished_.push_back(entry);
        in_flight_.pop_front();
        attributes_.finished();
        moved = true;
      }
    }
  }
  if (!in_flight_.empty() && in_flight_.front().accepted < cycle_ && !out.busy)
    fail("busy is low with a command in flight");

  for (unsigned port = 0; port < 2; ++port) {
    const auto& master = out.axi[port];
    const auto& slave = inputs_.axi[port];
    const bool ar = master.arvalid && slave.arready;
    const bool aw = master.awvalid && slave.awready;
    moved = moved || ar || aw || (slave.rvalid && master.rready) || (master.wvalid && slave.wready) ||
            (slave.bvalid && master.bready);
    ports_[port]->clock(master);
    if (ar) check_attributes(port, false, master.araddr, master.read_attributes());
    if (aw) check_attributes(port, true, master.awaddr, master.write_attributes());
    if (observer_ && ar) observer_->in_flight(port, false, ports_[port]->reads_outstanding(), core_.parameters());
    if (observer_ && aw) observer_->in_flight(port, true, ports_[port]->writes_outstanding(), core_.parameters());
  }
  moved = moved || (inputs_.stream.valid && out.stream_ready) || (out.stream.valid && inputs_.stream_ready);
  source_.clock(out.stream_ready, cycle_);
  sink_.clock(out.stream);
  if (!out.busy && accepted_ && in_flight_.empty() && !(ports_[0]->idle() && ports_[1]->idle()) && !left_behind_) {
    left_behind_ = true;
    fail("busy is low with bursts under way");
  }
  if (moved) last_move_ = cycle_;
}

void CoreBench::check_attributes(unsigned port, bool write, std::uint64_t address, unsigned attributes) {
  if (!attributes_.right(port, write, address, attributes))
    fail(fmt::format("port {}: the {} address {:#x} carries {:#x}, which its command did not ask for", "AB"[port],
                     write ? "write" : "read", address, attributes));
}

void CoreBench::check_paths(const CoreOutputs& b) {
  const auto& o = outputs_;
  const bool status = o.cmd_ready == b.cmd_ready && o.done_valid == b.done_valid && o.done_tag == b.done_tag &&
                      o.done_error == b.done_error && o.done_short == b.done_short && o.done_long == b.done_long &&
                      o.done_bytes == b.done_bytes && o.busy == b.busy;
  const bool stream = o.stream_ready == b.stream_ready && o.stream.valid == b.stream.valid &&
                      o.stream.data == b.stream.data && o.stream.keep == b.stream.keep &&
                      o.stream.last == b.stream.last && o.stream.user == b.stream.user;
  // A path to what only counters see is told apart: it would hide everything else.
  stall_path_ = stall_path_ || o.stall_read != b.stall_read || o.stall_write != b.stall_write ||
                o.stall_address != b.stall_address;
  if (!status) fail("commands or status follow an input without a clock edge");
  if (!stream) fail("a stream follows an input without a clock edge");
  if (!same(o.axi[0], b.axi[0])) fail("port A follows an input without a clock edge");
  if (!same(o.axi[1], b.axi[1])) fail("port B follows an input without a clock edge");
}

void CoreBench::check_status_stability() {
  const auto& o = outputs_;
  const auto& b = status_before_;
  if (status_waits_ && (!o.done_valid || o.done_tag != b.done_tag || o.done_error != b.done_error ||
                        o.done_short != b.done_short || o.done_long != b.done_long || o.done_bytes != b.done_bytes))
    fail("the status changed before done_ready");
  status_waits_ = o.done_valid && !inputs_.done_ready;
  status_before_ = o;
}

bool CoreBench::drain(const std::function<void(CoreBench&)>& each_cycle) {
  last_move_ = cycle_;
  while (!done()) {
    if (each_cycle) each_cycle(*this);
    clock();
    const auto patience = 3000u + 4 * (surroundings_.timing[0].latency + surroundings_.timing[1].latency);
    if (cycle_ - last_move_ > patience) {
      fail(fmt::format("nothing moves: {} commands in flight, {} waiting{}", in_flight_.size(), waiting_.size(),
                       source_.amid() ? ", a packet is not drained" : ""));
      return false;
    }
  }
  // Long enough for a beat or a status too many to show.
  const auto tail = 20 + surroundings_.timing[0].latency + surroundings_.timing[1].latency;
  for (unsigned i = 0; i < tail; ++i) clock();
  if (outputs_.busy) fail("busy stays high");
  return true;
}

std::vector<std::string> CoreBench::verdict() {
  auto all = failures_;
  const auto add = [&](const std::vector<std::string>& more) { all.insert(all.end(), more.begin(), more.end()); };
  for (auto& checker : checkers_) {
    checker.finish();
    add(checker.breaches());
  }
  add(sink_.breaches());
  if (done()) judge_.compare_ends();
  add(judge_.failures());
  for (unsigned port = 0; port < 2 && judge_.exact() && all.empty(); ++port) {
    const auto counts = checkers_[port].counts();
    if (counts.read_beats != judge_.smallest_read_beats(port))
      all.push_back(fmt::format("port {}: {} read beats, {} are enough", "AB"[port], counts.read_beats,
                                judge_.smallest_read_beats(port)));
    if (counts.write_beats < judge_.smallest_write_beats(port) || counts.write_beats > judge_.most_write_beats(port))
      all.push_back(fmt::format("port {}: {} write beats, {} are enough", "AB"[port], counts.write_beats,
                                judge_.smallest_write_beats(port)));
  }
  return all;
}

void CoreBench::fail(const std::string& what) {
  if (failures_.size() < 20) failures_.push_back(fmt::format("cycle {}: {}", cycle_, what));
}

}  // namespace isochron::rtl
