// SPDX-License-Identifier: Apache-2.0
// The duty cycle of disks against a simulation that goes picosecond by picosecond. A read takes `latency` + 4 ps.
#include <algorithm>
#include <cmath>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <isochron/core/error.h>
#include <isochron/core/simulation.h>
#include <isochron/observe/statistic_sink.h>
#include <isochron/software/calliope/duty_cycle.h>
#include <support/child_process.h>

#include "support/transfer_bench.h"

namespace isochron::testbench {
namespace {

/// A stream of a draw. Its files are striped or on one disk; of each it has two buffers.
struct Viewer {
  Time joins = 0;
  unsigned disk = 0;  ///< of its file's first block
  Time moves = 0;     ///< to another file; end_of_time: never
  unsigned other = 0;
  Time leaves = 0;  ///< end_of_time: never
  Time sends = 0;   ///< how long after it was filled a buffer is empty again

  unsigned first_disk(std::uint64_t block) const { return block < other_file ? disk : other; }
  static constexpr std::uint64_t other_file = 1000;  ///< its first block's number
};

std::ostream& operator<<(std::ostream& out, const Viewer& viewer) {
  out << "[" << viewer.joins << " at disk " << viewer.disk << ", sends " << viewer.sends;
  if (viewer.moves != end_of_time) out << ", moves " << viewer.moves << " to " << viewer.other;
  if (viewer.leaves != end_of_time) out << ", leaves " << viewer.leaves;
  return out << "]";
}

struct Drawn {
  DutyCycle::Config config;
  unsigned disks = 1;
  Time latency = 0;
  bool backwards = false;  ///< buffers of one instant come in the other order
  Time fails = end_of_time;
  std::vector<Viewer> viewers;
};

unsigned disk_of(const Drawn& drawn, std::size_t stream, std::uint64_t block) {
  const unsigned first = drawn.viewers[stream].first_disk(block);
  return drawn.config.striped ? static_cast<unsigned>((first + block % Viewer::other_file) % drawn.disks) : first;
}

constexpr std::uint64_t duty_block = 4;
constexpr Time ticks = 1500;

/// What happened, a line each.
class Journal {
 public:
  void seat(Time now, std::size_t stream, const std::optional<DutyCycle::Seat>& seat) {
    text_ << now << ": " << stream << " has ";
    if (seat)
      text_ << seat->number << " from " << seat->turn << "\n";
    else
      text_ << "no seat\n";
  }
  void served(Time now, std::size_t stream, std::uint64_t block, std::uint64_t bytes) {
    text_ << now << ": " << stream << "." << block << " " << bytes << " B\n";
  }
  void sum(std::uint64_t missed, std::uint64_t late, Time waited) {
    text_ << "missed " << missed << " late " << late << " waited " << waited;
  }
  std::string text() const { return text_.str(); }

 private:
  std::ostringstream text_;
};

/// Every disk, slot and stream, looked at in every picosecond.
class SlotBySlot {
 public:
  explicit SlotBySlot(const Drawn& drawn)
      : drawn_(drawn),
        slots_(drawn.config.slots),
        seats_(drawn.disks * drawn.config.slots),
        disks_(drawn.disks),
        streams_(drawn.viewers.size()) {}

  std::string run() {
    for (Time now = 0; now < ticks; ++now) {
      for (std::size_t s = 0; s < streams_.size(); ++s) act(s, now);
      if (drawn_.fails == now)
        for (std::size_t s = 0; s < streams_.size(); ++s) leave(s, now);
      for (std::size_t s = 0; s < streams_.size(); ++s) send(s, now);
      end_reads(now);
      begin_slots(now);
      give_back(now);
      begin_reads(now);
    }
    journal_.sum(missed_, late_, waited_);
    return journal_.text();
  }

