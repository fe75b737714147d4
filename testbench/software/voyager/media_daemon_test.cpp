// SPDX-License-Identifier: Apache-2.0
// The daemon of a node against a replay that looks at every stream in every picosecond and knows which blocks have
// come. Disks are stand-ins: each block takes a time of the draw, so blocks overtake each other.
#include <algorithm>
#include <cstdint>
#include <deque>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <isochron/core/error.h>
#include <isochron/core/simulation.h>
#include <isochron/observe/statistic_sink.h>
#include <isochron/software/voyager/media_daemon.h>
#include <support/child_process.h>

#include "support/transfer_bench.h"

namespace isochron::testbench {
namespace {

__extension__ typedef unsigned __int128 WideTime;

constexpr std::uint32_t this_node = 7;

struct PacketArrival {
  Time at = 0;
  std::uint32_t stream = 0;  ///< its number
  std::uint32_t bytes = 0;
};

struct DaemonPlan {
  std::uint64_t block = 16;
  std::uint64_t buffers = 2;
  StripedFile::Config files;
  std::vector<MediaStream> streams;
  std::vector<Time> delays;  ///< of blocks, 1 or more
  std::vector<PacketArrival> arrivals;
  Time end = 0;

  Time delay(std::uint32_t stream, std::uint64_t request) const {
    return delays[(5ull * stream + request) % delays.size()];
  }
};

/// When packet `number` of a stream is due after its first, by the definition.
Time due_after_first(const MediaStream& stream, std::uint64_t number) {
  return static_cast<Time>(static_cast<WideTime>(number) * stream.packet * 8 * second / stream.rate);
}
/// Its phase is less than this.
Time interval_of(const MediaStream& stream) {
  return (static_cast<Time>(stream.packet) * 16 * second / stream.rate + 1) / 2;
}

/// Lines of one instant in no order.
class DaemonJournal {
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

/// Every stream, looked at in every picosecond.
class DaemonReplay {
 public:
  /// `phases`: of the streams that are played or sent, by their numbers.
  DaemonReplay(const DaemonPlan& plan, const std::map<std::uint32_t, Time>& phases) : plan_(plan), files_(plan.files) {
    for (const MediaStream& given : plan.streams) {
      State state;
      state.given = given;
      const auto phase = phases.find(given.number);
      if (phase != phases.end()) state.phase = phase->second;
      state.empty = plan.buffers;
      states_.push_back(state);
    }
  }

  std::string run() {
    for (Time now = 0; now <= plan_.end; ++now)
      for (State& state : states_) step(state, now);
    for (const State& state : states_) {
      journal_.note(plan_.end, "stream", state.given.number, state.offered, state.passed, state.bytes, state.dropped);
      if (!state.away.empty()) journal_.note(plan_.end, "away", state.given.number, state.away.size());
    }
    journal_.note(plan_.end, "late blocks", late_);
    return journal_.text();
  }

 private:
  struct Request {
    Time back = 0;
    std::uint64_t block = 0;
    Time asked = 0;
  };
  struct State {
    MediaStream given;
    Time phase = 0;
    bool started = false;
    Time first_due = 0;
    std::uint64_t next = 0;  ///< packet
    std::set<std::uint64_t> asked;
    std::set<std::uint64_t> came;
    std::uint64_t empty = 0;   ///< buffers of a recording with nothing in them
    std::uint64_t filled = 0;  ///< bytes in the one that is being filled; 0: none is
    std::uint64_t written = 0;
    std::vector<Request> away;
    std::uint64_t requests = 0;
    Time last_wait = 0;  ///< for a block
    std::uint64_t offered = 0;
    std::uint64_t passed = 0;
    std::uint64_t bytes = 0;
    std::uint64_t dropped = 0;

    std::uint64_t past() const { return next * given.packet; }
  };

