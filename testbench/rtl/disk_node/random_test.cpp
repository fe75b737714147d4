// SPDX-License-Identifier: Apache-2.0
// Random requests of every kind in random surroundings, with random faults, on both sets of parameters.
#include <algorithm>
#include <set>

#include "long_form.h"
#include "node_fixture.h"
#include "random.h"

namespace isochron::rtl {
namespace {

using disk_node::Code;

class RandomRequests : public NodeFixture, public ::testing::WithParamInterface<std::pair<NodeVariant, unsigned>> {
 protected:
  RandomRequests() : NodeFixture(GetParam().second, GetParam().first), random(GetParam().second) {}

  disk_node::Request next() {
    const auto& shape = bench.shape();
    const auto disk = static_cast<unsigned>(random.below(shape.disks));
    auto request = read_of(disk, 0, static_cast<std::uint32_t>(1 + random.below(blocks(1 + random.chance(20) * 20))));
    // Blocks of their own: writes must not meet reads.
    request.block = std::uint64_t{request.id} * 64 + random.below(8);
    request.port_b = random.chance(50);
    request.address += random.below(100);
    request.write = random.chance(35);
    if (request.write) request.bytes = blocks(static_cast<std::uint32_t>(1 + random.below(12)));
    if (!request.write && random.chance(30))
      request.survivors = static_cast<std::uint32_t>(1 + random.below((1u << shape.disks) - 1));
    if (random.chance(40)) {
      request.row_bytes = shape.word_bytes * static_cast<std::uint32_t>(1 + random.below(random.chance(50) ? 8 : 100));
      const auto gap = static_cast<std::uint32_t>(random.below(20));
      // Within a request's part of memory.
      if (std::uint64_t{request.bytes / request.row_bytes + 1} * (request.row_bytes + gap) < 0x20000)
        request.stride = static_cast<std::int32_t>(request.row_bytes + gap) * (random.chance(50) ? 1 : -1);
      else
        request.row_bytes = 0;
      request.address += 0x20000;
    }
    return request;
  }

  void surround() {
    for (unsigned port = 0; port < 3; ++port) {
      bench.port(port).timing.latency = static_cast<unsigned>(random.below(60));
      bench.port(port).timing.stall_all(static_cast<unsigned>(random.below(2) * random.below(60)));
    }
    auto& timing = bench.channel().timing;
    timing.mixed = random.chance(50);
    timing.latency_most = static_cast<unsigned>(random.below(3) * random.below(2000));
    const auto stall = [&] { return static_cast<unsigned>(random.below(2) * random.below(70)); };
    timing.stall_data = stall();
    timing.stall_status = stall();
    timing.stall_command = stall();
    timing.stall_credit = stall();
    timing.stall_take = stall();
    timing.stall_grant = stall();
    const auto depth = static_cast<std::uint8_t>(1 + random.below(4));
    const auto most = static_cast<std::uint16_t>(1 + random.below(12));
    driver.configure(depth, most);
    bench.channel().depth = depth;
    bench.channel().max_blocks = most;
  }

