// SPDX-License-Identifier: Apache-2.0
// The disk-node interface as a model against its Verilog: the same requests, the same bytes, nearly the same order and
// times.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>

#include "figures.h"
#include "strand_place.h"

namespace isochron::cosim {
namespace {

constexpr std::uint64_t seed = 11;
constexpr unsigned strands_of_a_batch = 25;
/// Strands whose blocks take turns on the channel may change places: their ends are no further apart than a strand's
/// time on it, 16,000 bytes at a word in a cycle of 20 ns.
constexpr Time close = 40 * microsecond;

const StrandRegime regimes[] = {
    {"no latency, full load", 0, 0, 0, 0, 0, 16'000, 8, 2, 400},
    {"disks of 20 us, full load", 100 * nanosecond, 0, 15 * microsecond, 10 * microsecond, 0, 16'000, 8, 2, 400},
    {"disks of 20 us, half load", 100 * nanosecond, 0, 15 * microsecond, 10 * microsecond, 40 * microsecond, 16'000, 8,
     2, 400},
    {"slow memory, full load", 2 * microsecond, microsecond, 5 * microsecond, 5 * microsecond, 0, 16'000, 8, 2, 400},
    {"one disk, one command", 100 * nanosecond, 0, 5 * microsecond, 5 * microsecond, 0, 16'000, 1, 1, 400},
    {"short strands", 100 * nanosecond, 0, 5 * microsecond, 5 * microsecond, 0, 1'000, 8, 2, 400},
    {"long strands", 100 * nanosecond, 50 * nanosecond, 20 * microsecond, 10 * microsecond, 0, 200'000, 4, 2, 400},
    {"short commands", 100 * nanosecond, 0, 5 * microsecond, 5 * microsecond, 0, 16'000, 8, 1, 5},
    {"the ring is full", 100 * nanosecond, 0, 5 * microsecond, 5 * microsecond, 0, 16'000, 8, 2, 16, false},
};

/// 2,250 requests; 3,825 with `scripts/test --all`.
unsigned rounds() {
  const char* const all = std::getenv("ISOCHRON_TEST_ALL");
  return all != nullptr && *all != '\0' ? 17 : 10;
}

std::vector<StrandPlace::Batch> make_batches(unsigned count) {
  RandomStrands random(seed);
  std::vector<StrandPlace::Batch> batches;
  for (unsigned round = 0; round < count; ++round)
    for (const StrandRegime& regime : regimes) batches.push_back({regime, random.batch(regime, strands_of_a_batch)});
  return batches;
}

Figures figures(const std::vector<StrandPlace::Outcome>& outcomes, const std::vector<StrandPlace::Batch>& batches,
                const char* regime) {
  Figures found;
  for (std::size_t first = 0; first < outcomes.size(); first += strands_of_a_batch) {
    if (batches[outcomes[first].batch].regime.name != regime) continue;
    Time begin = end_of_time, end = 0;
    for (std::size_t i = first; i < first + strands_of_a_batch; ++i) {
      const StrandPlace::Outcome& outcome = outcomes[i];
      found.latencies.push_back(outcome.done - outcome.requested);
      found.bytes += outcome.completion.bytes;
      begin = std::min(begin, outcome.requested);
      end = std::max(end, outcome.done);
    }
    found.time += static_cast<double>(end - begin);
  }
  return found;
}

TEST(DiskNodeEquivalence, ModelAndVerilogAgreeOverRandomRequests) {
  const std::vector<StrandPlace::Batch> batches = make_batches(rounds());
  StrandPlace tlm("tlm", DiskNodeModule::Implementation::tlm, batches, seed);
  StrandPlace rtl("rtl", DiskNodeModule::Implementation::rtl, batches, seed);
  sc_core::sc_start();

  const std::size_t requests = batches.size() * strands_of_a_batch;
  ASSERT_EQ(rtl.outcomes().size(), requests);
  ASSERT_EQ(tlm.outcomes().size(), requests);
  EXPECT_EQ(tlm.attributes(), (std::vector<std::uint32_t>{0x2233, 0x0109507f, 0x2233, 0x0209517f, 0x2233, 0x0309527f}));
  EXPECT_EQ(rtl.attributes(), tlm.attributes());
  EXPECT_TRUE(tlm.attributes_stand() && rtl.attributes_stand());
  ASSERT_GE(requests, 1000u);

  std::map<std::uint16_t, std::size_t> place_in_tlm;
  for (std::size_t i = 0; i < requests; ++i) place_in_tlm[tlm.outcomes()[i].completion.id] = i;
  ASSERT_EQ(place_in_tlm.size(), requests);
  std::vector<disk_node::Code> codes(requests);
  unsigned in_order = 0, changed = 0, far = 0, failed = 0, refused = 0;
  std::size_t furthest = 0;
  for (std::size_t i = 0; i < requests; ++i) {
    const StrandPlace::Outcome& verilog = rtl.outcomes()[i];
    const std::size_t at = place_in_tlm.at(verilog.completion.id);
    const StrandPlace::Outcome& model = tlm.outcomes()[at];
    ASSERT_EQ(model.batch, verilog.batch) << "request " << verilog.completion.id;
    ASSERT_EQ(model.completion.code, verilog.completion.code) << "request " << verilog.completion.id;
    codes[verilog.completion.id] = verilog.completion.code;
    if (verilog.completion.code == disk_node::Code::bad_request) ++refused;
    if (verilog.completion.code == disk_node::Code::done)
      ASSERT_EQ(model.completion.bytes, verilog.completion.bytes) << "request " << verilog.completion.id;
    else
      ++failed;
    const StrandRegime& regime = batches[verilog.batch].regime;
    if (!regime.in_order || regime.max_blocks < 400) continue;  // a command a request
    ++in_order;
    // In the model's order nobody stands behind who ended well after it.
    furthest = std::max(furthest, at);
    if (at == furthest) continue;
    ++changed;
    if (tlm.outcomes()[furthest].done - model.done >= close) ++far;
  }
  EXPECT_GT(failed, 20u);
  EXPECT_GT(refused, 10u);
  std::printf("%u of %u completions in another order, all but %u by less than %llu ns\n", changed, in_order, far,
              static_cast<unsigned long long>(close / nanosecond));
  EXPECT_LT(changed, in_order / 20);
  EXPECT_EQ(far, 0u);

  std::vector<std::uint8_t> from_tlm(RandomStrands::place), from_rtl(RandomStrands::place);
  std::uint16_t number = 0;
  for (const StrandPlace::Batch& batch : batches)
    for (const TimedStrand& strand : batch.strands) {
      for (unsigned port = 0; port < 2; ++port) {
        tlm.memory(port).peek(number * RandomStrands::place, from_tlm.data(), from_tlm.size());
        rtl.memory(port).peek(number * RandomStrands::place, from_rtl.data(), from_rtl.size());
        ASSERT_EQ(from_tlm, from_rtl) << "written by request " << number << " to port " << port;
      }
      ASSERT_EQ(codes[number] == disk_node::Code::bad_request, strand.refused) << "request " << number;
      if (strand.request.row_bytes == 0 && strand.request.bytes >= DiskNodeModule::block_bytes && !strand.refused &&
          strand.request.address < EquivalenceMemory::bad) {
        std::vector<std::uint8_t> block(DiskNodeModule::block_bytes), there(DiskNodeModule::block_bytes);
        StrandPlace::contents(strand.request.disk, strand.request.block, block.data());
        rtl.memory(strand.request.port_b ? 1 : 0).peek(strand.request.address, there.data(), there.size());
        ASSERT_EQ(block, there) << "the first block of request " << number;
      }
      ++number;
    }

  for (const StrandRegime& regime : regimes)
    expect_alike(regime.name, figures(tlm.outcomes(), batches, regime.name),
                 figures(rtl.outcomes(), batches, regime.name));
}

}  // namespace
}  // namespace isochron::cosim
