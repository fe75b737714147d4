// SPDX-License-Identifier: Apache-2.0
// The block mover as a model against its Verilog: the same stimuli, the same bytes, the same order, nearly the same
// times.
#include <gmock/gmock.h>

#include <cstdlib>

#include "figures.h"
#include "mover_place.h"

namespace isochron::cosim {
namespace {

constexpr std::uint64_t seed = 7;
constexpr unsigned moves_of_a_batch = 25;

const Regime regimes[] = {
    {"no latency, full load", 0, 0, 0, 4, 2000},
    {"no latency, half load", 0, 0, 3 * microsecond, 4, 2000},
    {"100 ns, full load", 100 * nanosecond, 0, 0, 4, 2000},
    {"100 ns, jitter, full load", 100 * nanosecond, 50 * nanosecond, 0, 4, 2000},
    {"500 ns, jitter, full load", 500 * nanosecond, 100 * nanosecond, 0, 4, 2000},
    {"500 ns, half load", 500 * nanosecond, 0, 6 * microsecond, 4, 2000},
    {"100 ns, short moves", 100 * nanosecond, 0, 0, 4, 100},
    {"100 ns, long moves", 100 * nanosecond, 20 * nanosecond, 0, 4, 20000},
};

/// 4,000 moves, so that a percentile stands on hundreds; `scripts/test --all` three times as many.
unsigned rounds() {
  const char* const all = std::getenv("ISOCHRON_TEST_ALL");
  return all != nullptr && *all != '\0' ? 60 : 20;
}

std::vector<MoverPlace::Batch> make_batches() {
  RandomMoves random(seed);
  std::vector<MoverPlace::Batch> batches;
  for (unsigned round = 0; round < rounds(); ++round)
    for (const Regime& regime : regimes) batches.push_back({regime, random.batch(regime, moves_of_a_batch)});
  return batches;
}

Figures figures(const std::vector<MoverPlace::Outcome>& outcomes, const std::vector<MoverPlace::Batch>& batches,
                const char* regime) {
  Figures found;
  Time begin = 0;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    const MoverPlace::Outcome& outcome = outcomes[i];
    if (batches[outcome.batch].regime.name != regime) continue;
    if (i == 0 || outcomes[i - 1].batch != outcome.batch) begin = outcome.requested;
    found.latencies.push_back(outcome.done - outcome.requested);
    found.bytes += outcome.result.bytes;
    if (i + 1 == outcomes.size() || outcomes[i + 1].batch != outcome.batch)
      found.time += static_cast<double>(outcome.done - begin);
  }
  return found;
}

TEST(BlockMoverEquivalence, ModelAndVerilogAgreeOverRandomMoves) {
  const std::vector<MoverPlace::Batch> batches = make_batches();
  MoverPlace tlm("tlm", BlockMoverModule::Implementation::tlm, batches, seed);
  MoverPlace rtl("rtl", BlockMoverModule::Implementation::rtl, batches, seed);
  sc_core::sc_start();

  const std::size_t moves = batches.size() * moves_of_a_batch;
  ASSERT_EQ(rtl.outcomes().size(), moves);
  ASSERT_EQ(tlm.outcomes().size(), moves);
  EXPECT_EQ(tlm.attributes(), (std::vector<std::uint32_t>{0x2233, 0x0109507f, 0x2233, 0x0209517f, 0x2233, 0x0309527f}));
  EXPECT_EQ(rtl.attributes(), tlm.attributes());
  EXPECT_TRUE(tlm.attributes_stand() && rtl.attributes_stand());
  for (const MoverPlace* const place : {&tlm, &rtl}) {
    EXPECT_TRUE(place->abort().ended) << place->name();
    const block_mover::Status& after = place->abort().after;
    EXPECT_TRUE(after.idle && after.stopped) << place->name();
    EXPECT_FALSE(after.running || after.core_busy || after.at_tail || after.aborting) << place->name();
    EXPECT_EQ(place->abort().chain, block_mover::ChainError::aborted) << place->name();
    EXPECT_THAT(place->abort().moves, testing::Each(block_mover::MoveError::aborted)) << place->name();
    EXPECT_EQ(place->abort().attributes, tlm.attributes()[1]) << place->name();
    EXPECT_EQ(place->abort().attributes_after_reset, tlm.attributes()[0]) << place->name();
  }
  ASSERT_GE(moves, 1000u);
  for (std::size_t i = 0; i < moves; ++i) {
    const MoverPlace::Outcome& a = tlm.outcomes()[i];
    const MoverPlace::Outcome& b = rtl.outcomes()[i];
    ASSERT_EQ(a.result.tag, b.result.tag) << "completion " << i;
    ASSERT_EQ(a.result.error, b.result.error) << "move " << i;
    ASSERT_EQ(a.result.bytes, b.result.bytes) << "move " << i;
  }
  std::vector<std::uint8_t> from_tlm(RandomMoves::destination), from_rtl(RandomMoves::destination);
  for (std::size_t i = 0; i < moves; ++i)
    for (unsigned port = 0; port < 2; ++port) {
      const std::uint64_t address = RandomMoves::sources + i * RandomMoves::destination;
      tlm.memory(port).peek(address, from_tlm.data(), from_tlm.size());
      rtl.memory(port).peek(address, from_rtl.data(), from_rtl.size());
      ASSERT_EQ(from_tlm, from_rtl) << "written by move " << i << " to port " << port;
    }
  for (const Regime& regime : regimes)
    expect_alike(regime.name, figures(tlm.outcomes(), batches, regime.name),
                 figures(rtl.outcomes(), batches, regime.name));
}

}  // namespace
}  // namespace isochron::cosim
