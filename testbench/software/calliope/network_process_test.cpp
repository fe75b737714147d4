// SPDX-License-Identifier: Apache-2.0
// The network process against a replay that goes picosecond by picosecond and knows of each packet in which block it
// lies. What is at the other end of its buffers returns each after a time of the draw.
#include <algorithm>
#include <cmath>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <isochron/core/error.h>
#include <isochron/core/simulation.h>
#include <isochron/observe/flow.h>
#include <isochron/observe/statistic_sink.h>
#include <isochron/software/calliope/network_process.h>
#include <support/child_process.h>

#include "support/transfer_bench.h"

namespace isochron::testbench {
namespace {

using Direction = NetworkProcess::Direction;

/// Packets of these lengths, with these times between them, over and over.
class ListedPackets final : public PacketSchedule {
 public:
  explicit ListedPackets(std::vector<Packet> listed) : listed_(std::move(listed)) {}

  Packet packet(std::uint64_t number) const override {
    Packet packet = listed_[number % listed_.size()];
    Time due = 0;
    for (std::uint64_t i = 0; i < number; ++i) due += listed_[i % listed_.size()].due;
    packet.due = due;
    return packet;
  }
  std::uint64_t first_at(Time offset) const override {
    std::uint64_t number = 0;
    while (packet(number).due < offset) ++number;
    return number;
  }
  std::uint32_t largest() const override {
    std::uint32_t most = 0;
    for (const Packet& packet : listed_) most = std::max(most, packet.bytes);
    return most;
  }
  double mean_rate() const override { return 1; }
  Time longest_delay(std::uint64_t) const override { return 0; }

 private:
  std::vector<Packet> listed_;  ///< `due`: time from this packet to the next
};

struct Act {
  enum class Kind { open, load, play, halt, close, receive };
  Time at = 0;
  Kind kind = Kind::open;
  std::uint32_t stream = 0;
  Direction direction = Direction::play;
  std::uint64_t packet = 0;  ///< load: the first
  Time start = 0;            ///< play
  std::uint32_t bytes = 0;   ///< receive
  std::uint32_t source = 0;  ///< receive: the recording
};

struct NetworkPlan {
  std::uint64_t block = 20;
  Time interval = 10;
  Time packet_work = 1;
  Time byte_work = 0;
  std::uint32_t streams = 1;
  std::vector<PacketSchedule::Packet> packets;
  std::vector<Time> delays;    ///< of buffers
  std::vector<bool> unserved;  ///< comes back with no bytes, if nobody waits for it any more
  std::vector<Act> acts;
  Time end = 0;

  Time delay(std::uint32_t stream, std::uint64_t request) const {
    return delays[(5ull * stream + request) % delays.size()];
  }
  bool drops(std::uint32_t stream, std::uint64_t request) const {
    return unserved[(3ull * stream + request) % unserved.size()];
  }
  Time work(std::uint32_t bytes) const { return packet_work + byte_work * bytes; }
};

/// Lines of one instant in no order.
class NetworkJournal {
 public:
  template <class... Words>
  void note(Time now, const Words&... words) {
    std::ostringstream text;
    ((text << " " << words), ...);
    lines_.emplace_back(now, text.str());
  }
  std::string text() {
    std::sort(lines_.begin(), lines_.end());
    std::ostringstream text;
    for (const auto& [time, line] : lines_) text << time << ":" << line << "\n";
    return text.str();
  }

 private:
  std::vector<std::pair<Time, std::string>> lines_;
};

/// Between looks at what is due and what of it is sent.
constexpr Time flow_step = 97;

/// Every stream, buffer and packet, looked at in every picosecond.
class NetworkReplay {
 public:
  explicit NetworkReplay(const NetworkPlan& plan) : plan_(plan), schedule_(plan.packets), streams_(plan.streams) {}

  std::string run() {
    for (Time now = 0; now < plan_.end; ++now) {
      for (const Act& act : plan_.acts)
        if (act.at == now) carry_out(act, now);
      for (std::uint32_t s = 0; s < streams_.size(); ++s)
        while (!streams_[s].away.empty() && streams_[s].away.front().at == now) come_back(s, now);
      if (working_ && free_at_ == now) finish(now);
      if (now % plan_.interval == 0) awake_ = true;
      if (!working_) begin(now);
      for (State& stream : streams_) count_due(stream, now);
      if (now > 0 && now % flow_step == 0 && now < plan_.end - 1)
        journal_.note(now, "due", due_bytes_, "of them sent", served_bytes_);
    }
    journal_.note(plan_.end, "sent", sent_, "late", late_, "without data", without_data_, "recorded", recorded_, "lost",
                  lost_);
    return journal_.text();
  }