  void step(State& state, Time now) {
    Time longest = 0;
    for (const Request& request : state.away)
      if (request.back == now) longest = std::max(longest, now - request.asked);
    if (longest > 0) state.last_wait = longest;
    for (std::size_t i = 0; i < state.away.size();) {
      if (state.away[i].back != now) {
        ++i;
        continue;
      }
      come_back(state, state.away[i], now);
      state.away.erase(state.away.begin() + static_cast<std::ptrdiff_t>(i));
    }
    for (const PacketArrival& arrival : plan_.arrivals)
      if (arrival.at == now && arrival.stream == state.given.number) arrive(state, arrival, now);
    if (state.given.action == StreamAction::send && !state.started) {
      state.started = true;
      state.first_due = state.given.begin + state.phase;
    }
    if (state.started && now == state.first_due + due_after_first(state.given, state.next)) fall_due(state, now);
    if (state.given.action == StreamAction::play && now >= state.given.begin) read_ahead(state, now);
  }
  void come_back(State& state, const Request& request, Time now) {
    const std::uint64_t block = request.block;
    if (state.given.action == StreamAction::record) {
      ++state.empty;
      return;
    }
    state.came.insert(block);
    if (state.past() > block * plan_.block) ++late_;
    if (block == 0) {
      state.started = true;
      state.first_due = now + state.phase;
    }
  }
  void arrive(State& state, const PacketArrival& packet, Time now) {
    ++state.offered;
    if (state.given.action == StreamAction::record) {
      const std::uint64_t room = state.empty * plan_.block + (state.filled > 0 ? plan_.block - state.filled : 0);
      if (packet.bytes > room) {
        ++state.dropped;
        return;
      }
      for (std::uint32_t byte = 0; byte < packet.bytes; ++byte) {
        if (state.filled == 0) --state.empty;
        if (++state.filled < plan_.block) continue;
        state.filled = 0;
        ask(state, state.written++, now);
      }
    }
    ++state.passed;
    state.bytes += packet.bytes;
    if (state.given.action == StreamAction::relay)
      journal_.note(now, "sent", state.given.number, state.offered - 1, packet.at, packet.bytes, this_node,
                    state.given.destination);
  }
  void fall_due(State& state, Time now) {
    ++state.offered;
    bool there = true;
    for (std::uint64_t byte = state.past(); byte < state.past() + state.given.packet; ++byte)
      there = there && (state.given.action == StreamAction::send || state.came.count(byte / plan_.block) == 1);
    if (there) {
      ++state.passed;
      state.bytes += state.given.packet;
      journal_.note(now, "sent", state.given.number, state.next, now, state.given.packet, this_node,
                    state.given.destination);
    } else {
      ++state.dropped;
    }
    ++state.next;
  }
  void read_ahead(State& state, Time now) {
    std::uint64_t past = state.past();
    for (std::uint64_t packet = state.next;
         state.started && state.first_due + due_after_first(state.given, packet) < now + state.last_wait; ++packet)
      past += state.given.packet;
    for (;;) {
      std::uint64_t held = 0;
      for (const std::uint64_t block : state.asked)
        if (state.came.count(block) == 0 || (block + 1) * plan_.block > state.past()) ++held;
      if (held == plan_.buffers) return;
      std::uint64_t block = state.asked.empty() ? 0 : *state.asked.rbegin() + 1;
      if ((block + 1) * plan_.block <= past)
        while (block * plan_.block < past) ++block;
      state.asked.insert(block);
      ask(state, block, now);
    }
  }
  void ask(State& state, std::uint64_t block, Time now) {
    const StripedFile::Place place = files_.place(state.given.file, block);
    journal_.note(now, "ask", state.given.number, block, state.given.action == StreamAction::play ? "r" : "w",
                  place.disk, place.position);
    state.away.push_back({now + plan_.delay(state.given.number, state.requests++), block, now});
  }

  const DaemonPlan& plan_;
  StripedFile files_;
  std::vector<State> states_;
  std::uint64_t late_ = 0;
  DaemonJournal journal_;
};

/// The library's daemon between stand-ins.
class DaemonBench {
 public:
  explicit DaemonBench(const DaemonPlan& plan, const MediaDaemon::Config& config, std::uint64_t seed = 1)
      : plan_(plan), files(plan.files), daemon("daemon", domain, config, this_node, plan.streams, files, seed) {
    daemon.requests.bind(disks_);
    daemon.send.bind(stack_);
    for (const PacketArrival& arrival : plan.arrivals) script.at(arrival.at, [this, arrival] { arrive(arrival); });
  }
  explicit DaemonBench(const DaemonPlan& plan, std::uint64_t seed = 1) : DaemonBench(plan, config_of(plan), seed) {}

  static MediaDaemon::Config config_of(const DaemonPlan& plan) {
    MediaDaemon::Config config;
    config.block = plan.block;
    config.buffers = plan.buffers;
    return config;
  }