  Random random;
};

TEST_P(RandomRequests, end_as_the_model_says) {
  for (unsigned round = 0; round < (long_form() ? 60 : 4); ++round) {
    surround();
    std::vector<disk_node::Request> requests;
    for (unsigned i = 0; i < 40; ++i) requests.push_back(next());
    carry_out(requests);
    if (HasFatalFailure()) return;
    for (const auto& request : requests) ASSERT_EQ(code(request), Code::done) << request.id;
    expect_idle();
    ASSERT_EQ(model.difference(), "") << "round " << round;
  }
}

TEST_P(RandomRequests, fail_alone) {
  for (unsigned round = 0; round < (long_form() ? 60 : 4); ++round) {
    surround();
    std::vector<disk_node::Request> requests;
    std::map<unsigned, bool> faulty;
    for (unsigned i = 0; i < 40; ++i) {
      const auto request = next();
      requests.push_back(request);
      if (!random.chance(15)) continue;
      faulty[request.id] = true;
      if (random.chance(30)) {
        const auto at = request.address + (request.row_bytes ? 0 : random.below(request.bytes));
        bench.port(request.port_b).faults.add({at, at, random.chance(50) ? slverr : decerr, true, true});
      } else {
        const auto kind = static_cast<DiskChannel::Fault>(random.below(5));
        const auto at = request.block + random.below((request.bytes - 1) / blocks(1) + 1);
        for (unsigned disk = 0; disk < bench.shape().disks; ++disk)
          if (request.survivors ? request.survivors >> disk & 1 : disk == request.disk)
            bench.channel().add_fault(disk, at, request.write ? DiskChannel::Fault::media_error : kind);
      }
    }
    carry_out(requests);
    if (HasFatalFailure()) return;
    for (const auto& request : requests) {
      if (faulty.count(request.id))
        EXPECT_NE(code(request), Code::done) << request.id;
      else
        ASSERT_EQ(code(request), Code::done) << request.id;
    }
    for (unsigned port = 0; port < 2; ++port) bench.port(port).faults.clear();
    expect_idle();
    ASSERT_EQ(model.difference(), "") << "round " << round;
  }
}

TEST_P(RandomRequests, with_deadlines_end_one_way_or_the_other) {
  driver.set_time(5, 0);
  unsigned failed = 0;
  for (unsigned round = 0; round < (long_form() ? 40 : 4); ++round) {
    surround();
    std::vector<disk_node::Request> requests;
    for (unsigned i = 0; i < 40; ++i) {
      requests.push_back(next());
      requests.back().deadline = driver.now() + static_cast<std::uint32_t>(random.below(8000));
    }
    carry_out(requests);
    if (HasFatalFailure()) return;
    expect_idle();
    for (const auto& request : requests) {
      if (code(request) == Code::done) continue;
      EXPECT_EQ(code(request), Code::deadline);
      // What was under way when it ended may have come since.
      model.forgive(request);
      ++failed;
    }
    ASSERT_EQ(model.difference(), "") << "round " << round;
  }
  EXPECT_GT(failed, 5u);
}

/// Blocks, places, rows and strides from all that their fields can hold: no bit of them is left out.
class AnyRequests : public RandomRequests {
 protected:
  /// Requests that touch no page of each other's.
  std::vector<disk_node::Request> anywhere(std::size_t number) {
    std::vector<disk_node::Request> requests;
    while (requests.size() < number) {
      auto request = next();
      request.block = random.below((std::uint64_t{1} << 48) - 64);
      request.address = random.below(std::uint64_t{1} << address_bits);
      request.row_bytes = 0;
      if (random.chance(70)) choose_rows(request);
      const auto touched = pages_of(request);
      const bool free = std::none_of(touched.begin(), touched.end(),
                                     [&](const auto& page) { return page.second == beyond || pages_.count(page); });
      if (!free) continue;
      pages_.insert(touched.begin(), touched.end());
      requests.push_back(request);
    }
    return requests;
  }

  const unsigned address_bits = driver.capabilities().address_bits;

 private:
  using Page = std::pair<bool, std::uint64_t>;
  static constexpr auto beyond = ~std::uint64_t{0};

  /// As many values of few bits as of many.
  std::uint64_t any(unsigned bits) { return random.below(std::uint64_t{1} << (1 + random.below(bits))); }

  void choose_rows(disk_node::Request& request) {
    const auto word = bench.shape().word_bytes;
    // One high bit beside few low ones: a row that would be a short one without it.
    const auto row = random.chance(50) ? any(24) : (std::uint64_t{1} << (10 + random.below(14))) + random.below(1024);
    request.row_bytes = static_cast<std::uint32_t>(row / word * word);
    // A row that is longer than the request is a row all the same.
    const auto steps = request.row_bytes ? std::max(1u, request.bytes / request.row_bytes) : 1;
    request.stride = static_cast<std::int32_t>(any(31) / steps) * (random.chance(50) ? 1 : -1);
  }

  std::set<Page> pages_of(const disk_node::Request& request) const {
    std::set<Page> touched;
    for (std::uint32_t byte = 0; byte < request.bytes; ++byte) {
      const auto at = StrandModel::place(request, byte);
      touched.emplace(request.port_b, at >> address_bits ? beyond : at >> 12);
    }
    return touched;
  }

  std::set<Page> pages_;
};

TEST_P(AnyRequests, go_where_they_say) {
  for (unsigned round = 0; round < (long_form() ? 40 : 6); ++round) {
    surround();
    const auto requests = anywhere(40);
    carry_out(requests);
    if (HasFatalFailure()) return;
    for (const auto& request : requests) ASSERT_EQ(code(request), Code::done) << request.id;
    expect_idle();
    ASSERT_EQ(model.difference(), "") << "round " << round;
  }
}

TEST_P(AnyRequests, may_be_direct_ones) {
  for (const auto& request : anywhere(long_form() ? 400 : 60)) {
    driver.start(request);
    ASSERT_TRUE(bench.run_until([&] { return driver.result().has_value(); }, 100000));
    ASSERT_EQ(driver.result()->code, Code::done) << request.id;
    EXPECT_EQ(driver.result()->bytes, request.bytes);
    model.apply(request);
  }
  expect_idle();
}

constexpr auto variant_and_seed = [](const auto& test) {
  return (test.param.first == NodeVariant::wide ? "wide" : "standard") + std::to_string(test.param.second);
};
const auto seeds = ::testing::Values(std::pair{NodeVariant::standard, 1u}, std::pair{NodeVariant::standard, 2u},
                                     std::pair{NodeVariant::wide, 3u}, std::pair{NodeVariant::wide, 4u});
INSTANTIATE_TEST_SUITE_P(Seeds, RandomRequests, seeds, variant_and_seed);
INSTANTIATE_TEST_SUITE_P(Seeds, AnyRequests, seeds, variant_and_seed);

}  // namespace
}  // namespace isochron::rtl