 private:
  struct SeatState {
    std::optional<std::size_t> stream;
    Time from = 0;  ///< its first slot
    std::optional<Time> due;
  };
  struct Sent {
    Time at;
    std::uint64_t block;
    int file;
  };
  struct StreamState {
    std::optional<std::size_t> seat;
    int file = 0;
    std::deque<std::uint64_t> waiting;
    std::optional<std::uint64_t> at_disk;
    std::vector<Sent> sending;
  };
  struct DiskState {
    bool busy = false;
    Time until = 0;
    std::size_t stream = 0;
    std::uint64_t block = 0;
    int file = 0;
    std::size_t last = 0;
    bool served = false;
  };

  Time begins(std::uint64_t slot) const { return slot * drawn_.config.cycle / slots_; }
  bool on_demand() const { return drawn_.config.pace == DutyCycle::Pace::demand; }
  std::size_t group(std::size_t seat) const { return seat / slots_; }

  void act(std::size_t s, Time now) {
    const Viewer& viewer = drawn_.viewers[s];
    if (viewer.joins == now) {
      const std::optional<DutyCycle::Seat> got = find_seat(s, viewer.disk, now);
      journal_.seat(now, s, got);
      if (got) streams_[s].waiting = {0, 1};
    }
    if (viewer.moves == now && streams_[s].seat) {
      const std::size_t old = *streams_[s].seat;
      const bool keeps = !drawn_.config.striped && (drawn_.config.keeps_slot || on_demand());
      clear(s);
      journal_.seat(now, s, find_seat(s, viewer.other, now, keeps ? std::optional(old) : std::nullopt));
      ++streams_[s].file;
      streams_[s].waiting = {Viewer::other_file, Viewer::other_file + 1};
    }
    if (viewer.leaves == now) leave(s, now);
  }

