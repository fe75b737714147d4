// SPDX-License-Identifier: Apache-2.0
// Streams are packets: every boundary, told and kept.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "long_form.h"
#include "random_commands.h"
#include "rtl_run.h"

namespace isochron::rtl {
namespace {

constexpr std::uint64_t S = RandomCommands::source_base;
constexpr std::uint64_t D = RandomCommands::destination_base;

Command from_stream(std::uint64_t to, std::uint32_t bytes, PacketShape packet = {}, unsigned tag = 1) {
  Command c;
  c.src_port = stream_port;
  c.dst = to;
  c.row_bytes = bytes;
  c.src_row_stride = c.dst_row_stride = static_cast<std::int32_t>(bytes);
  c.tag = tag;
  c.packet = packet;
  return c;
}

PacketShape surplus(std::int64_t bytes) {
  PacketShape shape;
  shape.surplus = bytes;
  return shape;
}

PacketShape hole(std::uint64_t beat, bool at_top) {
  PacketShape shape;
  shape.hole_beat = beat;
  shape.hole_at_top = at_top;
  return shape;
}

Surroundings surroundings(std::uint64_t seed) {
  Surroundings s;
  Random random(seed);
  s.seed = seed;
  const auto some = [&](unsigned most) { return random.chance(50) ? 0u : static_cast<unsigned>(random.below(most)); };
  s.latency(some(30));
  s.timing[1].latency = some(30);
  s.stall_memories(some(70));
  s.command_stall = some(60);
  s.done_stall = some(60);
  s.stream_in_stall = some(80);
  s.stream_out_stall = some(80);
  return s;
}

class RandomPacketsOn : public testing::TestWithParam<const char*> {};

/// Shorter, equal, longer, with holes: whole, status, bytes and flags, and each next packet from its first beat.
TEST_P(RandomPacketsOn, AreEachACommands) {
  const unsigned packets = (std::string(GetParam()) == "64" ? 10000 : 2000) * (long_form() ? 5 : 1);
  unsigned seen = 0;
  for (unsigned i = 0; seen < packets; ++i) {
    CoreRun run;
    run.core = GetParam();
    run.surroundings = surroundings(7000 + i);
    RandomCommands::Limits limits;
    limits.stream_in_percent = 90;
    limits.odd_packets_percent = i % 4 == 3 ? 100 : 60;
    limits.longest_row = i % 10 == 9 ? 6000 : i % 2 ? 400 : 60;
    RandomCommands random(make_core(run.core, 1)->parameters(), limits, run.surroundings.seed);
    run.commands = random.next(100);
    for (const auto& c : run.commands) seen += c.reads_stream();
    const auto report = report_of(run);
    ASSERT_TRUE(report.empty()) << "run " << i << "\n" << report;
  }
}

/// ... with aborts in any cycle and errors of the memory.
TEST_P(RandomPacketsOn, EndWithAbortsAndErrors) {
  const unsigned runs = long_form() ? 500 : 80;
  for (unsigned i = 0; i < runs; ++i) {
    CoreRun run;
    run.core = GetParam();
    run.surroundings = surroundings(17000 + i);
    const auto seed = run.surroundings.seed;
    Random random(seed);
    RandomCommands::Limits limits;
    limits.windows = true;
    limits.stream_in_percent = 70;
    limits.odd_packets_percent = 50;
    limits.longest_row = i % 4 ? 300 : 3000;
    RandomCommands commands(make_core(run.core, 1)->parameters(), limits, seed);
    run.commands = commands.next(60);
    for (const auto& c : run.commands) {
      if (random.chance(80) || !c.row_bytes || c.row_bytes > 4096) continue;
      const bool write = c.dst_port != stream_port && (!c.reads_memory() || random.chance(50));
      if (!write && !c.reads_memory()) continue;
      const auto place = (write ? c.dst : c.src) + random.below(c.row_bytes);
      run.faults[(write ? c.dst_port : c.src_port) & 1].push_back({place, place + 8, slverr, !write, write});
    }
    const auto period = 20 + random.below(400);
    if (i % 5)
      run.each_cycle = [period, seed](CoreBench& bench) {
        if (Random::mix(seed ^ Random::mix(bench.cycle())) % period == 0) bench.abort();
      };
    const auto report = report_of(run);
    ASSERT_TRUE(report.empty()) << "run " << i << "\n" << report;
  }
}

INSTANTIATE_TEST_SUITE_P(Width, RandomPacketsOn, testing::Values("32", "64", "512", "small"),
                         [](const auto& test) { return std::string(test.param); });

/// Every length of up to three words, and where the bytes land, against every lane.
TEST(Packets, ShortOnesOfEveryLengthToEveryLane) {
  for (unsigned lane = 0; lane < 8; ++lane) {
    for (const std::uint32_t asked : {25u, 32u, 100u}) {
      CoreRun run;
      for (std::int64_t bytes = 0; bytes <= 24; ++bytes) {
        const auto to = D + 0x1000 * static_cast<std::uint64_t>(bytes) + lane;
        run.commands.push_back(from_stream(to, asked, surplus(bytes - asked), static_cast<unsigned>(bytes)));
      }
      const auto report = report_of(run);
      ASSERT_TRUE(report.empty()) << report;
    }
  }
}

/// The same through to the stream out, whose packet has the same bytes.
TEST(Packets, ShortOnesOfEveryLengthGoThrough) {
  for (const unsigned stall : {0u, 50u}) {
    CoreRun run;
    run.surroundings.stream_out_stall = stall;
    for (std::int64_t bytes = 0; bytes <= 24; ++bytes) {
      auto c = from_stream(0, 30, surplus(bytes - 30), static_cast<unsigned>(bytes));
      c.dst_port = stream_port;
      run.commands.push_back(c);
    }
    const auto report = report_of(run);
    ASSERT_TRUE(report.empty()) << report;
  }
}

/// TLAST at the end of a burst of the source, or of the destination, one beat before and one behind it.
TEST(Packets, ThatEndWithABurst) {
  for (const unsigned lane : {0u, 3u}) {
    for (std::int64_t burst = 1; burst <= 3; ++burst) {
      CoreRun run;
      run.core = "small";  // bursts of 64 bytes
      for (std::int64_t beyond = -9; beyond <= 9; ++beyond) {
        const auto to = D + 0x1000 * static_cast<std::uint64_t>(beyond + 9) + lane;
        run.commands.push_back(from_stream(to, 300, surplus(64 * burst + beyond - 300)));
      }
      const auto report = report_of(run);
      ASSERT_TRUE(report.empty()) << report;
    }
  }
}

/// Rows and planes, the packet cut at every byte: padded or not, rows apart or joined on either side.
TEST(Packets, OfRowsCutAtEveryByte) {
  for (const std::int32_t source_stride : {11, 20}) {
    for (const std::int32_t destination_stride : {11, 17}) {
      for (const bool padded : {false, true}) {
        CoreRun run;
        for (std::int64_t bytes = 0; bytes <= 67; ++bytes) {
          auto c = from_stream(D + 0x1000 * static_cast<std::uint64_t>(bytes) + 3, 11, surplus(bytes - 66));
          c.rows = 3;
          c.planes = 2;
          c.src_row_stride = source_stride;
          c.dst_row_stride = destination_stride;
          c.dst_plane_stride = 200;
          c.packet.padded = padded;
          run.commands.push_back(c);
        }
        const auto report = report_of(run);
        ASSERT_TRUE(report.empty()) << report;
      }
    }
  }
}

struct Told {
  unsigned error = 0;
  bool is_short = false;
  bool is_long = false;
  std::uint32_t bytes = 0;
  bool operator==(const Told& b) const {
    return error == b.error && is_short == b.is_short && is_long == b.is_long && bytes == b.bytes;
  }
};

void PrintTo(const Told& t, std::ostream* out) {
  *out << fmt::format("error {}, short {}, long {}, {} bytes", t.error, t.is_short, t.is_long, t.bytes);
}

/// What is told of a packet of 40 bytes, without the model's help; the next one is whole.
Told told_of(const PacketShape& shape) {
  const auto core = make_core("64", 1);
  CoreBench bench(*core, {});
  bench.send({from_stream(D + 5, 40, shape, 1), from_stream(D + 0x1001, 40, {}, 2)});
  EXPECT_TRUE(bench.drain());
  EXPECT_EQ(bench.verdict(), std::vector<std::string>{});
  const auto& next = bench.finished()[1];
  EXPECT_EQ((Told{next.error, next.is_short, next.is_long, next.bytes}), (Told{0, false, false, 40}));
  const auto& f = bench.finished()[0];
  return {f.error, f.is_short, f.is_long, f.bytes};
}

TEST(Packets, TellWhatTheyWere) {
  EXPECT_EQ(told_of(surplus(0)), (Told{0, false, false, 40}));
  EXPECT_EQ(told_of(surplus(-1)), (Told{0, true, false, 39}));
  EXPECT_EQ(told_of(surplus(-40)), (Told{0, true, false, 0}));
  EXPECT_EQ(told_of(surplus(1)), (Told{0, false, true, 40}));
  EXPECT_EQ(told_of(surplus(8000)), (Told{0, false, true, 40}));
  PacketShape ends_empty;
  ends_empty.empty_end = true;
  EXPECT_EQ(told_of(ends_empty), (Told{0, false, true, 40}));
  ends_empty.surplus = -8;
  EXPECT_EQ(told_of(ends_empty), (Told{0, true, false, 32}));
}

TEST(Packets, HolesAreErrors) {
  for (const std::uint64_t beat : {1u, 3u, 5u}) {
    for (const bool at_top : {false, true}) {
      const auto told = told_of(hole(beat, at_top));
      // The last beat without its last lane is a short packet.
      EXPECT_EQ(told.error, at_top && beat == 5 ? 0u : 7u) << "beat " << beat << ", at top " << at_top;
      EXPECT_EQ(told.is_short, at_top && beat == 5);
    }
  }
  // In what is drained nobody looks.
  auto shape = hole(7, false);
  shape.surplus = 40;
  EXPECT_EQ(told_of(shape), (Told{0, false, true, 40}));
}

/// The status does not wait for the rest, moves between memories go on meanwhile, and the next packet is whole.
TEST(Packets, ALongRestIsDrainedBehindTheStatus) {
  const auto core = make_core("64", 1);
  CoreBench bench(*core, {});
  Command between;
  between.src = S;
  between.dst = D + 0x20000;
  between.row_bytes = 64;
  between.tag = 2;
  bench.send({from_stream(D, 64, surplus(8 * 5000), 1), between, from_stream(D + 0x1000, 64, {}, 3)});
  ASSERT_TRUE(bench.drain());
  EXPECT_EQ(bench.verdict(), std::vector<std::string>{});
  EXPECT_LT(bench.finished()[0].done, 100u);
  EXPECT_LT(bench.finished()[1].done, 150u);
  EXPECT_GT(bench.finished()[2].done, 5000u);
}

/// An abort ends the move, not the packet: that is drained, and the next command has the next one.
TEST(Packets, AreDrainedAfterAnAbort) {
  for (const unsigned beats : {0u, 1u, 7u, 49u, 50u}) {
    const auto core = make_core("64", 1);
    CoreBench bench(*core, {});
    bench.send(from_stream(D + 3, 400, {}, 1));
    bench.source().stall = beats ? 50 : 100;
    while (bench.source().beats() < beats || (!beats && !bench.accepted())) bench.clock();
    bench.abort();
    for (unsigned i = 0; i < (beats ? 1u : 20u); ++i) bench.clock();
    bench.source().stall = 0;
    bench.send(from_stream(D + 0x1001, 400, {}, 2));
    ASSERT_TRUE(bench.drain());
    EXPECT_EQ(bench.verdict(), std::vector<std::string>{});
    EXPECT_EQ(bench.finished()[1].error, 0u) << beats;
    EXPECT_EQ(bench.finished()[1].bytes, 400u) << beats;
    if (beats < 49) {
      EXPECT_EQ(bench.finished()[0].error, 6u) << beats;
    }
    // Of an abort before the first beat nothing was taken: the packet is the next command's.
    EXPECT_EQ(bench.source().begun(), bench.source().beats() / 50);
    EXPECT_EQ(bench.source().begun(), beats ? 2u : 1u);
  }
}

/// An aborted command waits for nobody: not for the packet that is drained before it, nor for its own, which may never
/// come.
TEST(Packets, AnAbortWaitsForNoStream) {
  const auto core = make_core("64", 1);
  CoreBench bench(*core, {});
  bench.send({from_stream(D, 400, {}, 1), from_stream(D + 0x1000, 400, {}, 2)});
  while (bench.source().beats() < 20) bench.clock();
  bench.source().stall = 100;
  bench.abort();
  const auto at = bench.cycle();
  while (bench.finished().size() < 2 && bench.cycle() < at + 600) bench.clock();
  ASSERT_EQ(bench.finished().size(), 2u);
  for (const auto& f : bench.finished()) EXPECT_EQ(f.error, 6u);
  EXPECT_TRUE(bench.source().amid());
  // Now another that does not read the stream, and one that waits for its packet.
  Command other;
  other.src = S;
  other.dst = D + 0x30000;
  other.row_bytes = 200;
  bench.send({other, from_stream(D + 0x4000, 400, {}, 5)});
  while (bench.finished().size() < 3) {
    bench.clock();
    ASSERT_LT(bench.cycle(), at + 2000);
  }
  bench.source().stall = 0;
  ASSERT_TRUE(bench.drain());
  EXPECT_EQ(bench.verdict(), std::vector<std::string>{});
  EXPECT_EQ(bench.finished()[3].error, 0u);
}

/// ... nor does its packet, of which it had no beat, wait for its status: the next command has it while that stands
/// behind another one.
TEST(Packets, AnAbortedCommandsPacketIsTakenBeforeItsStatusIs) {
  for (const unsigned beats : {0u, 7u}) {
    const auto core = make_core("64", 1);
    CoreBench bench(*core, {});
    Command first;
    first.src = S;
    first.dst = D + 0x10000;
    first.row_bytes = 64;
    bench.surroundings().done_stall = 100;
    bench.source().stall = beats ? 50 : 100;
    bench.send({first, from_stream(D + 3, 400, {}, 1)});
    while (bench.source().beats() < beats || bench.cycle() < 100) bench.clock();
    bench.abort();
    bench.clock();
    bench.send(from_stream(D + 0x1001, 400, {}, 2));
    for (unsigned i = 0; i < 100; ++i) bench.clock();
    EXPECT_EQ(bench.accepted(), 3u) << beats;
    bench.source().stall = 0;
    for (unsigned i = 0; i < 200; ++i) bench.clock();
    EXPECT_EQ(bench.source().begun(), beats ? 2u : 1u);
    EXPECT_TRUE(bench.finished().empty());
    bench.surroundings().done_stall = 0;
    ASSERT_TRUE(bench.drain());
    EXPECT_EQ(bench.verdict(), std::vector<std::string>{}) << beats;
    ASSERT_EQ(bench.finished().size(), 3u);
    EXPECT_EQ(bench.finished()[0].error, 0u);
    EXPECT_EQ(bench.finished()[1].error, 6u);
    EXPECT_EQ(bench.finished()[2].error, 0u);
    EXPECT_EQ(bench.finished()[2].bytes, 400u);
  }
}

/// A command that leaves the address space amid its packet has taken that one alone, whatever those behind it have
/// taken by its status.
TEST(Packets, OfACommandThatLeavesTheAddressSpaceAreDrained) {
  for (const unsigned stall : {0u, 80u}) {
    for (const unsigned within : {8u, 100u, 300u}) {
      const auto core = make_core("64", 1);
      CoreBench bench(*core, {});
      bench.surroundings().done_stall = 95;
      bench.source().stall = stall;
      bench.send({from_stream((std::uint64_t{1} << 32) - within, 400), from_stream(D + 3, 400, {}, 2),
                  from_stream(D + 0x1001, 400, {}, 3)});
      ASSERT_TRUE(bench.drain());
      EXPECT_EQ(bench.verdict(), std::vector<std::string>{});
      EXPECT_EQ(bench.finished()[0].error, 5u);
      EXPECT_EQ(bench.finished()[0].bytes, within);
      for (const unsigned next : {1u, 2u}) {
        EXPECT_EQ(bench.finished()[next].error, 0u);
        EXPECT_EQ(bench.finished()[next].bytes, 400u);
      }
      EXPECT_EQ(bench.source().begun(), 3u);
    }
  }
}

TEST(Packets, AResetEndsADrain) {
  const auto core = make_core("64", 1);
  {
    CoreBench bench(*core, {});
    bench.send(from_stream(D, 8, surplus(8000), 1));
    for (unsigned i = 0; i < 200; ++i) bench.clock();
    EXPECT_EQ(bench.finished().size(), 1u);
    EXPECT_TRUE(bench.source().amid());
  }
  // A new bench begins with a reset, and its first beat with a packet.
  CoreBench bench(*core, {});
  bench.send(from_stream(D, 100, {}, 2));
  ASSERT_TRUE(bench.drain());
  EXPECT_EQ(bench.verdict(), std::vector<std::string>{});
}

/// A packet out whose source fails: its good beats, then one without bytes that says so; of a first beat that fails
/// none.
TEST(Packets, OutEndWithTuserWhenKilled) {
  for (const std::uint64_t bad : {0u, 8u, 4000u}) {
    for (const unsigned stall : {0u, 60u}) {
      const auto core = make_core("64", 1);
      Surroundings surroundings;
      surroundings.stream_out_stall = stall;
      CoreBench bench(*core, surroundings);
      bench.port(0).faults.add({S + bad, S + bad + 7, slverr, true, false});
      Command c;
      c.src = S;
      c.dst_port = stream_port;
      c.row_bytes = 4096;
      auto good = c;
      good.src = S + 0x10000;
      bench.send({c, good});
      ASSERT_TRUE(bench.drain());
      EXPECT_EQ(bench.verdict(), std::vector<std::string>{});
      EXPECT_EQ(bench.finished()[0].error, 1u);
      EXPECT_EQ(bench.sink().beats().size(), 512 + (bad ? bad / 8 + 1 : 0));
    }
  }
}

}  // namespace
}  // namespace isochron::rtl
