// SPDX-License-Identifier: Apache-2.0
// Rings, direct requests, interrupts.
#include <fmt/format.h>

#include "long_form.h"
#include "node_fixture.h"
#include "random.h"

namespace isochron::rtl {
namespace {

using disk_node::Code;
using disk_node::RingError;

class Rings : public NodeFixture {
 protected:
  /// Runs until nothing is under way, without taking completions.
  void settle() {
    ASSERT_TRUE(bench.run_until([&] { return driver.status().idle; }, 200000));
  }
};

TEST_F(Rings, go_round_many_times) {
  std::vector<disk_node::Request> requests;
  for (unsigned i = 0; i < 150; ++i) {
    requests.push_back(read_of(i % 8, i, 100 + i));
    // All different, and of every bit.
    requests.back().id = static_cast<std::uint16_t>(requests.back().id * 40503);
  }
  carry_out(requests);
  for (const auto& request : requests) EXPECT_EQ(code(request), Code::done);
  EXPECT_EQ(driver.counters().requests, 150u);
  expect_idle();
}

/// Every bit of the hardware's places counts. The requests cannot be: each is a fetch and a completion, and nothing
/// else.
TEST_F(Rings, of_hundreds_of_places_go_round_too) {
  // The long form's are as large as rings can be.
  const unsigned log2 = long_form() ? 15 : 10;
  const unsigned places = 1u << log2;
  constexpr std::uint64_t requests_at = 0x1000000;
  rings = std::make_unique<disk_node::RequestRings>(driver, bench,
                                                    disk_node::RequestRings::Layout{requests_at, 0x20000, log2, log2});
  for (unsigned i = 0; i < places; ++i) {
    auto request = read_of(1, 0, 0);
    request.id = static_cast<std::uint16_t>(i);
    const auto words = disk_node::words_of(request);
    for (unsigned word = 0; word < words.size(); ++word)
      bench.write_word(requests_at + std::uint64_t{disk_node::request_bytes} * i + 4 * word, words[word]);
  }
  std::vector<unsigned> ends(places);
  unsigned taken = 0;
  // One place stays empty: the second lap begins with the last one of the first.
  for (const unsigned tail : {places - 1, places - 2}) {
    driver.move_request_tail(tail);
    const auto all = taken + places - 1;
    ASSERT_TRUE(bench.run_until([&] { return driver.completion_tail() == all % places; }, places * 100)) << taken;
    for (; taken < all; ++taken) {
      const auto completion = rings->take();
      ASSERT_TRUE(completion) << taken;
      ASSERT_EQ(completion->code, Code::bad_request) << taken;
      ++ends.at(completion->id);
    }
  }
  for (unsigned i = 0; i < places; ++i) ASSERT_EQ(ends[i], i + 2 < places ? 2u : 1u) << i;
  expect_idle();
  EXPECT_EQ(driver.counters().errors, taken);
  EXPECT_EQ(driver.request_head(), places - 2);
}

/// Every bit of both bases counts, and each beside every other.
TEST_F(Rings, may_lie_anywhere) {
  Random random(1);
  for (unsigned round = 0; round < 40; ++round) {
    const auto base = [&] { return random.below(std::uint64_t{1} << 32) & ~std::uint64_t{0x3ff}; };
    const disk_node::RequestRings::Layout layout{base(), base(), 2, 2};
    if (layout.requests == layout.completions) continue;
    rings = std::make_unique<disk_node::RequestRings>(driver, bench, layout);
    const auto request = read_of(round % 8, 10 * round, 8);
    carry_out({request});
    ASSERT_EQ(code(request), Code::done) << fmt::format("{:#x} {:#x}", layout.requests, layout.completions);
  }
  expect_idle();
}

TEST_F(Rings, that_are_full_hold_completions_back_and_lose_none) {
  disk_node::RequestRings small(driver, bench, {0x10000, 0x20000, 5, 1});
  std::vector<disk_node::Request> requests;
  for (unsigned i = 0; i < 20; ++i) {
    requests.push_back(read_of(i % 8, 10 * i, 1000));
    ASSERT_TRUE(small.push(requests.back()));
  }
  bench.run(50000);
  // One entry stays empty.
  EXPECT_TRUE(driver.status().completion_full);
  EXPECT_FALSE(driver.status().idle);
  std::set<unsigned> ids;
  while (ids.size() < requests.size()) {
    std::optional<disk_node::Completion> completion;
    ASSERT_TRUE(bench.run_until([&] { return (completion = small.take()).has_value(); }, 20000));
    EXPECT_EQ(completion->code, Code::done);
    ids.insert(completion->id);
  }
  for (const auto& request : requests) model.apply(request);
  expect_idle();
}

TEST_F(Rings, stop_at_a_fetch_that_fails_and_go_on_from_there) {
  for (unsigned word = 0; word < 5; ++word) {
    const auto good = read_of(1, 0, 1000);
    const auto blocked = read_of(2, 0, 1000);
    const auto head = driver.request_head();
    const auto at = 0x10000 + 64 * ((head + 1) % 16) + 8 * word;
    bench.port(NodeBench::rings).faults.add({at, at, word & 1 ? decerr : slverr, true, false});
    driver.enable({false, true, false, false});
    rings->push(good);
    rings->push(blocked);
    ASSERT_TRUE(bench.run_until([&] { return bench.irq(); }, 10000));
    EXPECT_TRUE(driver.pending().ring_stopped);
    EXPECT_EQ(driver.ring_error(), word & 1 ? RingError::fetch_decerr : RingError::fetch_slverr);
    EXPECT_TRUE(driver.status().ring_error);
    settle();
    const auto completion = rings->take();
    ASSERT_TRUE(completion);
    EXPECT_EQ(completion->id, good.id);
    EXPECT_FALSE(rings->take());
    EXPECT_EQ(driver.request_head(), (head + 1) % 16);
    bench.port(NodeBench::rings).faults.clear();
    driver.acknowledge({true, true, true, true});
    driver.run(true);
    std::optional<disk_node::Completion> next;
    ASSERT_TRUE(bench.run_until([&] { return (next = rings->take()).has_value(); }, 10000));
    EXPECT_EQ(next->id, blocked.id);
    EXPECT_EQ(driver.ring_error(), RingError::none);
    model.apply(good);
    model.apply(blocked);
  }
  expect_idle();
}

TEST_F(Rings, whose_fetch_fails_word_by_word_leave_direct_requests_alone) {
  bench.port(NodeBench::rings).timing.stall_r = 90;
  for (unsigned i = 0; i < 6; ++i) {
    const auto at = 0x10000 + 64 * (driver.request_head() % 16);
    bench.port(NodeBench::rings).faults.add({at, at + 8, slverr, true, false});
    const auto blocked = read_of(2, 10 * i, 1000);
    const auto direct = read_of(i, 10 * i, 1500);
    rings->push(blocked);
    driver.start(direct);
    ASSERT_TRUE(bench.run_until([&] { return driver.status().ring_error && driver.result().has_value(); }, 20000));
    EXPECT_EQ(driver.result()->code, Code::done);
    EXPECT_EQ(driver.result()->bytes, direct.bytes);
    bench.port(NodeBench::rings).faults.clear();
    driver.run(true);
    std::optional<disk_node::Completion> next;
    ASSERT_TRUE(bench.run_until([&] { return (next = rings->take()).has_value(); }, 20000));
    EXPECT_EQ(next->id, blocked.id);
    EXPECT_EQ(next->code, Code::done);
    model.apply(direct);
    model.apply(blocked);
  }
  expect_idle();
}

TEST_F(Rings, stop_at_a_completion_that_cannot_be_written) {
  for (const auto& [response, expected] :
       {std::pair{slverr, RingError::write_slverr}, std::pair{decerr, RingError::write_decerr}}) {
    const auto lost = read_of(1, 0, 1000);
    bench.port(NodeBench::rings).faults.add({0x20000, 0x20fff, response, false, true});
    rings->push(lost);
    ASSERT_TRUE(bench.run_until([&] { return driver.status().ring_error; }, 10000));
    EXPECT_EQ(driver.ring_error(), expected);
    settle();
    EXPECT_FALSE(rings->take());
    bench.port(NodeBench::rings).faults.clear();
    model.apply(lost);
    // Set up anew, all is well.
    rings = std::make_unique<disk_node::RequestRings>(driver, bench,
                                                      disk_node::RequestRings::Layout{0x10000, 0x20000, 4, 5});
    const auto next = read_of(2, 0, 1000);
    carry_out({next});
    EXPECT_EQ(code(next), Code::done);
  }
  expect_idle();
}

TEST_F(Rings, are_not_needed_for_direct_requests) {
  for (unsigned i = 0; i < 5; ++i) {
    auto request = read_of(i, 10 * i, 2000 + i);
    if (i == 3) request.disk = 99;
    driver.start(request);
    EXPECT_FALSE(driver.result());
    EXPECT_TRUE(driver.status().direct_busy);
    EXPECT_THROW(driver.start(request), disk_node::BusError);
    ASSERT_TRUE(bench.run_until([&] { return driver.result().has_value(); }, 20000));
    EXPECT_EQ(driver.result()->code, i == 3 ? Code::bad_request : Code::done);
    EXPECT_EQ(driver.result()->bytes, i == 3 ? 0 : request.bytes);
    if (i != 3) model.apply(request);
  }
  EXPECT_FALSE(rings->take());
  expect_idle();
}

TEST_F(Rings, tell_of_their_requests_by_interrupts) {
  driver.enable({true, false, false, false});
  const auto first = read_of(1, 0, 1000);
  rings->push(first);
  ASSERT_TRUE(bench.run_until([&] { return bench.irq(); }, 10000));
  ASSERT_TRUE(rings->take());
  driver.acknowledge(driver.pending());
  EXPECT_FALSE(bench.irq());
  model.apply(first);

  // A failed one.
  driver.enable({false, false, true, false});
  auto bad = read_of(1, 0, 1000);
  bad.bytes = 0;
  rings->push(bad);
  ASSERT_TRUE(bench.run_until([&] { return bench.irq(); }, 10000));
  EXPECT_TRUE(driver.pending().error);
  driver.acknowledge({true, true, true, true});
  ASSERT_TRUE(rings->take());

  // Four at a time, with the two from before, and the rest by time.
  driver.coalesce(4, 3000);
  driver.enable({false, false, false, true});
  std::vector<disk_node::Request> requests;
  for (unsigned i = 0; i < 5; ++i) {
    requests.push_back(read_of(i, 0, 500));
    rings->push(requests.back());
  }
  ASSERT_TRUE(bench.run_until([&] { return bench.irq(); }, 10000));
  EXPECT_GE(driver.counters().requests, 4u);
  EXPECT_LT(driver.counters().requests, 7u);
  settle();
  driver.acknowledge({true, true, true, true});
  EXPECT_FALSE(bench.irq());
  ASSERT_TRUE(bench.run_until([&] { return bench.irq(); }, 4000));
  EXPECT_EQ(driver.counters().requests, 7u);
  for (const auto& request : requests) model.apply(request);
  expect_idle();
}

/// The time of coalescing is counted in every bit that a test has time for.
TEST_F(Rings, tell_of_a_lone_request_when_its_time_is_over) {
  driver.enable({false, false, false, true});
  for (unsigned bit = 10; bit <= 16; ++bit) {
    const auto time = 1u << bit;
    driver.coalesce(100, time);
    const auto bad = read_of(1, 0, 0);
    const auto began = bench.cycle();
    rings->push(bad);
    ASSERT_TRUE(bench.run_until([&] { return bench.irq(); }, 2 * time)) << time;
    EXPECT_GE(bench.cycle() - began, time);
    EXPECT_LT(bench.cycle() - began, time + 300);
    ASSERT_TRUE(rings->take());
    driver.acknowledge({true, true, true, true});
    EXPECT_FALSE(bench.irq());
  }
}

TEST_F(Rings, raise_the_line_for_causes_that_are_enabled_and_pending) {
  driver.coalesce(1, 0);
  auto bad = read_of(1, 0, 1000);
  bad.bytes = 0;
  rings->push(bad);
  settle();
  bench.port(NodeBench::rings).faults.add({0x10000, 0x10fff, slverr, true, false});
  rings->push(read_of(2, 0, 1000));
  ASSERT_TRUE(bench.run_until([&] { return driver.status().ring_error; }, 10000));
  const auto causes = [](unsigned bits) {
    return disk_node::Interrupts{(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0, (bits & 8) != 0};
  };
  // All are pending; they go one by one.
  for (unsigned gone = 0; gone <= 4; ++gone) {
    const auto left = 0xfu << gone & 0xfu;
    for (unsigned enabled = 0; enabled < 16; ++enabled) {
      driver.enable(causes(enabled));
      bench.run(2);
      EXPECT_EQ(bench.irq(), (enabled & left) != 0) << "enabled " << enabled << ", pending " << left;
    }
    driver.acknowledge(causes(1u << gone & 0xfu));
  }
}

}  // namespace
}  // namespace isochron::rtl