 private:
  struct Request {
    Time at = 0;
    bool reads = true;
    std::uint32_t generation = 0;
    bool drops = false;
  };
  struct State {
    bool open = false;
    bool loaded = false;
    bool playing = false;
    bool started = false;
    Direction direction = Direction::play;
    std::uint32_t generation = 0;
    std::vector<std::uint64_t> block_of;  ///< of each packet since it was loaded
    std::uint64_t first = 0;
    std::uint64_t next = 0;   ///< packet, counted from `first`
    std::uint64_t due = 0;    ///< packets that have been due, counted from `first`
    std::uint64_t there = 0;  ///< blocks that have come since it was loaded
    std::uint64_t asked = 0;
    Time start = 0;
    std::uint64_t gathered = 0;  ///< bytes in the buffer that is filled
    unsigned empty = 0;          ///< buffers of a recording
    unsigned idle = 0;
    std::deque<Request> away;
    std::uint64_t requests = 0;
    Time last_back = 0;
  };

  Time due(const State& stream) const {
    return stream.start + schedule_.packet(stream.first + stream.next).due - schedule_.packet(stream.first).due;
  }
  std::uint32_t bytes_of(const State& stream, std::uint64_t packet) const {
    return schedule_.packet(stream.first + packet).bytes;
  }
  void count_due(State& stream, Time now) {
    if (!stream.playing || stream.direction != Direction::play) return;
    const Time first = schedule_.packet(stream.first).due;
    for (; stream.start + schedule_.packet(stream.first + stream.due).due - first <= now; ++stream.due)
      due_bytes_ += bytes_of(stream, stream.due);
  }
  bool sendable(const State& stream) const {
    return stream.playing && stream.direction == Direction::play && stream.block_of[stream.next] < stream.there;
  }

  void carry_out(const Act& act, Time now) {
    State& stream = streams_[act.stream];
    switch (act.kind) {
      case Act::Kind::open:
        stream.open = true;
        stream.direction = act.direction;
        stream.idle = 2 - static_cast<unsigned>(stream.away.size());
        break;
      case Act::Kind::load:
        load(act, now);
        break;
      case Act::Kind::play:
        stream.playing = true;
        stream.start = act.start;
        break;
      case Act::Kind::halt:
        halt(stream, now);
        break;
      case Act::Kind::close:
        if (stream.loaded) halt(stream, now);
        stream.open = false;
        stream.idle = 0;
        break;
      case Act::Kind::receive:
        arrived_.push_back(act);
        awake_ = true;
        break;
    }
  }
  void load(const Act& act, Time now) {
    State& stream = streams_[act.stream];
    stream.loaded = true;
    stream.started = false;
    ++stream.generation;
    stream.first = act.packet;
    stream.next = stream.due = stream.there = stream.asked = stream.gathered = 0;
    stream.block_of.clear();
    std::uint64_t block = 0;
    std::uint64_t used = 0;
    for (std::uint64_t i = 0; i < 2000; ++i) {
      const std::uint64_t bytes = plan_.packets[(act.packet + i) % plan_.packets.size()].bytes;
      if (used + bytes > plan_.block) {
        ++block;
        used = 0;
      }
      used += bytes;
      stream.block_of.push_back(block);
    }
    for (; stream.idle > 0; --stream.idle) {
      if (stream.direction == Direction::play)
        ask(act.stream, now);
      else
        ++stream.empty;
    }
  }
  void halt(State& stream, Time now) {
    count_due(stream, now);
    for (std::uint64_t i = stream.next; i < stream.due; ++i) served_bytes_ += bytes_of(stream, i);
    if (stream.direction == Direction::play)
      stream.idle += static_cast<unsigned>(stream.there - stream.block_of[stream.next]);
    stream.idle += stream.empty;
    stream.empty = 0;
    stream.loaded = stream.playing = false;
  }
  void ask(std::uint32_t number, Time now) {
    State& stream = streams_[number];
    const bool reads = stream.direction == Direction::play;
    journal_.note(now, "ask", number, stream.asked++, reads ? "r" : "w", stream.generation);
    stream.last_back = std::max(stream.last_back, now + plan_.delay(number, stream.requests));
    stream.away.push_back({stream.last_back, reads, stream.generation, plan_.drops(number, stream.requests)});
    ++stream.requests;
  }
  void come_back(std::uint32_t number, Time now) {
    State& stream = streams_[number];
    const Request request = stream.away.front();
    stream.away.pop_front();
    if (!stream.open) return;
    if (!stream.loaded) {
      ++stream.idle;
    } else if (stream.direction == Direction::record) {
      ++stream.empty;
    } else if (request.generation != stream.generation || !request.reads) {
      ask(number, now);
    } else {
      if (stream.there == 0) journal_.note(now, "loaded", number);
      const bool late = stream.playing && !sendable(stream) && due(stream) < now;
      ++stream.there;
      if (late) ++without_data_;
    }
  }

