// SPDX-License-Identifier: Apache-2.0
#include "node_fixture.h"

#include <fmt/format.h>

#include <cstdlib>

#include "recorded_times.h"

namespace isochron::rtl {
namespace {

constexpr disk_node::RequestRings::Layout layout{0x10000, 0x20000, 4, 5};

}  // namespace

NodeFixture::NodeFixture(std::uint64_t seed, NodeVariant variant)
    : bench(seed, variant),
      driver(bench),
      rings(std::make_unique<disk_node::RequestRings>(driver, bench, layout)),
      model(bench) {}

void NodeFixture::TearDown() {
  EXPECT_EQ(driver.counters().stray, strays);
  EXPECT_EQ(bench.breaches(), std::vector<std::string>{});
  EXPECT_EQ(model.difference(), "");
  const auto& test = *::testing::UnitTest::GetInstance()->current_test_info();
  // The long form's runs are others. One that has failed says so already.
  if (HasFailure() || std::getenv("ISOCHRON_TEST_ALL")) return;
  EXPECT_EQ(difference_from_recorded(fmt::format("{}.{}", test.test_suite_name(), test.name()), bench.times()), "");
}

disk_node::Request NodeFixture::read_of(unsigned disk, std::uint64_t block, std::uint32_t bytes) {
  disk_node::Request request;
  request.id = next_id_++;
  request.disk = disk;
  request.block = block;
  request.bytes = bytes;
  // Places do not overlap.
  request.address = 0x1000000 + std::uint64_t{request.id} * 0x40000;
  return request;
}

void NodeFixture::carry_out(const std::vector<disk_node::Request>& requests, std::uint64_t cycles) {
  const auto end = bench.cycle() + cycles;
  std::size_t pushed = 0;
  std::size_t taken = 0;
  while (taken < requests.size()) {
    ASSERT_LT(bench.cycle(), end) << taken << " of " << requests.size() << " requests have ended";
    if (pushed < requests.size() && rings->push(requests[pushed])) ++pushed;
    if (const auto completion = rings->take()) {
      ++taken;
      ASSERT_FALSE(completions.count(completion->id)) << "request " << completion->id << " ends twice";
      completions[completion->id] = *completion;
      order.push_back(completion->id);
    } else {
      bench.run(20);
    }
  }
  for (const auto& request : requests) {
    ASSERT_TRUE(completions.count(request.id)) << "request " << request.id;
    if (code(request) == disk_node::Code::done) {
      EXPECT_EQ(completions[request.id].bytes, request.bytes) << "request " << request.id;
      model.apply(request);
    } else {
      model.forgive(request);
    }
  }
}

void NodeFixture::expect_idle(std::uint64_t cycles) {
  EXPECT_TRUE(bench.run_until([&] { return bench.channel().idle() && driver.status().idle; }, cycles))
      << "channel idle: " << bench.channel().idle();
  bench.run(300);
}

}  // namespace isochron::rtl
