// SPDX-License-Identifier: Apache-2.0
// Slaves that are as slow, as late and as stubborn as AXI lets them be.
#include <gtest/gtest.h>

#include "long_form.h"
#include "random_commands.h"
#include "rtl_run.h"

namespace isochron::rtl {
namespace {

struct Case {
  const char* name;
  AxiTiming timing;
};

void PrintTo(const Case& test, std::ostream* out) {
  *out << test.name;
}

AxiTiming timing(unsigned latency, unsigned ar, unsigned r, unsigned aw, unsigned w, unsigned b,
                 WriteOrder order = WriteOrder::independent) {
  AxiTiming t;
  t.latency = latency;
  t.stall_ar = ar;
  t.stall_r = r;
  t.stall_aw = aw;
  t.stall_w = w;
  t.stall_b = b;
  t.write_order = order;
  return t;
}

class Slave : public testing::TestWithParam<Case> {};

TEST_P(Slave, IsServed) {
  for (std::uint64_t seed = 1; seed <= (long_form() ? 10u : 2u); ++seed) {
    CoreRun run;
    run.surroundings.seed = seed;
    run.surroundings.timing[0] = run.surroundings.timing[1] = GetParam().timing;
    RandomCommands random(make_core(run.core, 1)->parameters(), {}, seed);
    run.commands = random.next(60);
    const auto report = report_of(run);
    ASSERT_TRUE(report.empty()) << report;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Stalls, Slave,
    testing::Values(Case{"SlowReadAddress", timing(0, 95, 0, 0, 0, 0)}, Case{"SlowReadData", timing(0, 0, 95, 0, 0, 0)},
                    Case{"SlowWriteAddress", timing(0, 0, 0, 95, 0, 0)},
                    Case{"SlowWriteData", timing(0, 0, 0, 0, 95, 0)}, Case{"SlowAnswer", timing(0, 0, 0, 0, 0, 95)},
                    Case{"AllSlow", timing(3, 90, 90, 90, 90, 90)},
                    Case{"AddressBeforeData", timing(0, 0, 0, 30, 30, 0, WriteOrder::address_first)},
                    Case{"DataBeforeAddress", timing(0, 0, 0, 30, 30, 0, WriteOrder::data_first)},
                    Case{"DataBeforeAddressAtOnce", timing(0, 0, 0, 0, 0, 0, WriteOrder::data_first)},
                    Case{"Far", timing(300, 0, 0, 0, 0, 0)}, Case{"FarAndSlow", timing(200, 20, 20, 20, 20, 20)}),
    [](const auto& test) { return std::string(test.param.name); });

/// One channel stands still for a long time at a time, each in turn.
TEST(Stalls, AChannelThatStopsForLong) {
  for (unsigned channel = 0; channel < 5; ++channel) {
    CoreRun run;
    RandomCommands::Limits limits;
    limits.longest_row = 6000;
    RandomCommands random(make_core(run.core, 1)->parameters(), limits, channel + 20);
    run.commands = random.next(60);
    run.each_cycle = [channel](CoreBench& bench) {
      const unsigned percent = bench.cycle() / 700 % 2 ? 100 : 0;
      for (unsigned port = 0; port < 2; ++port) {
        auto& t = bench.port(port).timing;
        (channel == 0   ? t.stall_ar
         : channel == 1 ? t.stall_r
         : channel == 2 ? t.stall_aw
         : channel == 3 ? t.stall_w
                        : t.stall_b) = percent;
      }
    };
    const auto report = report_of(run);
    ASSERT_TRUE(report.empty()) << "channel " << channel << "\n" << report;
  }
}

/// From one port to the other with every command, both directions, all short: the change waits for what is under way.
TEST(Stalls, PortsThatChangeWithEveryCommand) {
  for (const unsigned latency : {0u, 1u, 20u}) {
    CoreRun run;
    run.surroundings.latency(latency);
    run.surroundings.timing[1].latency = latency * 3;
    run.surroundings.timing[0].stall_all(10);
    for (unsigned i = 0; i < 200; ++i) {
      Command c;
      c.op = i % 7 == 3 ? fill_op : copy_op;
      c.src_port = i * 5 % 3;
      c.dst_port = i * 7 / 2 % 3;
      c.src = RandomCommands::source_base + 40 * i;
      c.dst = RandomCommands::destination_base + 37 * i;
      c.row_bytes = 1 + i * 13 % 70;
      c.tag = i;
      run.commands.push_back(c);
    }
    const auto report = report_of(run);
    ASSERT_TRUE(report.empty()) << report;
  }
}

TEST(Stalls, StreamsThatComeAndGo) {
  for (const auto& [in, out] : {std::pair{95u, 0u}, std::pair{0u, 95u}, std::pair{60u, 60u}}) {
    CoreRun run;
    run.surroundings.stream_in_stall = in;
    run.surroundings.stream_out_stall = out;
    for (unsigned i = 0; i < 60; ++i) {
      Command c;
      c.src_port = i % 3 == 0 ? port_a : stream_port;
      c.dst_port = i % 4 == 1 ? port_b : i % 4 == 2 ? port_a : stream_port;
      c.src = RandomCommands::source_base + 400 * i;
      c.dst = RandomCommands::destination_base + 400 * i;
      c.row_bytes = 1 + i * 29 % 90;
      c.rows = 1 + i % 4;
      c.src_row_stride = i % 2 ? static_cast<std::int32_t>(c.row_bytes) : 100;
      c.dst_row_stride = i % 5 ? 90 : static_cast<std::int32_t>(c.row_bytes);
      c.tag = i;
      run.commands.push_back(c);
    }
    const auto report = report_of(run);
    ASSERT_TRUE(report.empty()) << report;
  }
}

}  // namespace
}  // namespace isochron::rtl