  void begin(Time now) {
    if (!arrived_.empty()) {
      working_ = true;
      gathers_ = true;
      free_at_ = now + plan_.work(arrived_.front().bytes);
      return;
    }
    std::optional<std::uint32_t> best;
    for (std::uint32_t s = 0; awake_ && s < streams_.size(); ++s)
      if (sendable(streams_[s]) && due(streams_[s]) <= now && (!best || due(streams_[s]) < due(streams_[*best])))
        best = s;
    awake_ = best.has_value();
    if (!best) return;
    working_ = true;
    gathers_ = false;
    sending_ = *best;
    generation_ = streams_[*best].generation;
    free_at_ = now + plan_.work(schedule_.packet(streams_[*best].first + streams_[*best].next).bytes);
  }
  void finish(Time now) {
    working_ = false;
    if (gathers_) {
      gather(arrived_.front(), now);
      arrived_.pop_front();
      return;
    }
    State& stream = streams_[sending_];
    if (!stream.playing || stream.generation != generation_) return;
    journal_.note(now, "sent", sending_, stream.next, generation_, "due", due(stream));
    ++sent_;
    served_bytes_ += bytes_of(stream, stream.next);
    late_ += now - due(stream);
    if (stream.next == 0) journal_.note(now, "started", sending_);
    const bool last = stream.block_of[stream.next] != stream.block_of[stream.next + 1];
    ++stream.next;
    if (last) ask(sending_, now);
  }
  void gather(const Act& packet, Time now) {
    State& stream = streams_[packet.stream];
    if (!stream.playing || stream.direction != Direction::record || packet.source != stream.generation) return;
    if (stream.empty > 0 && stream.gathered + packet.bytes > plan_.block) {
      --stream.empty;
      stream.gathered = 0;
      ask(packet.stream, now);
    }
    if (stream.empty == 0) {
      ++lost_;
      return;
    }
    stream.gathered += packet.bytes;
    recorded_ += packet.bytes;
    if (!stream.started) journal_.note(now, "started", packet.stream);
    stream.started = true;
  }

  const NetworkPlan& plan_;
  ListedPackets schedule_;
  std::vector<State> streams_;
  std::deque<Act> arrived_;
  bool awake_ = false;
  bool working_ = false;
  bool gathers_ = false;
  std::uint32_t sending_ = 0;
  std::uint32_t generation_ = 0;
  Time free_at_ = 0;
  std::uint64_t sent_ = 0;
  Time late_ = 0;
  std::uint64_t without_data_ = 0;
  std::uint64_t recorded_ = 0;
  std::uint64_t lost_ = 0;
  std::uint64_t due_bytes_ = 0;
  std::uint64_t served_bytes_ = 0;  ///< of them: sent, or of streams that are halted
  NetworkJournal journal_;
};

/// The library's process with the host and timer of a plan.
class NetworkBench final : private NetworkProcess::Listener {
 public:
  explicit NetworkBench(const NetworkPlan& plan)
      : plan_(plan),
        schedule(plan.packets),
        host("host", domain, host_config(plan)),
        timer("timer", domain, timer_config(plan), 1),
        network("network", domain, {plan.block, plan.streams}, host, timer),
        requests_(plan.streams),
        last_back_(plan.streams) {
    network.set_listener(*this);
    network.buffers.bind(disk_);
    network.packets.bind(wire_);
    for (const Act& act : plan.acts) script.at(act.at, [this, act] { carry_out(act); });
  }

