// SPDX-License-Identifier: Apache-2.0
// Every way in which a chain can be wrong, at every place of it: a code, an address, and the next chain works.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "chain_fixture.h"

namespace isochron::rtl {
namespace {

using block_mover::ChainError;
using block_mover::Descriptor;
using block_mover::Move;

constexpr unsigned length = 6;

struct Wrong {
  std::string name;
  ChainError error;
  /// Bits of the control word of the bad descriptor.
  std::uint32_t clear = 0;
  std::uint32_t set = 0;
  /// Added to the pointer to it, so that it leads nowhere; what is reported is that pointer.
  std::uint64_t astray = 0;
  bool to_itself = false;
};

std::vector<Wrong> wrongs() {
  std::vector<Wrong> all{{"not owned", ChainError::not_owned, 1, 0},
                         {"reserved operation", ChainError::reserved, 0, 3u << 4},
                         {"reserved source port", ChainError::reserved, 0, 3u << 8},
                         {"reserved destination port", ChainError::reserved, 0, 3u << 12},
                         {"to itself", ChainError::itself, 4, 0, 0, true}};
  for (unsigned bit = 0; bit < 6; ++bit)
    all.push_back({fmt::format("pointer bit {}", bit), ChainError::misaligned, 0, 0, std::uint64_t{1} << bit});
  for (const unsigned bit : {32u, 33u, 47u, 63u})
    all.push_back({fmt::format("pointer bit {}", bit), ChainError::out_of_range, 0, 0, std::uint64_t{1} << bit});
  return all;
}

class ChainErrors : public ChainFixture, public ::testing::WithParamInterface<unsigned> {
 protected:
  /// A chain stopped before descriptor `place`: the earlier ones are done, the others as they were.
  void expect_stopped(const std::vector<std::uint64_t>& addresses, const std::vector<Move>& moves, unsigned place,
                      ChainError error, std::uint64_t where, const std::vector<Descriptor>& before) {
    ASSERT_TRUE(wait_until_idle());
    const auto stop = driver.chain_stop();
    EXPECT_EQ(stop.error, error);
    EXPECT_EQ(stop.address, where);
    EXPECT_TRUE(driver.status().stopped);
    EXPECT_FALSE(driver.status().running);
    const auto pending = driver.pending();
    EXPECT_TRUE(pending.error);
    EXPECT_TRUE(pending.chain_end);
    driver.acknowledge(pending);
    for (unsigned i = 0; i < place; ++i) EXPECT_TRUE(descriptors.load(addresses[i]).done) << i;
    for (unsigned i = place; i < moves.size(); ++i) expect_untouched(addresses[i], before[i]);
  }

  void spoil(const Wrong& wrong, const std::vector<std::uint64_t>& addresses, unsigned place) {
    auto descriptor = descriptors.load(addresses[place]);
    if (wrong.to_itself) descriptor.next = addresses[place];
    descriptors.store(addresses[place], descriptor);
    const auto control = bench.read_word(addresses[place]);
    bench.write_word(addresses[place], (control & ~wrong.clear) | wrong.set);
    if (!place || !wrong.astray) return;  // the head is the test's own
    auto before = descriptors.load(addresses[place - 1]);
    before.next += wrong.astray;
    descriptors.store(addresses[place - 1], before);
  }

  void expect_that_the_next_chain_works() {
    ExpectedMemory expected(bench);
    std::vector<Move> moves;
    for (unsigned i = 0; i < 3; ++i) moves.push_back(some_move(200 + i));
    const auto addresses = build(moves, 0x90000);
    driver.start_chain(addresses[0]);
    ASSERT_TRUE(wait_until_idle());
    EXPECT_EQ(driver.chain_stop().error, ChainError::none);
    EXPECT_FALSE(driver.status().stopped);
    EXPECT_FALSE(driver.pending().error);
    EXPECT_TRUE(driver.pending().chain_end);
    driver.acknowledge({true, true, true, true});
    expect_done(addresses, moves);
    for (const auto& move : moves) expected.apply(move);
    EXPECT_EQ(expected.difference(), "");
  }

