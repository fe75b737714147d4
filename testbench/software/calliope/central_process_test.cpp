// SPDX-License-Identifier: Apache-2.0
// The central process with all of its unit: when streams begin, where winding leads, and failures at any time.
#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <support/child_process.h>

#include "software/calliope/storage_unit_bench.h"

namespace isochron::testbench {
namespace {

constexpr Time tick = 10 * millisecond;

Time tick_from(Time time) {
  return (time + tick - 1) / tick * tick;
}

/// A unit of `settings` in which so many streams begin at once.
Settings with_streams(std::uint64_t streams, Settings settings, const char* start) {
  settings["streams.count"] = std::to_string(streams);
  settings["streams.phase"] = "aligned";
  settings["streams.start"] = start;
  return settings;
}

constexpr Time plain_block = 4ull * (4'340 + 10'820) * microsecond;

// The third has its first block last, a block's time after its slot began. Then all are due at once.
TEST(CentralProcessStart, togetherWhenTheLastHasItsBlock) {
  StorageUnitBench bench(with_streams(3, StorageUnitBench::plain(3, 3), "together"));
  bench.run(3 * second);
  const Time last = 2 * StorageUnitBench::block_time() / 3 + plain_block;
  const Time at = tick_from(last);
  const Time work = StorageUnitBench::work();
  EXPECT_EQ(bench.seen_at,
            (std::vector<std::pair<std::uint32_t, Time>>{{0, at + work}, {1, at + 2 * work}, {2, at + 3 * work}}));
  bench.report(3 * second);
}

// Stream k's slot is over at k + 1 slots. Of those that play before it a packet each may be due, and be sent first.
TEST(CentralProcessStart, eachWhenItsSlotIsOver) {
  StorageUnitBench bench(with_streams(3, StorageUnitBench::plain(3, 3), "slot"));
  bench.run(3 * second);
  const Time work = StorageUnitBench::work(), cycle = StorageUnitBench::block_time();
  ASSERT_EQ(bench.seen_at.size(), 3u);
  for (std::uint32_t stream = 0; stream < 3; ++stream) {
    const Time at = tick_from(stream * cycle / 3 + cycle / 3);
    EXPECT_EQ(bench.seen_at[stream].first, stream);
    EXPECT_GE(bench.seen_at[stream].second, at + work);
    EXPECT_LE(bench.seen_at[stream].second, at + (stream + 1) * work);
  }
}

// Those that wait for each other do not wait for one that has ended, nor for one that began later.
TEST(CentralProcessStart, nobodyWaitsForAStreamThatEnds) {
  StorageUnitBench bench(with_streams(3, StorageUnitBench::plain(4, 5), "together"));
  const Time slot = StorageUnitBench::block_time() / 4;
  const Time gone = 2 * slot + slot / 8;  // while the disk reads for it
  bench.script.at(slot / 8, [&] { bench.central->begin(bench.film(7), slot / 8); });
  bench.script.at(gone, [&] { bench.central->end(2, gone); });
  bench.run(3 * second);
  const Time at = tick_from(gone);
  const Time work = StorageUnitBench::work();
  ASSERT_EQ(bench.seen_at.size(), 3u);
  EXPECT_EQ(bench.seen_at[0], std::make_pair(0u, at + work));
  EXPECT_EQ(bench.seen_at[1], std::make_pair(1u, at + 2 * work));
  EXPECT_EQ(bench.seen_at[2].first, 3u);
  EXPECT_GT(bench.seen_at[2].second, 3 * slot);
  bench.report(3 * second);
}

/// A viewer who winds: what he sees, by the commands alone.
class Winding {
 public:
  /// `bench`: of two disks, with this seed.
  Winding(StorageUnitBench& bench, std::uint64_t seed) : bench_(bench) {
    StreamFiles::Config files;
    files.disks = 2;
    files.striped = bench.files->striped();
    files.seed = seed;
    beginnings_ = std::make_unique<StreamFiles>(files);
  }
  void look(Time now) {
    const std::uint64_t commands = bench_.central->commands();
    const std::uint64_t shown = bench_.central->vcr_delays().count() + bench_.central->start_delays().count();
    if (shown > shown_) {
      shown_ = shown;
      showing_since_ = now;
    }
    if (commands == commands_) return;
    if (commands != ++commands_) throw std::runtime_error("two commands at once");
    const double shown_for = seconds(now - showing_since_);
    place_ = std::max(0.0, place_ + shown_for * pace_);
    int version = 0;
    const double block = find(version);
    if ((pace_ == 1) == (version == 0)) throw std::runtime_error("who winds plays on, and who plays winds");
    // When the file's place was due is known to 1 ms of the poll, a tick, the gap between two packets and some packets'
    // work: 15 times that of what has just been wound.
    doubt_ += std::abs(pace_) * (0.001 + 0.010 + gap + 0.005);
    pace_ = version == 0 ? 1 : (version == 1 ? 15 : -15);
    ++versions[version];
    const double in_file = version == 0 ? place_ : place_ / 15;
    const double doubt = version == 0 ? doubt_ : doubt_ / 15;
    const double block_time = seconds(StorageUnitBench::block_time());
    if (std::abs(in_file / block_time - 0.5 - block) > 0.5 + doubt / block_time)
      throw std::runtime_error("at " + std::to_string(seconds(now)) + " s block " + std::to_string(block) +
                               ", expected that of " + std::to_string(in_file) + " s");
    place_ = in_file * (version == 0 ? 1 : 15);
  }
  int versions[3] = {};

