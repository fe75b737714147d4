// SPDX-License-Identifier: Apache-2.0
// The slot table: streams with a duty cycle, two buffers each.
#include <fmt/format.h>

#include <cstdlib>

#include "node_fixture.h"
#include "random.h"

namespace isochron::rtl {
namespace {

using disk_node::Code;
using disk_node::Stream;

class Streams : public NodeFixture {
 protected:
  Stream stream_of(unsigned number, std::uint16_t turns) {
    Stream stream;
    stream.enabled = true;
    stream.disk = number % 8;
    stream.block = 1000 * number;
    stream.turns = turns;
    stream.bytes = 1500;
    stream.port_b = number & 1;
    stream.buffer_a = 0x4000000 + 0x10000 * number;
    stream.buffer_b = stream.buffer_a + 0x8000;
    return stream;
  }
  /// Turn `turn` of a stream as a request.
  static disk_node::Request turn_of(const Stream& stream, unsigned number, unsigned turn) {
    disk_node::Request request;
    request.id = static_cast<std::uint16_t>(number);
    request.disk = stream.disk;
    request.block = stream.block + 3 * turn;
    request.bytes = stream.bytes;
    request.port_b = stream.port_b;
    request.address = turn % 2 ? stream.buffer_b : stream.buffer_a;
    return request;
  }
  /// The next completion.
  disk_node::Completion next() {
    std::optional<disk_node::Completion> completion;
    EXPECT_TRUE(bench.run_until([&] { return (completion = rings->take()).has_value(); }, 200000));
    return completion.value_or(disk_node::Completion{});
  }
};

TEST_F(Streams, get_their_blocks_in_their_slots_into_two_buffers_in_turn) {
  driver.set_time(10, 0);
  constexpr unsigned slots = 5;
  constexpr unsigned turns = 4;
  std::vector<Stream> streams;
  for (unsigned i = 0; i < slots; ++i) {
    streams.push_back(stream_of(i, i == 2 ? 0 : turns));
    driver.write_stream(i, streams.back());
  }
  driver.start_streams(slots, 100);
  std::vector<unsigned> count(slots);
  std::vector<std::uint32_t> began;
  for (unsigned i = 0; i < turns * (slots - 1); ++i) {
    const auto completion = next();
    EXPECT_TRUE(completion.from_slot_table);
    EXPECT_EQ(completion.code, Code::done);
    ASSERT_LT(completion.id, slots);
    ++count[completion.id];
    began.push_back(completion.began);
  }
  bench.run(20000);
  EXPECT_FALSE(rings->take());
  driver.stop_streams();
  for (unsigned i = 0; i < slots; ++i) {
    EXPECT_EQ(count[i], i == 2 ? 0u : turns);
    const auto now = driver.read_stream(i);
    EXPECT_EQ(now.turns, 0u);
    EXPECT_EQ(now.block, streams[i].block + 3 * count[i]);
    EXPECT_EQ(now.late, 0u);
    EXPECT_EQ(now.underruns, 0u);
    // The second last and the last turn are what the buffers hold; of each the whole is in the model.
    for (unsigned turn = 0; turn < count[i]; ++turn) model.apply(turn_of(streams[i], i, turn));
  }
  // A slot is 100 ticks, and the empty one passes.
  for (unsigned i = slots - 1; i < began.size(); ++i) EXPECT_NEAR(began[i] - began[i - (slots - 1)], 500, 8);
  expect_idle();
}

TEST_F(Streams, of_all_64_slots_are_served) {
  driver.set_time(1, 0);
  for (unsigned i = 0; i < 64; ++i) driver.write_stream(i, stream_of(i, 2));
  driver.start_streams(64, 300);
  std::vector<unsigned> count(64);
  for (unsigned i = 0; i < 128; ++i) ++count[next().id];
  driver.stop_streams();
  for (unsigned i = 0; i < 64; ++i) {
    EXPECT_EQ(count[i], 2u) << i;
    for (unsigned turn = 0; turn < 2; ++turn) model.apply(turn_of(stream_of(i, 2), i, turn));
  }
  EXPECT_EQ(driver.counters().underruns, 0u);
  expect_idle();
}

TEST_F(Streams, whose_disk_is_slow_are_late_and_the_others_are_not) {
  driver.set_time(10, 0);
  std::vector<Stream> streams{stream_of(0, 3), stream_of(1, 3)};
  for (unsigned i = 0; i < 2; ++i) driver.write_stream(i, streams[i]);
  bench.channel().set_dead(1, true);
  driver.start_streams(2, 200);
  // Disk 0 is served; disk 1 misses its second and third slot.
  for (unsigned i = 0; i < 3; ++i) EXPECT_EQ(next().id, 0u);
  bench.run(2000);
  EXPECT_EQ(driver.read_stream(1).underruns, 2u);
  EXPECT_EQ(driver.read_stream(1).late, 0u);
  bench.channel().set_dead(1, false);
  for (unsigned i = 0; i < 3; ++i) EXPECT_EQ(next().id, 1u);
  bench.run(200);
  driver.stop_streams();
  const auto slow = driver.read_stream(1);
  EXPECT_EQ(slow.late, 1u);
  EXPECT_EQ(slow.block, streams[1].block + 9);
  EXPECT_EQ(slow.turns, 0u);
  EXPECT_EQ(driver.read_stream(0).underruns, 0u);
  EXPECT_EQ(driver.counters().underruns, slow.underruns);
  for (unsigned i = 0; i < 2; ++i)
    for (unsigned turn = 0; turn < 3; ++turn) model.apply(turn_of(streams[i], i, turn));
  expect_idle();
}

TEST_F(Streams, that_fail_underrun_and_go_on) {
  driver.set_time(10, 0);
  const auto stream = stream_of(3, 4);
  for (unsigned i = 0; i < 4; ++i) driver.write_stream(i, i == 3 ? stream : Stream{});
  bench.channel().add_fault(3, stream.block + 3, DiskChannel::Fault::media_error);
  driver.start_streams(4, 100);
  for (unsigned turn = 0; turn < 4; ++turn) {
    const auto completion = next();
    EXPECT_EQ(completion.code, turn == 1 ? Code::media_error : Code::done);
    if (turn == 1)
      model.forgive(turn_of(stream, 3, turn));
    else
      model.apply(turn_of(stream, 3, turn));
  }
  bench.run(3000);
  driver.stop_streams();
  EXPECT_EQ(driver.read_stream(3).underruns, 1u);
  EXPECT_EQ(driver.read_stream(3).late, 0u);
  expect_idle();
}

/// Each buffer has high address bits of its own; where these lie beyond the bus its turns are refused, and no others.
TEST_F(Streams, fail_in_the_turns_of_a_buffer_that_cannot_be) {
  driver.set_time(10, 0);
  std::vector<Stream> streams{stream_of(0, 4), stream_of(1, 4)};
  streams[0].buffer_b |= std::uint64_t{1} << 32;
  streams[1].buffer_a |= std::uint64_t{1} << 47;
  for (unsigned i = 0; i < 2; ++i) driver.write_stream(i, streams[i]);
  driver.start_streams(2, 100);
  std::vector<unsigned> turn(2);
  for (unsigned i = 0; i < 8; ++i) {
    const auto completion = next();
    ASSERT_LT(completion.id, 2u);
    const auto& stream = streams[completion.id];
    const auto now = turn[completion.id]++;
    const bool can_be = (now + completion.id) % 2 == 0;
    EXPECT_EQ(completion.code, can_be ? Code::done : Code::bad_request) << completion.id << " turn " << now;
    if (can_be) model.apply(turn_of(stream, completion.id, now));
  }
  driver.stop_streams();
  EXPECT_EQ(driver.counters().errors, 4u);
  expect_idle();
}

TEST_F(Streams, go_beside_requests_of_the_ring) {
  driver.set_time(2, 0);
  std::vector<Stream> streams;
  for (unsigned i = 0; i < 8; ++i) {
    streams.push_back(stream_of(i, 6));
    driver.write_stream(i, streams[i]);
  }
  driver.start_streams(8, 1000);
  std::vector<disk_node::Request> requests;
  for (unsigned i = 0; i < 12; ++i) {
    requests.push_back(read_of(i % 8, 20000 + 20 * i, 5000));
    ASSERT_TRUE(rings->push(requests.back()));
  }
  unsigned from_streams = 0;
  for (unsigned i = 0; i < 60; ++i) {
    const auto completion = next();
    EXPECT_EQ(completion.code, Code::done);
    from_streams += completion.from_slot_table;
  }
  EXPECT_EQ(from_streams, 48u);
  driver.stop_streams();
  for (const auto& request : requests) model.apply(request);
  for (unsigned i = 0; i < 8; ++i)
    for (unsigned turn = 0; turn < 6; ++turn) model.apply(turn_of(streams[i], i, turn));
  EXPECT_EQ(driver.counters().underruns, 0u);
  expect_idle();
}

/// Eight requests at a time fail in the same tick, while the next slots are long due: their ends wait in a queue, and
/// each frees its own stream, once.
TEST_F(Streams, that_fail_together_are_each_asked_again_after_their_own_end) {
  constexpr unsigned slots = 11;
  constexpr std::uint16_t turns = 12;
  driver.set_time(1, 1);
  for (unsigned i = 0; i < slots; ++i) driver.write_stream(i, stream_of(i, turns));
  bench.channel().set_stalled(true);
  driver.start_streams(slots, 1);
  bench.run(100);
  driver.set_time(700, 1);
  std::vector<unsigned> count(slots);
  std::vector<std::uint32_t> last_end(slots);
  for (unsigned i = 0; i < turns * slots; ++i) {
    const auto completion = next();
    ASSERT_LT(completion.id, slots);
    EXPECT_EQ(completion.code, Code::deadline);
    EXPECT_GE(completion.began, last_end[completion.id]) << "stream " << completion.id << " has two requests at a time";
    last_end[completion.id] = completion.ended;
    ++count[completion.id];
  }
  bench.run(3000);
  EXPECT_FALSE(rings->take());
  driver.stop_streams();
  bench.channel().set_stalled(false);
  unsigned underruns = 0;
  for (unsigned i = 0; i < slots; ++i) {
    const auto now = driver.read_stream(i);
    EXPECT_EQ(count[i], turns);
    EXPECT_EQ(now.turns, 0u);
    EXPECT_LE(now.late, turns);
    underruns += now.underruns;
    for (unsigned turn = 0; turn < turns; ++turn) model.forgive(turn_of(stream_of(i, turns), i, turn));
  }
  EXPECT_EQ(driver.counters().underruns, underruns);
  expect_idle();
  for (unsigned i = 0; i < slots; ++i)
    for (unsigned turn = 0; turn < turns; ++turn) model.forgive(turn_of(stream_of(i, turns), i, turn));
}

/// Every field of the table, of any value, and what nobody has asked for stays as it was written.
TEST_F(Streams, of_any_value_keep_to_it) {
  driver.set_time(1, 0);
  Random random(1);
  constexpr unsigned slots = 8;
  constexpr std::uint32_t table = 0x800;
  constexpr std::uint32_t stream_bytes = 32;
  for (unsigned round = 0; round < 12; ++round) {
    std::vector<Stream> streams;
    std::vector<std::uint32_t> controls;
    for (unsigned i = 0; i < slots; ++i) {
      auto stream = stream_of(i, 3);
      stream.block = random.below((std::uint64_t{1} << 48) - 100);
      // Whole blocks too.
      stream.bytes = random.chance(50) ? blocks(static_cast<std::uint32_t>(1 + random.below(4)))
                                       : static_cast<std::uint32_t>(1 + random.below(2000));
      stream.port_b = random.chance(50);
      // Buffers of their own, and now and then one that is beyond the bus in one bit.
      const auto buffer = [&](unsigned number) {
        const auto low = (2 * i + number) << 28 | (random.below(1 << 27) & ~std::uint64_t{63});
        return low | (random.chance(30) ? std::uint64_t{1} << (32 + random.below(16)) : 0);
      };
      stream.buffer_a = buffer(0);
      stream.buffer_b = buffer(1);
      driver.write_stream(i, stream);
      // Bits that mean nothing.
      controls.push_back(bench.read(table + stream_bytes * i) |
                         (static_cast<std::uint32_t>(random.next()) & 0xffff00f8));
      bench.write(table + stream_bytes * i, controls.back());
      streams.push_back(stream);
    }
    driver.start_streams(slots, 1000);
    std::vector<unsigned> turns(slots);
    for (unsigned i = 0; i < 3 * slots; ++i) {
      const auto completion = next();
      ASSERT_LT(completion.id, slots);
      const auto& stream = streams[completion.id];
      auto request = turn_of(stream, completion.id, 0);
      const auto turn = turns[completion.id]++;
      request.block = stream.block + std::uint64_t{turn} * ((stream.bytes + blocks(1) - 1) / blocks(1));
      request.address = turn % 2 ? stream.buffer_b : stream.buffer_a;
      const bool can_be = request.address >> 32 == 0;
      ASSERT_EQ(completion.code, can_be ? Code::done : Code::bad_request) << fmt::format("{:#x}", request.address);
      EXPECT_EQ(completion.bytes, can_be ? stream.bytes : 0);
      if (can_be) model.apply(request);
    }
    expect_idle();
    driver.stop_streams();
    for (unsigned i = 0; i < slots; ++i) {
      // Three turns: the other buffer is next.
      EXPECT_EQ(bench.read(table + stream_bytes * i), controls[i] ^ 2) << i;
      EXPECT_EQ(driver.read_stream(i).turns, 0u);
      EXPECT_EQ(driver.read_stream(i).bytes, streams[i].bytes);
    }
    ASSERT_EQ(model.difference(), "") << round;
  }
}

/// Slots that come as fast as they can be served: the counter's upper bits count too.
TEST_F(Streams, underrun_by_the_thousands) {
  const std::uint32_t wanted = std::getenv("ISOCHRON_TEST_ALL") ? 0x80123 : 0x1123;
  driver.set_time(1, 0);
  driver.write_stream(0, stream_of(0, 2));
  bench.channel().set_dead(0, true);
  driver.start_streams(1, 1);
  ASSERT_TRUE(
      bench.run_until([&] { return bench.cycle() % 1000 == 0 && driver.counters().underruns >= wanted; }, 60 * wanted));
  driver.stop_streams();
  bench.run(100);
  const auto underruns = driver.counters().underruns;
  EXPECT_LT(underruns, wanted + 300);
  EXPECT_EQ(driver.read_stream(0).underruns, underruns & 0xffff);
  bench.channel().set_dead(0, false);
  EXPECT_EQ(next().code, Code::done);
  model.apply(turn_of(stream_of(0, 2), 0, 0));
  expect_idle();
}

}  // namespace
}  // namespace isochron::rtl