  /// Goes through all slots from the beginning of time.
  std::optional<DutyCycle::Seat> find_seat(std::size_t s, unsigned disk, Time now,
                                           std::optional<std::size_t> only = std::nullopt) {
    for (std::uint64_t slot = 0; slot < 10'000; ++slot) {
      if (!on_demand() && begins(slot) < now) continue;
      for (std::size_t seat = 0; seat < seats_.size(); ++seat) {
        if (seats_[seat].stream || (only && *only != seat)) continue;
        if (!drawn_.config.striped && group(seat) != disk) continue;
        if (!on_demand() && seat % slots_ != slot % slots_) continue;
        if (!on_demand() && drawn_.config.striped && (group(seat) + slot / slots_) % drawn_.disks != disk) continue;
        const Time from = on_demand() ? now : begins(slot);
        seats_[seat] = {s, from, {}};
        streams_[s].seat = seat;
        waited_ += from - now;
        return DutyCycle::Seat{seat, from};
      }
    }
    return std::nullopt;
  }
  void clear(std::size_t s) {
    StreamState& stream = streams_[s];
    for (const std::uint64_t block : stream.waiting) returned_.emplace_back(s, block);
    stream.waiting.clear();
    stream.at_disk.reset();
    if (stream.seat) seats_[*stream.seat] = {};
    stream.seat.reset();
  }
  void leave(std::size_t s, Time) {
    clear(s);
    ++streams_[s].file;
  }
  void send(std::size_t s, Time now) {
    StreamState& stream = streams_[s];
    std::vector<Sent> left;
    for (const Sent& sent : stream.sending) {
      if (sent.at > now)
        left.push_back(sent);
      else if (sent.file == stream.file)
        stream.waiting.push_back(sent.block + 2);
    }
    stream.sending = left;
  }
  void end_reads(Time now) {
    for (DiskState& disk : disks_) {
      if (!disk.busy || disk.until != now) continue;
      disk.busy = false;
      StreamState& stream = streams_[disk.stream];
      if (stream.file == disk.file) stream.at_disk.reset();
      journal_.served(now, disk.stream, disk.block, duty_block);
      const Time sends = drawn_.viewers[disk.stream].sends;
      if (stream.file != disk.file) continue;
      if (sends == 0)
        stream.waiting.push_back(disk.block + 2);
      else
        stream.sending.push_back({now + sends, disk.block, disk.file});
    }
  }
  void begin_slots(Time now) {
    if (on_demand()) return;
    for (std::uint64_t slot = 0; begins(slot) <= now; ++slot) {
      if (begins(slot) != now) continue;
      for (std::size_t seat = 0; seat < seats_.size(); ++seat) {
        SeatState& state = seats_[seat];
        if (!state.stream || seat % slots_ != slot % slots_ || state.from > now) continue;
        if (state.due && !streams_[*state.stream].waiting.empty()) ++missed_;
        state.due = now;
      }
    }
  }
  void give_back(Time now) {
    std::stable_sort(returned_.begin(), returned_.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    for (const auto& [stream, block] : returned_) journal_.served(now, stream, block, 0);
    returned_.clear();
  }
  void begin_reads(Time now) {
    for (std::size_t d = 0; d < disks_.size(); ++d) {
      DiskState& disk = disks_[d];
      if (disk.busy) continue;
      std::optional<std::size_t> best;
      for (std::size_t i = 0; i < seats_.size(); ++i) {
        // On demand it goes round, from the one behind the last; else all in any order.
        const std::size_t seat = disk.served ? (disk.last + 1 + i) % seats_.size() : i;
        const SeatState& state = seats_[seat];
        if (!state.stream) continue;
        const StreamState& stream = streams_[*state.stream];
        if (stream.waiting.empty() || stream.at_disk || disk_of(drawn_, *state.stream, stream.waiting.front()) != d)
          continue;
        if (on_demand()) {
          best = seat;
          break;
        }
        if (!state.due) continue;
        if (!best || *state.due < *seats_[*best].due || (*state.due == *seats_[*best].due && seat < *best)) best = seat;
      }
      if (!best) continue;
      SeatState& state = seats_[*best];
      StreamState& stream = streams_[*state.stream];
      if (state.due && now > *state.due + drawn_.config.cycle / slots_) ++late_;
      state.due.reset();
      disk = {true, now + drawn_.latency + duty_block, *state.stream, stream.waiting.front(), stream.file, *best, true};
      stream.at_disk = disk.block;
      stream.waiting.pop_front();
    }
  }

  const Drawn& drawn_;
  std::uint64_t slots_;
  std::vector<SeatState> seats_;
  std::vector<DiskState> disks_;
  std::vector<StreamState> streams_;
  std::vector<std::pair<std::size_t, std::uint64_t>> returned_;
  std::uint64_t missed_ = 0;
  std::uint64_t late_ = 0;
  Time waited_ = 0;
  Journal journal_;
};

/// Hands on what disks send, at once.
class DirectAdapter final : public sc_core::sc_module {
 public:
  DirectAdapter(const sc_core::sc_module_name& name, const Domain& domain)
      : sc_module(name), across("across"), socket("socket", domain, *this) {}
  OutletPort across;
  AtTargetOf<DirectAdapter> socket;

 private:
  friend class AtTargetOf<DirectAdapter>;
  void on_request(AtTargetBase&, Payload& payload, Time) {
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    socket.ready(payload);
  }
  void on_complete(AtTargetBase&, Payload& payload, Time now) { across.hand_on(payload, now); }
  unsigned on_debug(AtTargetBase&, Payload&) { return 0; }
};

/// Disks of the library with what they need around them.
class DutyBench final : public DutyCycle::Directory {
 public:
  using Where = std::function<DutyCycle::Place(const Tag&)>;
  using Then = std::function<void(Payload&, Time)>;

  DutyBench(const DutyCycle::Config& config, const Disk::Config& of_disks, unsigned number, Where where, Then then)
      : where_(std::move(where)), served_(std::move(then)) {
    std::vector<Disk*> all;
    for (unsigned d = 0; d < number; ++d) {
      const std::string index = "[" + std::to_string(d) + "]";
      disks.push_back(std::make_unique<Disk>(("disk" + index).c_str(), domain, of_disks, 1));
      adapters_.push_back(std::make_unique<DirectAdapter>(("adapter" + index).c_str(), domain));
      disks.back()->socket.bind(adapters_.back()->socket);
      all.push_back(disks.back().get());
    }
    duty = std::make_unique<DutyCycle>("duty", domain, config, number, all, *this);
    for (unsigned d = 0; d < number; ++d) adapters_[d]->across.bind(duty->chunks(d));
    duty->served.bind(end_);
  }