  std::string run() {
    if (looks_at_flow) {
      flow_.add(network);
      for (Time at = flow_step; at < plan_.end - 1; at += flow_step) {
        simulate_to(region, at);
        const FlowSample flow = flow_.sample(at);
        journal.note(at, "due", std::llround(flow.generated), "of them sent", std::llround(flow.delivered));
      }
    }
    simulate_to(region, plan_.end - 1);
    const HistogramSample lateness = network.lateness().sample();
    journal.note(plan_.end, "sent", network.packets_sent(), "late", std::llround(lateness.sum * 1e12), "without data",
                 network.without_data(), "recorded", network.recorded_bytes(), "lost", network.lost());
    report();
    return journal.text();
  }
  /// Throws if bytes are lost.
  void report() {
    ReplicationRecord record;
    StatisticSink sink(record, 0, plan_.end);
    network.report(sink);
  }

  Region region{"region"};
  MessagePool pool{1};
  Domain domain{region, pool, Phases::shortcut};
  Script script{"script", region};
  NetworkJournal journal;
  bool looks_at_flow = false;

 private:
  const NetworkPlan& plan_;

 public:
  ListedPackets schedule;
  Host host;
  PacketTimer timer;
  NetworkProcess network;

 private:
  Flow flow_{"B"};

  static Host::Config host_config(const NetworkPlan& plan) {
    Host::Config config;
    config.packet = plan.packet_work;
    config.byte = plan.byte_work;
    config.server_packet = 0;
    return config;
  }
  static PacketTimer::Config timer_config(const NetworkPlan& plan) {
    PacketTimer::Config config;
    config.interval = plan.interval;
    return config;
  }

  void carry_out(const Act& act) {
    const Time now = region.now();
    switch (act.kind) {
      case Act::Kind::open:
        return network.open(act.stream, act.direction, now);
      case Act::Kind::load:
        return network.load(act.stream, schedule, act.packet, now);
      case Act::Kind::play:
        return network.play(act.stream, act.start, now);
      case Act::Kind::halt:
        return network.halt(act.stream, now);
      case Act::Kind::close:
        return network.close(act.stream, now);
      case Act::Kind::receive:
        break;
    }
    Message& packet = pool.allocate(0, 1);
    packet.set_data_length(act.bytes);
    packet.tag() = Tag();
    packet.tag().stream = act.stream;
    packet.tag().source = act.source;
    network.received.inlet().accept(packet, now);
    packet.release();
  }
  void loaded(std::uint32_t stream, Time now) override { journal.note(now, "loaded", stream); }
  void started(std::uint32_t stream, Time now) override { journal.note(now, "started", stream); }
  void take(Payload& packet, Time now) {
    const Tag& tag = tag_of(packet);
    journal.note(now, "sent", tag.stream, tag.sequence, tag.source, "due", tag.issued);
    if (tag.ready != now || tag.bytes != packet.get_data_length()) throw std::runtime_error("a packet's tag");
  }
  void ask(Payload& buffer, Time now) {
    const Tag& tag = tag_of(buffer);
    const std::uint32_t stream = tag.stream;
    journal.note(now, "ask", stream, tag.block, buffer.is_read() ? "r" : "w", tag.source);
    if (buffer.is_write() && buffer.get_data_length() != plan_.block) throw std::runtime_error("half a block");
    const std::uint64_t request = requests_[stream]++;
    last_back_[stream] = std::max(last_back_[stream], now + plan_.delay(stream, request));
    buffer.acquire();
    region.call_at(last_back_[stream], [this, &buffer, request] {
      const Tag& its = tag_of(buffer);
      const bool stale = its.source != network.generation(its.stream);
      buffer.set_data_length(stale && plan_.drops(its.stream, request) ? 0 : static_cast<unsigned>(plan_.block));
      network.served.inlet().accept(buffer, region.now());
      buffer.release();
    });
  }

