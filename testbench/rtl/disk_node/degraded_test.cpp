// SPDX-License-Identifier: Apache-2.0
// Degraded reads: the XOR of the surviving disks, each byte once into memory.
#include "node_fixture.h"

namespace isochron::rtl {
namespace {

using disk_node::Code;

class Degraded : public NodeFixture {
 protected:
  disk_node::Request degraded_read(std::uint32_t survivors, std::uint64_t block, std::uint32_t bytes) {
    auto request = read_of(0, block, bytes);
    request.survivors = survivors;
    return request;
  }
};

TEST_F(Degraded, reads_combine_any_set_of_disks) {
  std::vector<disk_node::Request> requests;
  for (const std::uint32_t survivors : {0x01u, 0x03u, 0x0eu, 0xf0u, 0x55u, 0x7fu, 0xffu, 0x80u})
    requests.push_back(degraded_read(survivors, 30 * requests.size(), 5000 + 13 * requests.size()));
  carry_out(requests);
  for (const auto& request : requests) EXPECT_EQ(code(request), Code::done) << request.survivors;
  expect_idle();
}

TEST_F(Degraded, reads_write_each_byte_once) {
  const auto request = degraded_read(0x1f, 0, blocks(40));
  carry_out({request});
  EXPECT_EQ(code(request), Code::done);
  EXPECT_EQ(bench.counts(0).write_beats, request.bytes / 8);
  EXPECT_EQ(bench.channel().words(), 5u * request.bytes / 8);
  expect_idle();
}

TEST_F(Degraded, reads_wait_for_the_slowest_disk) {
  auto& timing = bench.channel().timing;
  timing.mixed = true;
  timing.latency_most = 4000;
  timing.stall_data = 20;
  driver.configure(2, 6);
  std::vector<disk_node::Request> requests;
  for (unsigned i = 0; i < 20; ++i) {
    auto request = i % 3 ? degraded_read(1 + i * 11 % 255, 50 * i, 400 * (1 + i % 13)) : read_of(i % 8, 50 * i, 3000);
    if (i % 4 == 1) {
      request.row_bytes = 136;
      request.stride = 200;
    }
    request.port_b = i & 1;
    request.address += i % 8;
    requests.push_back(request);
  }
  carry_out(requests);
  for (const auto& request : requests) EXPECT_EQ(code(request), Code::done) << request.id;
  expect_idle();
}

TEST_F(Degraded, reads_fail_when_one_survivor_does) {
  bench.channel().add_fault(3, 7, DiskChannel::Fault::media_error);
  const auto bad = degraded_read(0x1f, 0, blocks(20));
  const auto good = degraded_read(0x0e, 100, blocks(20));
  carry_out({bad, good});
  EXPECT_EQ(code(bad), Code::media_error);
  EXPECT_EQ(code(good), Code::done);
  expect_idle();
}

}  // namespace
}  // namespace isochron::rtl