  void hand_in(std::size_t stream, std::uint64_t block, Time now, tlm::tlm_command command = tlm::TLM_READ_COMMAND) {
    Message& message = pool.allocate(0, 1);
    message.set_command(command);
    message.tag() = Tag();
    message.tag().stream = static_cast<std::uint32_t>(stream);
    message.tag().block = block;
    ++handed_in;
    duty->buffers.inlet().accept(message, now);
    message.release();
  }
  void run(Time until) { simulate_to(region, until); }
  std::map<std::string, std::map<std::string, double>> figures(Time until) {
    ReplicationRecord record;
    StatisticSink sink(record, 0, until);
    duty->report(sink);
    return {record.components.begin(), record.components.end()};
  }

  Region region{"region"};
  MessagePool pool{64};
  Domain domain{region, pool, Phases::shortcut};
  Script script{"script", region};
  std::vector<std::unique_ptr<Disk>> disks;
  std::unique_ptr<DutyCycle> duty;
  std::uint64_t handed_in = 0;
  std::uint64_t came_back = 0;

 private:
  DutyCycle::Place place(const Tag& tag) const override { return where_(tag); }
  void take(Payload& payload, Time now) {
    ++came_back;
    served_(payload, now);
  }

  Where where_;
  Then served_;
  std::vector<std::unique_ptr<DirectAdapter>> adapters_;
  InletOf<DutyBench> taken_{*this, &DutyBench::take};
  InletPort end_{"end", taken_};
};

Disk::Config ticking_disk(Time latency) {
  Disk::Config config;
  config.latency = {SeekLatency::Law::deterministic, latency};
  config.rate = 8'000'000'000'000;  // a byte takes 1 ps
  config.chunk = 3;
  config.freed = Disk::Freed::after_scsi;
  return config;
}

/// The same as SlotBySlot, by the library.
std::string of_the_library(const Drawn& drawn) {
  return run_in_child([&] {
    Journal journal;
    Time waited = 0;
    std::vector<int> files(drawn.viewers.size());
    std::uint64_t seats = 0;
    DutyBench* bench = nullptr;
    const auto where = [&](const Tag& tag) { return DutyCycle::Place{disk_of(drawn, tag.stream, tag.block), 0}; };
    const auto served = [&](Payload& payload, Time now) {
      const std::size_t stream = tag_of(payload).stream;
      const std::uint64_t block = tag_of(payload).block;
      journal.served(now, stream, block, payload.get_data_length());
      const int file = files[stream];
      const bool old = file != (block < Viewer::other_file ? 0 : 1);
      if (payload.get_data_length() == 0 || old) return;
      const Time sends = drawn.viewers[stream].sends;
      if (sends == 0) {
        bench->hand_in(stream, block + 2, now);
        return;
      }
      bench->region.call_at(now + sends, [&, stream, block, file] {
        if (files[stream] == file) bench->hand_in(stream, block + 2, bench->region.now());
      });
    };
    DutyBench made(drawn.config, ticking_disk(drawn.latency), drawn.disks, where, served);
    bench = &made;
    const auto give_two = [&](std::size_t s, std::uint64_t first, Time now) {
      for (const std::uint64_t i : {0, 1}) bench->hand_in(s, first + (drawn.backwards ? 1 - i : i), now);
    };
    std::vector<bool> seated(drawn.viewers.size());
    const auto note = [&](Time now, std::size_t s, const std::optional<DutyCycle::Seat>& seat) {
      journal.seat(now, s, seat);
      if (!seat) return;
      seated[s] = true;
      ++seats;
      waited += seat->turn - now;
      const Time longest = drawn.config.cycle * (drawn.config.striped ? drawn.disks : 1);
      if (seat->turn < now || seat->turn - now > longest) throw std::runtime_error("too long a wait");
    };
    const auto leave = [&](std::size_t s) {
      seated[s] = false;
      files[s] = 2;
    };
    for (Time now = 0; now < ticks; ++now) {
      for (std::size_t s = 0; s < drawn.viewers.size(); ++s) {
        const Viewer& viewer = drawn.viewers[s];
        const auto stream = static_cast<std::uint32_t>(s);
        if (viewer.joins == now)
          made.script.at(now, [&, s, stream, now] {
            const std::uint64_t free = made.duty->free_seats(viewer.disk);
            const std::optional<DutyCycle::Seat> seat = made.duty->seat(stream, viewer.disk, now);
            if (seat.has_value() != (free > 0)) throw std::runtime_error("free seats are not those that there are");
            note(now, s, seat);
            files[s] = 0;
            if (seat) give_two(s, 0, now);
          });
        if (viewer.moves == now)
          made.script.at(now, [&, s, stream, now] {
            if (!seated[s]) return;
            note(now, s, made.duty->move(stream, viewer.other, now));
            files[s] = 1;
            give_two(s, Viewer::other_file, now);
          });
        if (viewer.leaves == now)
          made.script.at(now, [&, s, stream, now] {
            made.duty->leave(stream, now);
            leave(s);
          });
      }
      if (drawn.fails == now)
        made.script.at(now, [&, now] {
          made.duty->fail(now);
          for (std::size_t s = 0; s < drawn.viewers.size(); ++s) leave(s);
        });
    }
    made.run(ticks - 1);
    for (const std::unique_ptr<Disk>& disk : made.disks)
      if (disk->queue_depth().integral(ticks) != 0) throw std::runtime_error("two reads at a disk");
    if (made.handed_in != made.came_back + made.duty->held()) throw std::runtime_error("buffers are lost");
    made.figures(ticks);  // finds that for itself
    journal.sum(made.duty->missed(), made.duty->late(), waited);
    const HistogramSample waits = made.duty->slot_waits().sample();
    if (waits.count != seats || std::llround(waits.sum * 1e12) != static_cast<long long>(waited))
      throw std::runtime_error("slot waits");
    return journal.text();
  });
}

rc::Gen<Drawn> draws() {
  return rc::gen::exec([] {
    Drawn drawn;
    drawn.disks = *rc::gen::inRange(1u, 4u);
    drawn.config.slots = *rc::gen::inRange<std::uint64_t>(1, 5);
    // From more than the disks can do to idle ones.
    drawn.config.cycle = *rc::gen::inRange<std::uint64_t>(20, 200);
    drawn.config.block = duty_block;
    drawn.config.striped = *rc::gen::arbitrary<bool>();
    drawn.config.keeps_slot = *rc::gen::arbitrary<bool>();
    drawn.config.pace = *rc::gen::element(DutyCycle::Pace::slots, DutyCycle::Pace::slots, DutyCycle::Pace::demand);
    drawn.latency = *rc::gen::inRange<Time>(0, 40);
    drawn.backwards = *rc::gen::arbitrary<bool>();
    if (*rc::gen::inRange(0, 4) == 0) drawn.fails = *rc::gen::inRange<Time>(1, ticks);
    const auto number = *rc::gen::inRange(1, 9);
    for (int i = 0; i < number; ++i) {
      Viewer viewer;
      viewer.joins = *rc::gen::inRange<Time>(0, 400);
      viewer.disk = *rc::gen::inRange(0u, drawn.disks);
      viewer.moves = *rc::gen::arbitrary<bool>() ? end_of_time : viewer.joins + *rc::gen::inRange<Time>(1, 500);
      viewer.other = drawn.config.striped ? *rc::gen::inRange(0u, drawn.disks) : viewer.disk;
      viewer.leaves = *rc::gen::arbitrary<bool>() ? end_of_time
                                                  : (viewer.moves == end_of_time ? viewer.joins : viewer.moves) +
                                                        *rc::gen::inRange<Time>(1, 500);
      viewer.sends = *rc::gen::element<Time>(0, 1, 10, 100, 300);
      drawn.viewers.push_back(viewer);
    }
    return drawn;
  });
}

RC_GTEST_PROP(DutyCycle, agreesWithGoingTickByTick, ()) {
  const Drawn drawn = *draws();
  std::ostringstream text;
  for (const Viewer& viewer : drawn.viewers) text << viewer << " ";
  RC_LOG() << drawn.disks << " disks, " << drawn.config.slots << " slots in " << drawn.config.cycle << ", "
           << (drawn.config.striped ? "striped, " : "") << (drawn.config.keeps_slot ? "keeps its slot, " : "")
           << (drawn.config.pace == DutyCycle::Pace::demand ? "demand, " : "") << "latency " << drawn.latency << " "
           << text.str();
  const std::string expected = SlotBySlot(drawn).run();
  const std::string found = of_the_library(drawn);
  if (expected != found) RC_LOG() << "expected\n" << expected << "\nfound\n" << found;
  RC_ASSERT(found == expected);
}

/// Blocks in the order in which they came back: "stream.block at, bytes".
class Served final {
 public:
  void operator()(Payload& payload, Time now) const {
    const Tag& tag = tag_of(payload);
    *text_ << tag.stream << "." << tag.block << (payload.is_write() ? "w" : "") << " " << now << " "
           << payload.get_data_length() << "; ";
  }
  std::string text() const { return text_->str(); }

