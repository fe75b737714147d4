// SPDX-License-Identifier: Apache-2.0
// Writes: memory to disk, whole blocks, from any place.
#include "node_fixture.h"

namespace isochron::rtl {
namespace {

using disk_node::Code;

class Writes : public NodeFixture {
 protected:
  disk_node::Request write_of(unsigned disk, std::uint64_t block, std::uint32_t number) {
    auto request = read_of(disk, block, blocks(number));
    request.write = true;
    return request;
  }
};

TEST_F(Writes, put_blocks_onto_a_disk) {
  std::vector<disk_node::Request> requests;
  for (const unsigned number : {1u, 2u, 4u, 5u, 64u, 70u}) requests.push_back(write_of(number % 8, 10, number));
  carry_out(requests);
  for (const auto& request : requests) EXPECT_EQ(code(request), Code::done);
  expect_idle();
}

TEST_F(Writes, come_from_both_ports_at_any_address_and_from_rows) {
  std::vector<disk_node::Request> requests;
  for (unsigned i = 0; i < 24; ++i) {
    auto request = write_of(i % 8, 10 * i, 1 + i % 5);
    request.port_b = i & 1;
    request.address += i;
    if (i % 3) {
      request.row_bytes = 8 * (1 + i * 7 % 90);
      request.stride = (i & 2) ? 1000 : -1000;
      request.address += 0x20000;
    }
    requests.push_back(request);
  }
  carry_out(requests);
  for (const auto& request : requests) EXPECT_EQ(code(request), Code::done);
  expect_idle();
}

TEST_F(Writes, and_reads_go_side_by_side_with_a_slow_bus_and_channel) {
  for (unsigned port = 0; port < 3; ++port) {
    bench.port(port).timing.latency = 30;
    bench.port(port).timing.stall_all(30);
  }
  auto& timing = bench.channel().timing;
  timing.mixed = true;
  timing.latency_most = 500;
  timing.stall_data = timing.stall_command = timing.stall_credit = timing.stall_status = timing.stall_grant = 30;
  timing.stall_take = 60;
  std::vector<disk_node::Request> requests;
  for (unsigned i = 0; i < 40; ++i)
    requests.push_back(i % 2 ? write_of(i * 3 % 8, 20 * i, 1 + i % 9) : read_of(i * 3 % 8, 20 * i, 700 * (1 + i % 9)));
  carry_out(requests);
  for (const auto& request : requests) EXPECT_EQ(code(request), Code::done);
  expect_idle();
}

/// The channel takes no word of writes any more: reads go on, writes meet their deadline, and all is well afterwards.
TEST_F(Writes, that_the_channel_does_not_take_hold_up_nobody_else) {
  driver.set_time(10, 0);
  bench.channel().timing.stall_take = 100;
  std::vector<disk_node::Request> requests;
  for (unsigned i = 0; i < 12; ++i) {
    if (i % 3) {
      requests.push_back(read_of(i % 4, 20 * i, 3000));
    } else {
      requests.push_back(write_of(4 + i % 4, 20 * i, 5));
      requests.back().deadline = driver.now() + 3000;
    }
  }
  carry_out(requests);
  for (const auto& request : requests) EXPECT_EQ(code(request), request.write ? Code::deadline : Code::done);
  bench.channel().timing.stall_take = 0;
  expect_idle();
  const auto after = write_of(4, 1000, 9);
  carry_out({after});
  EXPECT_EQ(code(after), Code::done);
  expect_idle();
}

TEST_F(Writes, that_memory_fails_put_no_bad_word_onto_the_disk) {
  std::vector<disk_node::Request> requests;
  for (unsigned i = 0; i < 12; ++i) {
    requests.push_back(write_of(i % 8, 20 * i, 6));
    if (i % 4) continue;
    // In its fourth block.
    const auto at = requests.back().address + blocks(3) + 8 * i;
    bench.port(0).faults.add({at, at, i % 8 ? decerr : slverr, true, true});
  }
  carry_out(requests);
  for (unsigned i = 0; i < 12; ++i)
    EXPECT_EQ(code(requests[i]), i % 4 ? Code::done : i % 8 ? Code::read_decerr : Code::read_slverr) << i;
  // The first three blocks of a failed write may have been written, and if so, rightly; the others not at all.
  for (unsigned i = 0; i < 12; i += 4) {
    SparseMemory before(bench.channel().seed_of(requests[i].disk));
    const auto& r = requests[i];
    for (std::uint32_t byte = blocks(3); byte < r.bytes; ++byte) {
      const auto at = r.block * bench.shape().block_bytes + byte;
      ASSERT_EQ(bench.channel().disk(r.disk).read(at), before.read(at)) << byte;
    }
  }
  expect_idle();
}

}  // namespace
}  // namespace isochron::rtl