  std::string run() {
    simulate_to(region, plan_.end);
    for (std::size_t i = 0; i < daemon.streams(); ++i) {
      const MediaDaemon::Counts& counts = daemon.counts(i);
      const std::uint32_t number = daemon.stream(i).number;
      journal.note(plan_.end, "stream", number, counts.offered, counts.passed, counts.bytes, counts.dropped);
      if (away_[number] > 0) journal.note(plan_.end, "away", number, away_[number]);
    }
    journal.note(plan_.end, "late blocks", daemon.late_blocks());
    report();
    return journal.text();
  }
  /// Throws if something is lost.
  void report() {
    ReplicationRecord record;
    StatisticSink sink(record, 0, plan_.end);
    daemon.report(sink);
    std::uint64_t away = 0;
    for (const auto& [number, blocks] : away_) away += blocks;
    if (pool.outstanding() != away) throw std::runtime_error("payloads are left");
  }
  /// Of each stream that is played or sent; that of one whose first packet nobody saw is as long as it can be.
  std::map<std::uint32_t, Time> phases() const {
    std::map<std::uint32_t, Time> phases;
    for (const MediaStream& stream : plan_.streams) {
      if (stream.action != StreamAction::play && stream.action != StreamAction::send) continue;
      const auto first = first_due_.find(stream.number);
      const Time longest = interval_of(stream) - 1;
      const auto base = base_.find(stream.number);
      phases[stream.number] =
          first == first_due_.end() ? longest : first->second - (base == base_.end() ? stream.begin : base->second);
      if (phases[stream.number] > longest) throw std::runtime_error("a phase is longer than an interval");
    }
    return phases;
  }

  Region region{"region"};
  MessagePool pool{1};
  Domain domain{region, pool, Phases::shortcut};
  Script script{"script", region};
  DaemonJournal journal;

 private:
  const DaemonPlan& plan_;

 public:
  StripedFile files;
  MediaDaemon daemon;

 private:
  void arrive(const PacketArrival& arrival) {
    Message& packet = pool.allocate(0, 1);
    packet.set_data_length(arrival.bytes);
    packet.tag() = Tag();
    packet.tag().stream = arrival.stream;
    packet.tag().sequence = arrived_[arrival.stream]++;
    packet.tag().issued = packet.tag().ready = arrival.at;
    packet.tag().bytes = arrival.bytes;
    packet.tag().source = 99;
    daemon.received.inlet().accept(packet, region.now());
    packet.release();
  }
  void take(Payload& packet, Time now) {
    const Tag& tag = tag_of(packet);
    journal.note(now, "sent", tag.stream, tag.sequence, tag.issued, packet.get_data_length(), tag.source,
                 tag.destination);
    if (tag.bytes != packet.get_data_length() || tag.ready != now) throw std::runtime_error("a packet's tag");
    if (tag.sequence == 0) first_due_[tag.stream] = now;
  }
  void ask(Payload& block, Time now) {
    const Tag& tag = tag_of(block);
    journal.note(now, "ask", tag.stream, tag.block, block.is_read() ? "r" : "w", tag.sequence, tag.offset);
    if (block.get_data_length() != (block.is_read() ? 0 : plan_.block) || tag.bytes != plan_.block ||
        tag.source != this_node || tag.issued != now)
      throw std::runtime_error("a block's tag");
    block.acquire();
    ++away_[tag.stream];
    const Time back = now + plan_.delay(tag.stream, requests_[tag.stream]++);
    under_way_.emplace_back(back, &block);
    region.call_at(back, [this] { give_back(); });
  }
  /// Of those that come back now the one that was asked for last.
  void give_back() {
    const auto found = std::find_if(under_way_.rbegin(), under_way_.rend(),
                                    [this](const auto& entry) { return entry.first == region.now(); });
    Payload& block = *found->second;
    under_way_.erase(std::next(found).base());
    const Tag& tag = tag_of(block);
    --away_[tag.stream];
    if (tag.block == 0) base_.emplace(tag.stream, region.now());
    daemon.done.inlet().accept(block, region.now());
    block.release();
  }