 private:
  static constexpr double gap = StorageUnitBench::film_packet * 8 / 1.5e6;  ///< s

  /// The block of its file that stream 0 began with, by where it is on the disk.
  double find(int& version) {
    Tag tag;
    const DutyCycle::Place place = bench_.files->place(tag);
    for (version = 0; version < 3; ++version) {
      beginnings_->set(0, 3ull * 5 + static_cast<std::uint64_t>(version), 0, place.disk);
      for (tag.block = 0; tag.block < 400; ++tag.block) {
        const DutyCycle::Place there = beginnings_->place(tag);
        if (there.position == place.position && there.disk == place.disk) return static_cast<double>(tag.block);
      }
    }
    throw std::runtime_error("a block of no version of the film");
  }

  StorageUnitBench& bench_;
  std::unique_ptr<StreamFiles> beginnings_;
  std::uint64_t commands_ = 0;
  std::uint64_t shown_ = 0;
  Time showing_since_ = 0;
  double place_ = 60;  ///< in the film, s
  double doubt_ = 0;   ///< of place_, s
  double pace_ = 1;
};

class CentralProcessWinding : public testing::TestWithParam<const char*> {};

TEST_P(CentralProcessWinding, leadsToTheSamePlaceOfAnotherFile) {
  constexpr std::uint64_t seed = 11;
  Settings settings = StorageUnitBench::plain(2, 1);
  settings["disks"] = "2";
  settings["vcr.interval"] = "6 s";
  settings["layout"] = GetParam();
  StorageUnitBench bench(settings, seed);
  Winding winding(bench, seed);
  CentralProcess::Item film = bench.film(5);
  film.offset = 60 * second;
  bench.script.at(0, [&] { bench.central->begin(film, 0); });
  constexpr Time wound = 200 * second;
  bench.poll(millisecond, wound, [&](Time now) { winding.look(now); });
  bench.run(wound);
  EXPECT_GT(winding.versions[0], 3);
  EXPECT_GT(winding.versions[1], 0);
  EXPECT_GT(winding.versions[2], 0);
  EXPECT_EQ(bench.seen_at.size(), 1u);
  bench.report(wound);
}
INSTANTIATE_TEST_SUITE_P(Layouts, CentralProcessWinding, testing::Values("copies", "striped"));

/// What is done to a unit.
struct UnitCommand {
  enum class What { begin, record, stop, fail, fail_and_begin };
  Time at = 0;
  What what = What::begin;
  unsigned which = 0;  ///< of the streams that there are
};

std::ostream& operator<<(std::ostream& out, const UnitCommand& command) {
  const char* const words[] = {"begin", "record", "end", "fail", "fail and begin"};
  return out << "[" << command.at / microsecond << " us " << words[static_cast<int>(command.what)] << " "
             << command.which << "]";
}

constexpr std::uint64_t most_streams = 4;

/// Runs the commands; "" if all is as it must be.
std::string run_commands(const Settings& settings, std::uint64_t seed, const std::vector<UnitCommand>& commands) {
  StorageUnitBench bench(settings, seed);
  std::set<std::uint32_t> playing;
  const auto first_play = [&] {
    for (std::uint32_t s = 0; s < std::stoul(settings.at("streams.count")); ++s) playing.insert(s);
  };
  const auto begin = [&](const CentralProcess::Item& item, Time now) {
    if (playing.size() == most_streams) return;
    if (!playing.insert(bench.central->begin(item, now)).second) throw std::runtime_error("a number is given twice");
  };
  bench.script.at(0, first_play);
  for (const UnitCommand& command : commands) {
    bench.script.at(command.at, [&, command] {
      CentralProcess& central = *bench.central;
      if (command.what == UnitCommand::What::fail || command.what == UnitCommand::What::fail_and_begin) {
        central.fail(command.at);
        playing.clear();
      }
      if (command.what == UnitCommand::What::begin) begin(bench.film(command.which), command.at);
      if (command.what == UnitCommand::What::record) begin(bench.recording(command.which), command.at);
      if (command.what == UnitCommand::What::fail_and_begin) {
        for (unsigned i = 0; i <= command.which % most_streams; ++i)
          begin(i % 2 == 0 ? bench.film(i) : bench.recording(i), command.at);
      } else if (command.what == UnitCommand::What::stop && !playing.empty()) {
        const auto which = std::next(playing.begin(), command.which % playing.size());
        central.end(*which, command.at);
        playing.erase(which);
      }
      if (central.streams() != playing.size()) throw std::runtime_error("streams");
    });
  }
  // Time for whoever waits for a slot, of two disks striped, to be seen.
  constexpr Time calm = 7 * second;
  constexpr Time over = calm + 2 * second;
  std::vector<std::uint32_t> silent;
  bench.script.at(calm, [&] {
    std::map<std::uint32_t, Time> last;
    for (const auto& [stream, at] : bench.seen_at) last[stream] = at;
    for (const std::uint32_t stream : playing)
      if (last.count(stream) == 0) silent.push_back(stream);
    bench.report(calm);
    bench.central->fail(calm);
  });
  bench.run(over);
  bench.report(over);
  if (!silent.empty()) return "a stream is never seen";
  if (bench.central->streams() != 0) return "streams are left";
  if (bench.duty_cycle->held() != 0) return "the disks have buffers";
  if (bench.pool.outstanding() != 0) return std::to_string(bench.pool.outstanding()) + " payloads are left";
  return "";
}

RC_GTEST_PROP(CentralProcess, survivesWhateverComesWhen, ()) {
  using What = UnitCommand::What;
  Settings unit = StorageUnitBench::sized(2, *rc::gen::inRange<std::uint64_t>(most_streams, 2 * most_streams));
  unit["carries"] = std::to_string(most_streams);
  unit["cycle"] = StorageUnitBench::picoseconds(StorageUnitBench::block_time() / 2);
  unit["layout"] = *rc::gen::element<std::string>("copies", "striped");
  unit["vcr.interval"] = *rc::gen::element<std::string>("off", "20 ms", "300 ms", "1 s");
  unit["vcr.slot"] = *rc::gen::element<std::string>("free", "own");
  unit["duty.pace"] = *rc::gen::element<std::string>("slots", "demand");
  const auto first = *rc::gen::inRange<std::uint64_t>(0, most_streams + 1);
  const std::string start = *rc::gen::element<std::string>("together", "slot");
  const Settings settings = with_streams(first, unit, start.c_str());
  const auto seed = *rc::gen::inRange<std::uint64_t>(1, 1000);
  std::vector<UnitCommand> commands;
  const int number = *rc::gen::inRange(0, 12);
  for (int i = 0; i < number; ++i) {
    UnitCommand command;
    command.at = *rc::gen::inRange<Time>(1, 4'000'000) * microsecond;
    command.what =
        *rc::gen::element(What::begin, What::begin, What::record, What::stop, What::fail, What::fail_and_begin);
    command.which = *rc::gen::inRange(0u, 5u);
    commands.push_back(command);
  }
  std::ostringstream text;
  for (const UnitCommand& command : commands) text << command << " ";
  RC_LOG() << text.str();
  RC_ASSERT(run_in_child([&] { return run_commands(settings, seed, commands); }) == "");
}

}  // namespace
}  // namespace isochron::testbench