  InletOf<NetworkBench> asked_{*this, &NetworkBench::ask};
  InletOf<NetworkBench> taken_{*this, &NetworkBench::take};
  InletPort disk_{"disk", asked_};
  InletPort wire_{"wire", taken_};
  std::vector<std::uint64_t> requests_;
  std::vector<Time> last_back_;
};

/// The lives of a stream, until all is closed.
void draw_lives(NetworkPlan& plan, std::uint32_t stream, std::vector<Act>& acts) {
  Time now = *rc::gen::inRange<Time>(0, 200);
  std::uint32_t generation = 0;
  const auto later = [&now](Time most) { return now += *rc::gen::element<Time>(0, 1, most / 8, most / 2, most); };
  const auto act = [&](Act::Kind kind) -> Act& {
    Act made;
    made.at = now;
    made.kind = kind;
    made.stream = stream;
    acts.push_back(made);
    return acts.back();
  };
  const int lives = *rc::gen::inRange(1, 4);
  for (int life = 0; life < lives; ++life) {
    const Direction direction = *rc::gen::element(Direction::play, Direction::play, Direction::record);
    act(Act::Kind::open).direction = direction;
    const int showings = *rc::gen::inRange(1, 4);
    for (int showing = 0; showing < showings; ++showing) {
      later(40);
      act(Act::Kind::load).packet = *rc::gen::inRange<std::uint64_t>(0, 6);
      ++generation;
      if (*rc::gen::inRange(0, 4) > 0) {
        later(120);
        const Time before = std::min<Time>(now, 20);
        act(Act::Kind::play).start = now - before + *rc::gen::inRange<Time>(0, 60);
        const int arrivals = direction == Direction::record ? *rc::gen::inRange(0, 20) : 0;
        for (int i = 0; i < arrivals; ++i) {
          later(40);
          Act& packet = act(Act::Kind::receive);
          packet.bytes = *rc::gen::inRange<std::uint32_t>(1, static_cast<std::uint32_t>(plan.block) + 1);
          packet.source = *rc::gen::inRange(0, 5) == 0 ? generation - 1 : generation;
        }
      }
      later(500);
      if (showing + 1 < showings || *rc::gen::arbitrary<bool>()) act(Act::Kind::halt);
    }
    later(40);
    act(Act::Kind::close);
    later(100);
  }
  plan.end = std::max(plan.end, now + 3000);
}

rc::Gen<NetworkPlan> network_plans() {
  return rc::gen::exec([] {
    NetworkPlan plan;
    plan.block = *rc::gen::inRange<std::uint64_t>(8, 40);
    plan.interval = *rc::gen::element<Time>(1, 7, 10, 100);
    plan.packet_work = *rc::gen::inRange<Time>(1, 12);
    plan.byte_work = *rc::gen::inRange<Time>(0, 3);
    plan.streams = *rc::gen::inRange(1u, 5u);
    const int listed = *rc::gen::inRange(1, 6);
    for (int i = 0; i < listed; ++i)
      plan.packets.push_back({*rc::gen::inRange<Time>(1, 80), *rc::gen::inRange<std::uint32_t>(1, 9)});
    plan.delays = *rc::gen::container<std::vector<Time>>(7, rc::gen::inRange<Time>(1, 150));
    plan.unserved = *rc::gen::container<std::vector<bool>>(5, rc::gen::arbitrary<bool>());
    for (std::uint32_t stream = 0; stream < plan.streams; ++stream) draw_lives(plan, stream, plan.acts);
    std::stable_sort(plan.acts.begin(), plan.acts.end(), [](const Act& a, const Act& b) { return a.at < b.at; });
    return plan;
  });
}

RC_GTEST_PROP(NetworkProcess, agreesWithAReplay, ()) {
  const NetworkPlan plan = *network_plans();
  const std::string expected = NetworkReplay(plan).run();
  const std::string found = run_in_child([&] {
    NetworkBench bench(plan);
    bench.looks_at_flow = true;
    std::string text = bench.run();
    // All is closed: nobody holds a buffer or packet.
    if (bench.pool.outstanding() != 0) throw std::runtime_error("payloads are left");
    return text;
  });
  if (expected != found) RC_LOG() << "expected\n" << expected << "\nfound\n" << found;
  RC_ASSERT(found == expected);
}

/// Ticks at 0, 10, 20; a packet takes 3 ps and 1 ps for each of its 4 bytes; buffers come back after 5 ps.
class NetworkProcessTest : public testing::Test {
 protected:
  NetworkProcessTest() {
    plan.packet_work = 3;
    plan.byte_work = 1;
    plan.packets = {{25, 4}};
    plan.delays = {5};
    plan.unserved = {false};
    plan.end = 200;
  }
  Act& act(Time at, Act::Kind kind, std::uint32_t stream = 0) {
    Act made;
    made.at = at;
    made.kind = kind;
    made.stream = stream;
    plan.acts.push_back(made);
    return plan.acts.back();
  }
  void play(std::uint32_t stream, Time start, Time halt) {
    plan.streams = std::max(plan.streams, stream + 1);
    act(0, Act::Kind::open, stream);
    act(0, Act::Kind::load, stream);
    act(6, Act::Kind::play, stream).start = start;
    act(halt, Act::Kind::halt, stream);
  }
  std::string run() { return NetworkBench(plan).run(); }