  InletOf<DaemonBench> asked_{*this, &DaemonBench::ask};
  InletOf<DaemonBench> taken_{*this, &DaemonBench::take};
  InletPort disks_{"disks", asked_};
  InletPort stack_{"stack", taken_};
  std::vector<std::pair<Time, Payload*>> under_way_;  ///< blocks, and when they come back
  std::map<std::uint32_t, std::uint64_t> requests_;
  std::map<std::uint32_t, std::uint64_t> away_;
  std::map<std::uint32_t, std::uint64_t> arrived_;
  std::map<std::uint32_t, Time> base_;       ///< when the first block of a stream came
  std::map<std::uint32_t, Time> first_due_;  ///< ... and its first packet
};

rc::Gen<DaemonPlan> daemon_plans() {
  return rc::gen::exec([] {
    DaemonPlan plan;
    plan.block = *rc::gen::inRange<std::uint64_t>(4, 30);
    plan.buffers = *rc::gen::inRange<std::uint64_t>(2, 5);
    plan.files.block = plan.block;
    plan.files.nodes = *rc::gen::inRange<std::uint64_t>(1, 4);
    plan.files.disks = *rc::gen::inRange<std::uint64_t>(1, 3);
    plan.files.files = 12;
    const auto slowest = *rc::gen::element<Time>(10, 100, 400);
    plan.delays = *rc::gen::container<std::vector<Time>>(
        7, *rc::gen::arbitrary<bool>() ? rc::gen::inRange<Time>(1, slowest)
                                       : rc::gen::element<Time>(20, slowest, slowest + 20, slowest + 40));
    const int streams = *rc::gen::inRange(1, 6);
    for (int i = 0; i < streams; ++i) {
      MediaStream stream;
      stream.number = static_cast<std::uint32_t>(3 * (streams - i));
      stream.action = *rc::gen::element(StreamAction::play, StreamAction::play, StreamAction::record,
                                        StreamAction::relay, StreamAction::receive, StreamAction::send);
      stream.packet = *rc::gen::inRange<std::uint32_t>(1, static_cast<std::uint32_t>(plan.block) + 1);
      const std::uint64_t once_a_picosecond = 8ull * stream.packet * second;
      stream.rate = *rc::gen::inRange<std::uint64_t>(once_a_picosecond / 70, once_a_picosecond / 2);
      stream.file = *rc::gen::inRange<std::uint64_t>(0, plan.files.files);
      stream.destination = *rc::gen::inRange(20u, 40u);
      stream.begin = *rc::gen::element<Time>(0, 1, 77, 400);
      plan.streams.push_back(stream);
      if (stream.action == StreamAction::play || stream.action == StreamAction::send) continue;
      const int arrivals = *rc::gen::inRange(0, 60);
      const auto gap = *rc::gen::element<Time>(1, 10, 60);
      Time now = 0;
      for (int k = 0; k < arrivals; ++k) {
        now += *rc::gen::inRange<Time>(0, gap + 1);
        plan.arrivals.push_back({now, stream.number, *rc::gen::inRange<std::uint32_t>(1, stream.packet + 1)});
      }
    }
    plan.end = *rc::gen::inRange<Time>(200, 2500);
    return plan;
  });
}

RC_GTEST_PROP(MediaDaemon, agreesWithAReplay, ()) {
  const DaemonPlan plan = *daemon_plans();
  const std::string found = run_in_child([&] {
    DaemonBench bench(plan);
    const std::string text = bench.run();
    const std::string expected = DaemonReplay(plan, bench.phases()).run();
    return text == expected ? std::string() : "expected\n" + expected + "\nfound\n" + text;
  });
  if (!found.empty()) RC_LOG() << found;
  RC_ASSERT(found.empty());
}

/// Lines of `text` that begin with the time and `words`.
std::vector<std::string> lines_with(const std::string& text, const std::string& words) {
  std::istringstream lines(text);
  std::vector<std::string> found;
  for (std::string line; std::getline(lines, line);)
    if (line.find(": " + words) != std::string::npos) found.push_back(line);
  return found;
}

/// Blocks of 16 B from one disk, which come after 5 ps; packets of 8 B every 20 ps.
class MediaDaemonTest : public testing::Test {
 protected:
  MediaDaemonTest() {
    plan.files.block = 16;
    plan.files.nodes = plan.files.disks = 1;
    plan.delays = {5};
    plan.end = 500;
  }
  MediaStream& stream(StreamAction action, std::uint32_t number = 0) {
    MediaStream made;
    made.number = number;
    made.action = action;
    made.packet = 8;
    made.rate = 8ull * 8 * second / 20;
    plan.streams.push_back(made);
    return plan.streams.back();
  }