  std::vector<Descriptor> all_of(const std::vector<std::uint64_t>& addresses) {
    std::vector<Descriptor> all;
    for (const auto address : addresses) all.push_back(descriptors.load(address));
    return all;
  }
};

TEST_P(ChainErrors, stop_the_chain_with_code_and_address) {
  for (unsigned port = 0; port < 3; ++port) bench.port(port).timing.latency = GetParam();
  for (const auto& wrong : wrongs()) {
    for (unsigned place = 0; place < length; ++place) {
      SCOPED_TRACE(fmt::format("{} at descriptor {}", wrong.name, place));
      std::vector<Move> moves;
      for (unsigned i = 0; i < length; ++i) moves.push_back(some_move(i));
      const auto addresses = build(moves);
      spoil(wrong, addresses, place);
      const auto before = all_of(addresses);
      const auto reads = bench.counts(port_d).read_bursts;
      driver.start_chain(addresses[0] + (place ? 0 : wrong.astray));
      expect_stopped(addresses, moves, place, wrong.error, addresses[place] + wrong.astray, before);
      // A pointer that leads nowhere is not followed, nor is that of a bad descriptor.
      EXPECT_EQ(bench.counts(port_d).read_bursts - reads, place + (wrong.astray ? 0 : 1));
      expect_that_the_next_chain_works();
    }
  }
}

TEST_P(ChainErrors, of_a_fetch_at_every_beat) {
  for (unsigned port = 0; port < 3; ++port) bench.port(port).timing.latency = GetParam();
  for (const auto response : {slverr, decerr}) {
    for (unsigned place = 0; place < length; ++place) {
      for (unsigned beat = 0; beat < 8; ++beat) {
        SCOPED_TRACE(fmt::format("response {} at beat {} of descriptor {}", unsigned{response}, beat, place));
        std::vector<Move> moves;
        for (unsigned i = 0; i < length; ++i) moves.push_back(some_move(i));
        const auto addresses = build(moves);
        const auto before = all_of(addresses);
        const auto spot = addresses[place] + 8 * beat;
        bench.port(port_d).faults.add({spot, spot + 7, response, true, false});
        const auto reads = bench.counts(port_d).read_bursts;
        driver.start_chain(addresses[0]);
        expect_stopped(addresses, moves, place,
                       response == slverr ? ChainError::fetch_slverr : ChainError::fetch_decerr, addresses[place],
                       before);
        // The pointer is the third beat: what is wrong before it is there keeps it from being followed.
        const auto fetched = bench.counts(port_d).read_bursts - reads;
        EXPECT_GE(fetched, place + 1);
        EXPECT_LE(fetched, place + (beat <= 2 ? 1 : 2));
        bench.port(port_d).faults.clear();
        expect_that_the_next_chain_works();
      }
    }
  }
}

TEST_P(ChainErrors, of_a_write_back) {
  for (unsigned port = 0; port < 3; ++port) bench.port(port).timing.latency = GetParam();
  for (const auto response : {slverr, decerr}) {
    for (unsigned place = 0; place < length; ++place) {
      SCOPED_TRACE(fmt::format("response {} at descriptor {}", unsigned{response}, place));
      std::vector<Move> moves;
      for (unsigned i = 0; i < length; ++i) moves.push_back(some_move(i));
      const auto addresses = build(moves);
      bench.port(port_d).faults.add({addresses[place], addresses[place] + 15, response, false, true});
      driver.start_chain(addresses[0]);
      ASSERT_TRUE(wait_until_idle());
      const auto stop = driver.chain_stop();
      EXPECT_EQ(stop.error, response == slverr ? ChainError::write_slverr : ChainError::write_decerr);
      EXPECT_EQ(stop.address, addresses[place]);
      EXPECT_TRUE(driver.pending().error);
      driver.acknowledge({true, true, true, true});
      for (unsigned i = 0; i < place; ++i) EXPECT_TRUE(descriptors.load(addresses[i]).done) << i;
      EXPECT_TRUE(descriptors.load(addresses[place]).owned);
      bench.port(port_d).faults.clear();
      expect_that_the_next_chain_works();
    }
  }
}

TEST_P(ChainErrors, of_a_ring_without_a_tail_that_comes_round) {
  for (unsigned port = 0; port < 3; ++port) bench.port(port).timing.latency = GetParam();
  for (unsigned places = 2; places <= 10; ++places) {
    SCOPED_TRACE(fmt::format("{} descriptors", places));
    ExpectedMemory expected(bench);
    std::vector<Move> moves;
    for (unsigned i = 0; i < places; ++i) moves.push_back(some_move(i));
    const auto addresses = build(moves);
    auto last = descriptors.load(addresses.back());
    last.end_of_list = false;
    last.next = addresses[0];
    descriptors.store(addresses.back(), last);
    driver.clear_counters();
    driver.start_chain(addresses[0]);
    ASSERT_TRUE(wait_until_idle());
    // Each is done once; the first is not owned any more when its turn comes again.
    const auto stop = driver.chain_stop();
    EXPECT_EQ(stop.error, ChainError::not_owned);
    EXPECT_EQ(stop.address, addresses[0]);
    EXPECT_EQ(driver.counters().descriptors, places);
    EXPECT_EQ(driver.next(), addresses[0]);
    expect_done(addresses, moves);
    for (const auto& move : moves) expected.apply(move);
    EXPECT_EQ(expected.difference(), "");
    driver.acknowledge({true, true, true, true});
  }
}

INSTANTIATE_TEST_SUITE_P(Latency, ChainErrors, ::testing::Values(0u, 10u));

}  // namespace
}  // namespace isochron::rtl