  NetworkPlan plan;
};

// Due at 12, 37 and 62: taken up at 20, 40 and 70.
TEST_F(NetworkProcessTest, aPacketIsSentAtTheTickAndItsWork) {
  play(0, 12, 80);
  EXPECT_EQ(run(),
            "0: ask 0 0 r 1\n0: ask 0 1 r 1\n5: loaded 0\n27: sent 0 0 1 due 12\n27: started 0\n"
            "47: sent 0 1 1 due 37\n77: sent 0 2 1 due 62\n"
            "200: sent 3 late 40 without data 0 recorded 0 lost 0\n");
}

// Of what is due at the tick of 20, that of 11, then the two of 12. That of 36, due when the process is awake, waits
// for the host only.
TEST_F(NetworkProcessTest, earliestDeadlineIsFirst) {
  play(0, 12, 36);
  play(1, 11, 49);
  play(2, 12, 42);
  EXPECT_EQ(run(),
            "0: ask 0 0 r 1\n0: ask 0 1 r 1\n0: ask 1 0 r 1\n0: ask 1 1 r 1\n0: ask 2 0 r 1\n0: ask 2 1 r 1\n"
            "5: loaded 0\n5: loaded 1\n5: loaded 2\n27: sent 1 0 1 due 11\n27: started 1\n"
            "34: sent 0 0 1 due 12\n34: started 0\n41: sent 2 0 1 due 12\n41: started 2\n48: sent 1 1 1 due 36\n"
            "200: sent 4 late 79 without data 0 recorded 0 lost 0\n");
}

// Two packets fit in a block of 11 B. The third is that of the next block, whose buffer is there; the fifth's was asked
// for at 47 and takes 100.
TEST_F(NetworkProcessTest, whatDoesNotFitBeginsTheNextBlock) {
  plan.block = 11;
  plan.delays = {5, 5, 100};
  play(0, 12, 155);
  EXPECT_EQ(run(),
            "0: ask 0 0 r 1\n0: ask 0 1 r 1\n5: loaded 0\n27: sent 0 0 1 due 12\n27: started 0\n"
            "47: ask 0 2 r 1\n47: sent 0 1 1 due 37\n77: sent 0 2 1 due 62\n97: ask 0 3 r 1\n97: sent 0 3 1 due 87\n"
            "200: sent 4 late 50 without data 1 recorded 0 lost 0\n");
}

// It is halted while the host works on its first packet, which is not sent; and begins anew in that time.
TEST_F(NetworkProcessTest, aPacketOfAStreamThatIsHaltedIsNotSent) {
  play(0, 12, 22);
  act(23, Act::Kind::load);
  act(29, Act::Kind::play).start = 29;
  act(40, Act::Kind::close);
  EXPECT_EQ(run(),
            "0: ask 0 0 r 1\n0: ask 0 1 r 1\n5: loaded 0\n23: ask 0 0 r 2\n23: ask 0 1 r 2\n28: loaded 0\n"
            "37: sent 0 0 2 due 29\n37: started 0\n"
            "200: sent 1 late 8 without data 0 recorded 0 lost 0\n");
}

// Blocks of 10 B: the third packet finds the first buffer full, the fifth the second one, while the disk still has the
// first.
TEST_F(NetworkProcessTest, recordingsFillBuffersAndLoseWhatFindsNone) {
  plan.block = 10;
  plan.delays = {100};
  act(0, Act::Kind::open).direction = Direction::record;
  act(0, Act::Kind::load);
  act(1, Act::Kind::play).start = 1;
  for (const Time at : {3, 13, 23, 33, 43, 53}) {
    Act& packet = act(at, Act::Kind::receive);
    packet.bytes = 4;
    packet.source = 1;
  }
  EXPECT_EQ(run(),
            "10: started 0\n30: ask 0 0 w 1\n50: ask 0 1 w 1\n"
            "200: sent 0 late 0 without data 0 recorded 16 lost 2\n");
}

TEST_F(NetworkProcessTest, refusesWhatCannotBe) {
  NetworkBench bench(plan);
  EXPECT_THROW(bench.network.load(0, bench.schedule, 0, 0), ModelError);
  bench.network.open(0, Direction::play, 0);
  EXPECT_THROW(bench.network.open(0, Direction::play, 0), ModelError);
  bench.network.load(0, bench.schedule, 0, 0);
  EXPECT_THROW(bench.network.load(0, bench.schedule, 0, 0), ModelError);
}

}  // namespace
}  // namespace isochron::testbench