  DaemonPlan plan;
};

// Packets of 4096 B at 7 Mb/s: 4.6811428... ms each. After 7 of them 32.768 ms are over to the picosecond.
TEST_F(MediaDaemonTest, packetsAreDueAtExactTimes) {
  plan.block = plan.files.block = 64ull * 1024;
  plan.delays = {10 * millisecond};
  MediaStream& playing = stream(StreamAction::play);
  playing.rate = 7'000'000;
  playing.packet = 4096;
  playing.begin = 3 * millisecond;
  plan.end = second;
  DaemonBench bench(plan);
  const std::string text = bench.run();
  const Time first = 13 * millisecond + bench.phases().at(0);
  std::ostringstream expected;
  expected << first << ": sent 0 0 " << first << " 4096 7 0";
  const std::vector<std::string> sent = lines_with(text, "sent");
  ASSERT_GT(sent.size(), 200u);
  EXPECT_EQ(sent[0], expected.str());
  for (const std::uint64_t sevens : {1, 10, 29}) {
    const Time due = first + sevens * 32'768 * microsecond;
    expected.str("");
    expected << due << ": sent 0 " << 7 * sevens << " " << due << " 4096 7 0";
    EXPECT_EQ(sent.at(7 * sevens), expected.str());
  }
}

// Times after the first packet. Block 2 is asked for at 20, when packet 1 is sent, and takes 100 ps instead of 5; block
// 3 is asked for at 60 and is there at 65. So packets 4 and 5, due at 80 and 100, are dropped, and 6 is sent at 120,
// when block 2 comes as well, of which nothing is of use any more. If the next took 100 ps too, that would be at 220,
// when packet 11 is due and 10 is past: so of block 4 (8, 9) all would be past, and of block 5 (10, 11) half of it.
// Block 6 is asked for, and packets 8 to 11 are dropped. At 125 it is there: at 140 block 7 is asked for, and nothing
// is left out any more.
TEST_F(MediaDaemonTest, aLateBlockDropsItsPacketsAndTimeGoesOn) {
  plan.delays = std::vector<Time>(100, 5);
  plan.delays[2] = 100;
  stream(StreamAction::play);
  DaemonBench bench(plan);
  const std::string text = bench.run();
  const Time first = 5 + bench.phases().at(0);
  const std::vector<std::string> sent = lines_with(text, "sent");
  const std::vector<std::uint64_t> numbers = {0, 1, 2, 3, 6, 7, 12, 13, 14, 15};
  ASSERT_GT(sent.size(), numbers.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    std::ostringstream expected;
    expected << first + 20 * numbers[i] << ": sent 0 " << numbers[i] << " " << first + 20 * numbers[i] << " 8 7 0";
    EXPECT_EQ(sent.at(i), expected.str());
  }
  EXPECT_EQ(bench.daemon.counts(0).dropped, 6u);
  EXPECT_EQ(bench.daemon.late_blocks(), 1u);
}

// Two blocks of 16 B have 32 B of room. The third packet of 7 B fills the first and has 5 B over, the fourth makes that
// 12 B, and for the fifth 4 B are left: dropped. The first block is written at 32, and there is room for the packet of
// that picosecond, which fills the second block and has 3 B over. After one more there are 6 B.
TEST_F(MediaDaemonTest, recordingFillsBlocksExactly) {
  plan.delays = {12, 300};
  stream(StreamAction::record);
  for (const Time at : {0, 10, 20, 30, 31, 32, 40, 50}) plan.arrivals.push_back({at, 0, 7});
  DaemonBench bench(plan);
  const std::string text = bench.run();
  EXPECT_EQ(text,
            "20: ask 0 0 w 0 0\n32: ask 0 1 w 0 16\n"
            "500: late blocks 0\n500: stream 0 8 6 42 2\n");
}

TEST_F(MediaDaemonTest, whatIsRelayedGoesOnAtOnceAndWhatIsReceivedDoesNot) {
  stream(StreamAction::relay, 4).destination = 33;
  stream(StreamAction::receive, 2);
  plan.arrivals = {{30, 4, 6}, {30, 2, 5}, {31, 4, 8}};
  DaemonBench bench(plan);
  EXPECT_EQ(bench.run(),
            "30: sent 4 0 30 6 7 33\n31: sent 4 1 31 8 7 33\n"
            "500: late blocks 0\n500: stream 2 1 1 5 0\n500: stream 4 2 2 14 0\n");
}

// The file system's work is that of recorded packets, and of played ones if both ways cost it.
TEST_F(MediaDaemonTest, filesAreWork) {
  std::uint32_t number = 0;
  for (const StreamAction action :
       {StreamAction::play, StreamAction::record, StreamAction::relay, StreamAction::receive, StreamAction::send})
    stream(action, number++);
  MediaDaemon::Config config = DaemonBench::config_of(plan);
  config.file_packet = 1000;
  config.file_byte = 3;
  DaemonBench one_way(plan, config);
  config.both_ways = true;
  MediaDaemon both_ways("both_ways", one_way.domain, config, this_node, plan.streams, one_way.files, 1);
  Message& packet = one_way.pool.allocate(0, 1);
  packet.set_data_length(100);
  for (packet.tag().stream = 0; packet.tag().stream < 5; ++packet.tag().stream) {
    const std::uint32_t its = packet.tag().stream;
    EXPECT_EQ(one_way.daemon.work_of(packet), its == 1 ? 1300u : 0u);
    EXPECT_EQ(both_ways.work_of(packet), its <= 1 ? 1300u : 0u);
  }
  EXPECT_THROW(both_ways.work_of(packet), ModelError);
  packet.release();
}

// What a part hands over while requests are made, after the packet's timer has rung in the same picosecond.
class LateInTheInstant final : public sc_core::sc_module, private Region::Activity, private Region::Requester {
 public:
  LateInTheInstant(const sc_core::sc_module_name& name, Region& region)
      : sc_module(name), blocks("blocks", blocks_), done("done"), region_(region) {
    region_.join(static_cast<Region::Activity&>(*this), Region::Rank::timer);
    region_.join(static_cast<Region::Requester&>(*this), Region::Rank::timer);
  }
  InletPort blocks;
  OutletPort done;