 private:
  std::shared_ptr<std::ostringstream> text_ = std::make_shared<std::ostringstream>();
};

class DutyCycleTest : public testing::Test {
 protected:
  /// Stream s's file begins on disk s mod disks; its blocks are at s * 1000 + block * 4 on their disks.
  void make(unsigned disks, const Disk::Config& of_disks) {
    config.block = duty_block;
    const bool striped = config.striped;
    bench = std::make_unique<DutyBench>(
        config, of_disks, disks,
        [disks, striped](const Tag& tag) {
          const std::uint64_t disk = tag.stream + (striped ? tag.block : 0);
          return DutyCycle::Place{static_cast<unsigned>(disk % disks), tag.stream * 1000u + tag.block * duty_block};
        },
        served);
  }
  void at(Time time, std::function<void(Time)> act) {
    bench->script.at(time, [this, act = std::move(act)] { act(bench->region.now()); });
  }

  DutyCycle::Config config;
  Served served;
  std::unique_ptr<DutyBench> bench;
};

// Two disks, three slots of 100 ps in a cycle. A seat asked for at 50 at disk 0: slot 1 of cycle 0, which is group 0,
// at 100. In the next cycle that seat is at disk 1, at 400, then at disk 0 again: blocks 0, 1, 2 are read there and
// then, 24 ps each. The next stream's first block is on disk 1 at 50: seat 1 of the other group.
TEST_F(DutyCycleTest, aStripedSeatGoesFromDiskToDisk) {
  config.striped = true;
  config.slots = 3;
  config.cycle = 300;
  make(2, ticking_disk(20));
  at(50, [&](Time now) {
    const std::optional<DutyCycle::Seat> one = bench->duty->seat(0, 0, now);
    ASSERT_TRUE(one);
    EXPECT_EQ(one->number, 1u);
    EXPECT_EQ(one->turn, 100u);
    const std::optional<DutyCycle::Seat> other = bench->duty->seat(1, 1, now);
    ASSERT_TRUE(other);
    EXPECT_EQ(other->number, 4u);
    EXPECT_EQ(other->turn, 100u);
    EXPECT_EQ(bench->duty->free_seats(0), 4u);
    for (const std::uint64_t block : {0, 1, 2}) bench->hand_in(0, block, now);
    bench->hand_in(1, 0, now);
  });
  bench->run(999);
  EXPECT_EQ(served.text(), "0.0 124 4; 1.0 124 4; 0.1 424 4; 0.2 724 4; ");
  EXPECT_EQ(bench->duty->blocks(0), 2u);
  EXPECT_EQ(bench->duty->blocks(1), 2u);
  EXPECT_EQ(bench->duty->late(), 0u);
  // The other's slots at 400 and 700 came for nothing: it has no buffer.
  EXPECT_EQ(bench->duty->missed(), 0u);
}

// Two slots of 50 in 100. Stream 0 has no buffer when its slots come, at 0 and 100: it has missed none, and when it has
// one, at 170, it is read at once, behind stream 2, whose slot is that of 150: 24 each, so from 174. That is more than
// a slot after its own at 100. Its slot at 200 finds it waiting for nothing.
TEST_F(DutyCycleTest, aSlotThatIsMissedIsDueOnce) {
  config.slots = 2;
  config.cycle = 100;
  make(1, ticking_disk(20));
  at(0, [&](Time now) { EXPECT_EQ(bench->duty->seat(0, 0, now)->turn, 0u); });
  at(140, [&](Time now) { EXPECT_EQ(bench->duty->seat(2, 0, now)->turn, 150u); });
  at(145, [&](Time now) { bench->hand_in(2, 0, now); });
  at(170, [&](Time now) { bench->hand_in(0, 0, now); });
  bench->run(199);
  EXPECT_EQ(served.text(), "2.0 174 4; 0.0 198 4; ");
  EXPECT_EQ(bench->duty->missed(), 0u);
  EXPECT_EQ(bench->duty->late(), 1u);
}

// Four slots of 100 in 400. Streams 0 and 1 have slots 0 and 1. Stream 0 moves at 110: slot 2 is free and begins at
// 200, its own begins again at 400. Stream 1 moves at 250, to slot 3 at 300.
TEST_F(DutyCycleTest, whoMovesGetsTheFirstFreeSlot) {
  config.slots = 4;
  config.cycle = 400;
  make(1, ticking_disk(20));
  at(0, [&](Time now) {
    EXPECT_EQ(bench->duty->seat(0, 0, now)->turn, 0u);
    EXPECT_EQ(bench->duty->seat(1, 0, now)->turn, 100u);
  });
  at(110, [&](Time now) {
    const DutyCycle::Seat seat = bench->duty->move(0, 0, now);
    EXPECT_EQ(seat.number, 2u);
    EXPECT_EQ(seat.turn, 200u);
  });
  at(250, [&](Time now) { EXPECT_EQ(bench->duty->move(1, 0, now).turn, 300u); });
  // Its own, 3, would be 700: 0's first slot is free again.
  at(350, [&](Time now) { EXPECT_EQ(bench->duty->move(1, 0, now).turn, 400u); });
  bench->run(390);
  EXPECT_EQ(bench->duty->slot_waits().sample().count, 5u);
  EXPECT_EQ(bench->duty->free_seats(0), 2u);
}

TEST_F(DutyCycleTest, whoMovesWaitsForItsOwnSlotIfItKeepsIt) {
  config.slots = 4;
  config.cycle = 400;
  config.keeps_slot = true;
  make(1, ticking_disk(20));
  at(0, [&](Time now) { EXPECT_EQ(bench->duty->seat(0, 0, now)->turn, 0u); });
  at(110, [&](Time now) { EXPECT_EQ(bench->duty->move(0, 0, now).turn, 400u); });
  bench->run(390);
}

// A write takes what a read takes.
TEST_F(DutyCycleTest, writesGoTheSameWay) {
  config.pace = DutyCycle::Pace::demand;
  config.slots = 2;
  make(1, ticking_disk(20));
  at(10, [&](Time now) {
    EXPECT_EQ(bench->duty->seat(1, 0, now)->number, 0u);
    EXPECT_EQ(bench->duty->seat(0, 0, now)->turn, 10u);
    EXPECT_FALSE(bench->duty->seat(5, 0, now));
    bench->hand_in(0, 0, now, tlm::TLM_WRITE_COMMAND);
    bench->hand_in(1, 7, now);
  });
  bench->run(1000);
  // Seat 0 first, which is stream 1's.
  EXPECT_EQ(served.text(), "1.7 34 4; 0.0w 58 4; ");
  const auto figures = bench->figures(1000);
  EXPECT_DOUBLE_EQ(figures.at("disk[0]").at("throughput"), 8 / 1000e-12);
  EXPECT_EQ(figures.at("duty").at("blocks"), 2);
  EXPECT_DOUBLE_EQ(figures.at("duty").at("seats_taken"), 2 * 0.99);
}

// The block at the disk comes when it is read, the other one at once; so does one of a stream that has no seat.
TEST_F(DutyCycleTest, whatAStreamLeavesBehindComesBack) {
  config.pace = DutyCycle::Pace::demand;
  config.slots = 2;
  make(1, ticking_disk(20));
  at(10, [&](Time now) {
    bench->duty->seat(0, 0, now);
    for (const std::uint64_t block : {0, 1}) bench->hand_in(0, block, now);
  });
  at(15, [&](Time now) {
    bench->duty->leave(0, now);
    bench->hand_in(0, 2, now);
    EXPECT_EQ(bench->duty->held(), 3u);
    EXPECT_EQ(bench->duty->free_seats(0), 2u);
  });
  at(16, [&](Time) { EXPECT_EQ(bench->duty->held(), 1u); });
  at(40, [&](Time now) { bench->hand_in(1, 0, now); });
  bench->run(1000);
  EXPECT_EQ(served.text(), "0.1 15 0; 0.2 15 0; 0.0 34 4; 1.0 40 0; ");
}

// From 0 on they are 0, 1000, 2000, 3000 in one sweep, whatever the order of seats. A stream has one block at a disk at
// a time: stream 0's second, at 4, comes there when its first is across and the disk has chosen 1000; then it turns
// round.
TEST_F(DutyCycleTest, theElevatorsDiskHasAllRequests) {
  config.pace = DutyCycle::Pace::demand;
  config.elevator = true;
  config.slots = 4;
  Disk::Config disk = ticking_disk(0);
  disk.latency.law = SeekLatency::Law::mechanical;
  disk.mechanics.overhead = 20;
  disk.mechanics.settle = 0;
  disk.mechanics.root = 0;
  disk.mechanics.rotation = 0;
  disk.order = Disk::Order::elevator;
  make(1, disk);
  at(0, [&](Time now) {
    for (const std::uint32_t stream : {0, 2, 3, 1}) bench->duty->seat(stream, 0, now);
    for (const std::uint32_t stream : {3, 1, 2, 0}) bench->hand_in(stream, 0, now);
    bench->hand_in(0, 1, now);
  });
  bench->run(1000);
  EXPECT_EQ(served.text(), "0.0 24 4; 1.0 48 4; 2.0 72 4; 3.0 96 4; 0.1 120 4; ");
}

TEST_F(DutyCycleTest, whatCannotBeIsRefused) {
  config.slots = 1;
  config.cycle = 100;
  make(2, ticking_disk(20));
  at(0, [&](Time now) {
    EXPECT_TRUE(bench->duty->seat(0, 0, now));
    EXPECT_THROW(bench->duty->seat(0, 1, now), ModelError);
    EXPECT_THROW(bench->duty->move(1, 1, now), ModelError);
    EXPECT_TRUE(bench->duty->seat(1, 1, now));
    EXPECT_THROW(bench->duty->move(0, 1, now), ModelError);
  });
  bench->run(10);
}

// A stream that has a seat at disk 0 and a block on disk 1.
TEST_F(DutyCycleTest, aBlockWhereItsStreamHasNoSeatIsAnError) {
  config.slots = 1;
  config.cycle = 100;
  make(2, ticking_disk(20));
  at(0, [&](Time now) {
    bench->duty->seat(1, 0, now);
    bench->hand_in(1, 0, now);
  });
  EXPECT_THROW(bench->run(10), ModelError);
}

}  // namespace
}  // namespace isochron::testbench
