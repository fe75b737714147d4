// SPDX-License-Identifier: Apache-2.0
// The random commands meet every bin of the functional coverage: without that, "all passed" says little.
#include <gtest/gtest.h>

#include <iostream>

#include "functional_coverage.h"
#include "random_commands.h"
#include "rtl_run.h"

namespace isochron::rtl {
namespace {

/// A command that meets a bad response, or is aborted when `response` is okay; then one that must be well.
void end_early(const Command& command, AxiResponse response, bool write, FunctionalCoverage& coverage) {
  Surroundings surroundings;
  surroundings.latency(20);
  const auto core = make_core("64", 1);
  CoreBench bench(*core, surroundings);
  bench.observe(coverage);
  if (response != okay) {
    const auto place = (write ? command.dst : command.src) + 500;
    bench.port(write ? command.dst_port : command.src_port).faults.add({place, place, response, !write, write});
  }
  bench.send(command);
  for (unsigned i = 0; i < 15; ++i) bench.clock();
  if (response == okay) bench.abort();
  auto next = command;
  next.src += 0x10000;
  next.dst += 0x10000;
  // Of the stream nobody knows how much is left over for it.
  if (command.src_port != stream_port) bench.send(next);
  ASSERT_TRUE(bench.drain());
  const auto expected = response == okay ? aborted : (write ? write_slverr : read_slverr) + (response == decerr);
  ASSERT_EQ(bench.finished()[0].error, static_cast<unsigned>(expected)) << to_string(command);
  const auto failures = bench.verdict();
  ASSERT_TRUE(failures.empty()) << failures.front() << "\n" << to_string(command);
}

void abort_a_queue(FunctionalCoverage& coverage) {
  for (const unsigned cycle : {20u, 60u, 90u}) {
    Surroundings surroundings;
    surroundings.latency(60);
    const auto core = make_core("64", 1);
    CoreBench bench(*core, surroundings);
    bench.observe(coverage);
    for (unsigned i = 0; i < 12; ++i)
      bench.send(Command{copy_op, port_a, port_a, RandomCommands::source_base + 512 * i,
                         RandomCommands::destination_base + 512 * i, 200 + i, 1, 1, 0, 0, 0, 0, i});
    for (unsigned i = 0; i < cycle; ++i) bench.clock();
    bench.abort();
    ASSERT_TRUE(bench.drain());
    const auto failures = bench.verdict();
    ASSERT_TRUE(failures.empty()) << failures.front();
  }
}

/// Less than a word over a boundary on both sides, at each pair of lanes: too rare to wait for.
void cross_in_a_word(FunctionalCoverage& coverage) {
  Surroundings surroundings;
  const auto core = make_core("64", 1);
  CoreBench bench(*core, surroundings);
  bench.observe(coverage);
  unsigned tag = 0;
  for (unsigned from = 1; from < 8; ++from)
    for (unsigned to = 1; to < 8; ++to, ++tag)
      bench.send(Command{copy_op, port_a, port_a, RandomCommands::source_base + 4096 * (tag + 1) - from,
                         RandomCommands::destination_base + 4096 * (tag + 1) - to, std::max(from, to) + 1, 1, 1, 0, 0,
                         0, 0, tag});
  ASSERT_TRUE(bench.drain());
  const auto failures = bench.verdict();
  ASSERT_TRUE(failures.empty()) << failures.front();
}

TEST(FunctionalCoverage, HasNoHole) {
  const auto core = make_core("64", 1)->parameters();
  FunctionalCoverage coverage(core);
  for (unsigned i = 0; i < 400 && !(i > 30 && coverage.holes().empty()); ++i) {
    CoreRun run;
    run.observer = &coverage;
    run.surroundings.seed = 4000 + i;
    Random random(run.surroundings.seed);
    run.surroundings.latency(i % 3 == 2 ? 60 : static_cast<unsigned>(random.below(12)));
    run.surroundings.stall_memories(i % 2 ? static_cast<unsigned>(random.below(40)) : 0);
    RandomCommands::Limits limits;
    limits.windows = i % 2;
    limits.streams = !limits.windows;
    limits.longest_row = i % 5 == 4 ? 5000 : 1500;
    limits.bad_percent = 10;
    RandomCommands commands(core, limits, run.surroundings.seed);
    run.commands = commands.next(60);
    if (limits.windows) {
      for (const auto& c : run.commands) {
        if (random.chance(50) || !c.row_bytes || c.row_bytes > 5000) continue;
        const bool write = c.op == fill_op || (c.dst_port != stream_port && random.chance(50));
        const auto port = write ? c.dst_port : c.src_port;
        if (port > 1) continue;
        const auto place = (write ? c.dst : c.src) + random.below(c.row_bytes);
        run.faults[port].push_back({place, place + 3, random.chance(50) ? slverr : decerr, !write, write});
      }
    }
    const auto failures = failures_of(run);
    ASSERT_TRUE(failures.empty()) << failures.front() << "\n" << report_of(run);
  }
  abort_a_queue(coverage);
  cross_in_a_word(coverage);
  // How much of the stream a command took that ended early only the core knows: these stand alone.
  for (unsigned op = 0; op < 3; ++op) {
    for (unsigned from = 0; from < 3; ++from) {
      for (unsigned to = 0; to < 3; ++to) {
        if (op == xor_op && from == stream_port) continue;
        for (const auto response : {okay, slverr, decerr}) {
          for (const bool write : {false, true}) {
            if (response != okay && (write ? to == stream_port : from == stream_port || op == fill_op)) continue;
            end_early({op, from, to, RandomCommands::source_base, RandomCommands::destination_base, 1000, 1, 1, 0, 0, 0,
                       0, 1},
                      response, write, coverage);
          }
        }
      }
    }
  }
  std::cout << coverage.report();
  EXPECT_TRUE(coverage.holes().empty());
}

}  // namespace
}  // namespace isochron::rtl
