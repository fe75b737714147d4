// SPDX-License-Identifier: Apache-2.0
// Healthy reads: any size and place, several disks, out of order.
#include <algorithm>
#include <cstdlib>

#include "node_fixture.h"

namespace isochron::rtl {
namespace {

using disk_node::Code;

class Reads : public NodeFixture {};

TEST_F(Reads, put_a_block_into_memory) {
  const auto request = read_of(3, 17, blocks(1));
  carry_out({request});
  EXPECT_EQ(code(request), Code::done);
  EXPECT_EQ(bench.channel().commands(), 1u);
  expect_idle();
}

/// From the last word of a lone block to its first one on the bus: the requests are looked at in turn, and those
/// without a block that waits cost the others nothing.
TEST_F(Reads, of_one_block_are_passed_on_at_once) {
  auto& timing = bench.channel().timing;
  std::uint64_t longest = 0;
  for (unsigned i = 0; i < 84; ++i) {
    // Whatever the interface is at when the block comes.
    bench.run(i % 7);
    timing.latency_least = timing.latency_most = i % 12;
    const auto request = read_of(i % 8, i, blocks(1));
    const auto written = bench.counts(0).write_beats;
    const auto sent = bench.channel().words() + blocks(1) / bench.shape().word_bytes;
    ASSERT_TRUE(rings->push(request));
    ASSERT_TRUE(bench.run_until([&] { return bench.channel().words() == sent; }, 2000));
    const auto came = bench.cycle();
    ASSERT_TRUE(bench.run_until([&] { return bench.counts(0).write_beats > written; }, 2000));
    longest = std::max(longest, bench.cycle() - came);
    ASSERT_TRUE(bench.run_until([&] { return rings->take().has_value(); }, 2000));
    model.apply(request);
  }
  // 16 of the pipeline; the request's turn comes after 12 at most.
  EXPECT_LE(longest, 28u);
  expect_idle();
}

TEST_F(Reads, of_any_number_of_bytes_fetch_whole_blocks_and_keep_what_was_asked_for) {
  std::vector<disk_node::Request> requests;
  for (const std::uint32_t bytes : {1u, 7u, 8u, 9u, 511u, 512u, 513u, 520u, 1023u, 2047u, 2048u, 2049u, 5000u})
    requests.push_back(read_of(requests.size() % 8, 100 * requests.size(), bytes));
  carry_out(requests);
  for (const auto& request : requests) EXPECT_EQ(code(request), Code::done) << request.bytes;
  expect_idle();
}

TEST_F(Reads, are_cut_to_commands_of_the_configured_size) {
  driver.configure(1, 10);
  bench.channel().depth = 1;
  bench.channel().max_blocks = 10;
  const auto request = read_of(2, 1000, blocks(35) - 100);
  carry_out({request});
  EXPECT_EQ(code(request), Code::done);
  EXPECT_EQ(bench.channel().commands(), 4u);
  EXPECT_EQ(bench.channel().most_under_way(), 1u);
  expect_idle();
}

TEST_F(Reads, keep_as_many_commands_on_a_disk_as_its_depth) {
  driver.configure(3, 4);
  bench.channel().depth = 3;
  bench.channel().max_blocks = 4;
  bench.channel().timing.latency_least = bench.channel().timing.latency_most = 300;
  const auto request = read_of(5, 0, blocks(40));
  carry_out({request});
  EXPECT_EQ(code(request), Code::done);
  EXPECT_EQ(bench.channel().most_under_way(), 3u);
  expect_idle();
}

TEST_F(Reads, of_several_disks_end_out_of_order) {
  auto& timing = bench.channel().timing;
  timing.latency_most = 5000;
  timing.mixed = true;
  std::vector<disk_node::Request> requests;
  for (unsigned i = 0; i < 40; ++i) requests.push_back(read_of(i * 5 % 8, 64 * i, blocks(3) + 40 * i));
  carry_out(requests);
  for (const auto& request : requests) EXPECT_EQ(code(request), Code::done) << request.id;
  EXPECT_GT(bench.channel().overtakings(), 5u);
  EXPECT_FALSE(std::is_sorted(order.begin(), order.end()));
  expect_idle();
}

TEST_F(Reads, go_to_both_ports_at_any_address) {
  std::vector<disk_node::Request> requests;
  for (unsigned i = 0; i < 16; ++i) {
    auto request = read_of(i % 8, 7 * i, 900 + i);
    request.port_b = i & 1;
    request.address += i;
    requests.push_back(request);
  }
  carry_out(requests);
  for (const auto& request : requests) EXPECT_EQ(code(request), Code::done);
  expect_idle();
}

TEST_F(Reads, are_cut_to_rows) {
  std::vector<disk_node::Request> requests;
  for (const std::uint32_t row : {8u, 16u, 24u, 40u, 104u, 504u, 512u, 520u, 1000u, 1024u, 4000u, 100000u}) {
    auto request = read_of(requests.size() % 8, 50 * requests.size(), std::min(6000u, 60 * row) - 3);
    request.row_bytes = row;
    request.stride = static_cast<std::int32_t>(row + 16);
    request.address += requests.size();
    requests.push_back(request);
    // Upwards: the last row lies lowest.
    request = read_of((requests.size() + 3) % 8, 50 * requests.size(), std::min(6000u, 60 * row) - 3);
    request.row_bytes = row;
    request.stride = -static_cast<std::int32_t>(row + 5);
    request.address += 0x20000;
    requests.push_back(request);
  }
  carry_out(requests);
  for (const auto& request : requests) EXPECT_EQ(code(request), Code::done) << request.row_bytes;
  expect_idle();
}

TEST_F(Reads, survive_a_slow_bus_and_channel) {
  for (unsigned port = 0; port < 3; ++port) {
    bench.port(port).timing.latency = 40;
    bench.port(port).timing.stall_all(40);
  }
  auto& timing = bench.channel().timing;
  timing.mixed = true;
  timing.latency_most = 400;
  timing.stall_data = timing.stall_command = timing.stall_credit = timing.stall_status = 40;
  std::vector<disk_node::Request> requests;
  for (unsigned i = 0; i < 30; ++i) requests.push_back(read_of(i * 3 % 8, 9 * i, 300 + 211 * i));
  carry_out(requests);
  for (const auto& request : requests) EXPECT_EQ(code(request), Code::done);
  expect_idle();
}

/// The upper bits of a command's length count too; in the long form those of every tag.
TEST_F(Reads, of_thousands_of_blocks_are_one_command) {
  const unsigned tags = std::getenv("ISOCHRON_TEST_ALL") ? bench.shape().tags : 1;
  driver.configure(1, 0xffff);
  std::vector<disk_node::Request> requests;
  for (unsigned i = 0; i < tags; ++i) {
    requests.push_back(read_of(i, 7, blocks(0x1200)));
    // They need places that are larger than usual.
    requests.back().address = 0x10000000 + std::uint64_t{i} * 0x1000000;
  }
  carry_out(requests, 4000000);
  for (const auto& request : requests) EXPECT_EQ(code(request), Code::done);
  EXPECT_EQ(bench.channel().commands(), tags);
  expect_idle();
}

}  // namespace
}  // namespace isochron::rtl