  Time third_at = 0;  ///< the third block comes then, others at once
  std::uint64_t came = 0;

 private:
  void take(Payload& block, Time now) {
    block.acquire();
    if (came++ == 2 && third_at > now) {
      third_ = &block;
      region_.schedule(*this, third_at);
      return;
    }
    ready_.push_back(&block);
    region_.request(*this);
  }
  void complete(Time) override {
    ready_.push_back(third_);
    region_.request(*this);
  }
  void ask(Time now) override {
    while (!ready_.empty()) {
      Payload& block = *ready_.front();
      ready_.pop_front();
      done.hand_on(block, now);
      block.release();
    }
  }

  InletOf<LateInTheInstant> blocks_{*this, &LateInTheInstant::take};
  Region& region_;
  Payload* third_ = nullptr;
  std::deque<Payload*> ready_;
};

// The fifth packet is the third block's: it is sent if the block comes in its picosecond, and dropped if it comes in
// the next.
TEST_F(MediaDaemonTest, aBlockThatComesInThePicosecondIsInTime) {
  stream(StreamAction::play);
  for (const Time late : {0, 1}) {
    const std::string found = run_in_child([&] {
      Region region("region");
      MessagePool pool(1);
      const Domain domain{region, pool, Phases::shortcut};
      const StripedFile files(plan.files);
      MediaDaemon daemon("daemon", domain, DaemonBench::config_of(plan), this_node, plan.streams, files, 1);
      LateInTheInstant disks("disks", region);
      std::vector<Time> sent;
      struct Taker final : Inlet {
        explicit Taker(std::vector<Time>& times) : sent(times) {}
        void accept(Payload&, Time now) override { sent.push_back(now); }
        std::vector<Time>& sent;
      } taker(sent);
      InletPort stack("stack", taker);
      daemon.requests.bind(disks.blocks);
      disks.done.bind(daemon.done);
      daemon.send.bind(stack);
      // Blocks are there at once, so its first packet is due after its phase, which is less than 20 ps.
      simulate_to(region, 20);
      disks.third_at = sent.at(0) + 80 + late;
      simulate_to(region, 110);
      return std::to_string(sent.at(4) - sent.at(0)) + " " + std::to_string(daemon.counts(0).dropped);
    });
    EXPECT_EQ(found, late == 0 ? "80 0" : "100 1");
  }
}

TEST_F(MediaDaemonTest, aWindowForgetsWhatWasBefore) {
  plan.delays = {300};
  stream(StreamAction::record);
  for (const Time at : {0, 1, 2, 3, 4, 100, 200}) plan.arrivals.push_back({at, 0, 8});
  DaemonBench bench(plan);
  simulate_to(bench.region, 50);
  EXPECT_EQ(bench.daemon.window_counts(0).dropped, 1u);
  bench.daemon.start_window(50);
  simulate_to(bench.region, 500);
  const MediaDaemon::Counts window = bench.daemon.window_counts(0);
  EXPECT_EQ(window.offered, 2u);
  EXPECT_EQ(window.passed, 0u);
  EXPECT_EQ(window.bytes, 0u);
  EXPECT_EQ(window.dropped, 2u);
  EXPECT_EQ(bench.daemon.counts(0).offered, 7u);

  ReplicationRecord record;
  StatisticSink sink(record, 50, 500);
  bench.daemon.report(sink);
  const auto& figures = record.components.at("daemon");
  EXPECT_EQ(figures.at("packets"), 0);
  EXPECT_EQ(figures.at("throughput"), 0);
  EXPECT_EQ(figures.at("dropped_file"), 2);
  EXPECT_EQ(figures.at("blocks"), 2);
  EXPECT_EQ(figures.at("late"), 0);
  EXPECT_DOUBLE_EQ(figures.at("wait"), 300e-12);
  // One until 301, one until 303.
  EXPECT_DOUBLE_EQ(figures.at("queue_depth"), (251.0 + 253.0) / 450.0);
}

// The late block of above, and the four packets left out for it, are before the window. In it a block comes every 40 ps
// and takes 5.
TEST_F(MediaDaemonTest, aWindowForgetsBlocks) {
  plan.delays = std::vector<Time>(100, 5);
  plan.delays[2] = 100;
  stream(StreamAction::play);
  DaemonBench bench(plan);
  simulate_to(bench.region, 300);
  EXPECT_EQ(bench.daemon.late_blocks(), 1u);
  bench.daemon.start_window(300);
  simulate_to(bench.region, 700);
  EXPECT_EQ(bench.daemon.late_blocks(), 0u);
  ReplicationRecord record;
  StatisticSink sink(record, 300, 700);
  bench.daemon.report(sink);
  const auto& figures = record.components.at("daemon");
  EXPECT_EQ(figures.at("packets"), 20);
  EXPECT_DOUBLE_EQ(figures.at("throughput"), 20 * 8 / 400e-12);
  EXPECT_EQ(figures.at("dropped_file"), 0);
  EXPECT_EQ(figures.at("blocks"), 10);
  EXPECT_EQ(figures.at("late"), 0);
  EXPECT_DOUBLE_EQ(figures.at("wait"), 5e-12);
  EXPECT_DOUBLE_EQ(figures.at("queue_depth"), 5.0 / 40);
}

// Blocks 2 and 3 come in one picosecond, 120 after the first packet: 2 took 100 ps and 3 took 60, of which the daemon
// hears first. The next is expected to take 100 ps: at 220 all of block 4, packets 8 and 9, would be past. If it took
// 60, at 180 packet 9 would still be in time.
TEST_F(MediaDaemonTest, theLongestOfAPicosecondCounts) {
  plan.delays = std::vector<Time>(100, 5);
  plan.delays[2] = 100;
  plan.delays[3] = 60;
  stream(StreamAction::play);
  DaemonBench bench(plan);
  const std::string text = bench.run();
  const Time first = 5 + bench.phases().at(0);
  std::ostringstream expected;
  expected << first + 120 << ": ask 0 6 r 0 96";
  const std::vector<std::string> asked = lines_with(text, "ask");
  ASSERT_GT(asked.size(), 4u);
  EXPECT_EQ(asked[4], expected.str());
}

// When a packet is recorded, and whether it is dropped.
TEST_F(MediaDaemonTest, fingerprintsTell) {
  stream(StreamAction::record);
  plan.delays = {400};
  const auto fingerprint = [this](Time last, std::uint64_t buffers) {
    DaemonPlan its = plan;
    its.buffers = buffers;
    for (const Time at : {Time{0}, Time{1}, Time{2}, Time{3}, last}) its.arrivals.push_back({at, 0, 8});
    return run_in_child([&] {
      DaemonBench bench(its);
      bench.run();
      return std::to_string(bench.daemon.fingerprint());
    });
  };
  const std::string base = fingerprint(10, 2);
  EXPECT_EQ(fingerprint(10, 2), base);
  EXPECT_NE(fingerprint(11, 2), base);
  EXPECT_NE(fingerprint(10, 3), base);
}

// Of 400 streams: uniform within the interval of 20 ns.
TEST_F(MediaDaemonTest, phasesAreUniform) {
  for (std::uint32_t number = 0; number < 400; ++number) {
    MediaStream& sender = stream(StreamAction::send, number);
    sender.rate = 8ull * 8 * second / (20 * nanosecond);
  }
  plan.end = 20 * nanosecond;
  DaemonBench bench(plan);
  bench.run();
  std::vector<std::uint64_t> tenths(10);
  for (const auto& [number, phase] : bench.phases()) ++tenths.at(phase / (2 * nanosecond));
  for (const std::uint64_t count : tenths) EXPECT_NEAR(static_cast<double>(count), 40, 20);  // 3.3 deviations of 6
}

TEST_F(MediaDaemonTest, saysWhatItWaitsFor) {
  plan.delays = {300};
  stream(StreamAction::play);
  DaemonBench bench(plan);
  std::vector<Wait> waits;
  bench.daemon.report_waits(waits);
  EXPECT_TRUE(waits.empty());
  simulate_to(bench.region, 100);
  bench.daemon.report_waits(waits);
  ASSERT_EQ(waits.size(), 1u);
  EXPECT_EQ(waits[0].what, "2 blocks");
  EXPECT_EQ(waits[0].whom, "daemon.requests");
}

// The same stream has the same phase, whatever others the node has; another one has another, and so has another seed.
TEST_F(MediaDaemonTest, phasesAreEachStreamsOwn) {
  const auto phase_of = [&](const std::vector<MediaStream>& streams, std::uint32_t number, std::uint64_t seed) {
    DaemonPlan its = plan;
    its.streams = streams;
    its.end = second;
    return std::stoull(run_in_child([&] {
      DaemonBench bench(its, seed);
      bench.run();
      return std::to_string(bench.phases().at(number));
    }));
  };
  const auto sender = [](std::uint32_t number) {
    MediaStream made;
    made.number = number;
    made.action = StreamAction::send;
    made.begin = 5;
    return made;
  };
  const std::uint64_t alone = phase_of({sender(3)}, 3, 1);
  EXPECT_EQ(phase_of({sender(9), sender(3)}, 3, 1), alone);
  EXPECT_NE(phase_of({sender(9), sender(3)}, 9, 1), alone);
  EXPECT_NE(phase_of({sender(3)}, 3, 2), alone);
}

TEST_F(MediaDaemonTest, refusesWhatCannotBe) {
  const StripedFile files(plan.files);
  Region region("region");
  MessagePool pool(1);
  const Domain domain{region, pool, Phases::shortcut};
  const auto make = [&](const MediaStream& one, const MediaStream& other, std::uint64_t block = 16) {
    MediaDaemon::Config config;
    config.block = block;
    MediaDaemon daemon("daemon", domain, config, 0, {one, other}, files, 1);
  };
  const MediaStream fine = stream(StreamAction::play, 0);
  MediaStream other = stream(StreamAction::send, 1);
  EXPECT_THROW(make(fine, fine), ModelError);
  EXPECT_THROW(make(fine, other, 32), ModelError);
  other.packet = 17;
  for (const StreamAction action : {StreamAction::play, StreamAction::record}) {
    other.action = action;
    EXPECT_THROW(make(fine, other), ModelError);
  }
  other.packet = 0;
  EXPECT_THROW(make(fine, other), ModelError);
  other.packet = 8;
  other.rate = 0;
  EXPECT_THROW(make(fine, other), ModelError);
  other.rate = ~std::uint64_t{0};
  EXPECT_THROW(make(fine, other), ModelError);
}

TEST_F(MediaDaemonTest, refusesPacketsOfStreamsThatItDoesNotReceive) {
  stream(StreamAction::play, 1);
  plan.arrivals = {{10, 1, 8}};
  EXPECT_THROW(DaemonBench(plan).run(), ModelError);
}

TEST_F(MediaDaemonTest, refusesBlocksOfStreamsWithoutAFile) {
  stream(StreamAction::receive, 1);
  DaemonBench bench(plan);
  Message& block = bench.pool.allocate(0, 1);
  block.tag().stream = 1;
  EXPECT_THROW(bench.daemon.done.inlet().accept(block, 0), ModelError);
  block.release();
}

TEST_F(MediaDaemonTest, refusesPacketsOfOthers) {
  stream(StreamAction::receive, 1);
  plan.arrivals = {{10, 0, 8}};
  EXPECT_THROW(DaemonBench(plan).run(), ModelError);
}

}  // namespace
}  // namespace isochron::testbench
