// SPDX-License-Identifier: Apache-2.0
// Every figure of a workstation on MBUS, from the bus's timetable, which is written down here a second time. Catches a
// figure of the wrong quantity, one that is scaled by the wrong size or time, and words counted that came too late.
#include <gtest/gtest.h>

#include "support/child_process.h"
#include "support/library_machine.h"
#include "systems/outcome_bytes.h"

namespace isochron::testbench {
namespace {

Figures figures_of_program(const Settings& settings) {
  const std::string bytes = run_in_child([&settings] {
    OutcomeWriter writer;
    writer.figures(figures_of(run_library_machine("mbus_workstation", settings)));
    return writer.bytes;
  });
  return OutcomeReader(bytes).figures();
}

void expect_exactly(const Figures& figures, const std::string& name, double value) {
  ASSERT_TRUE(figures.count(name)) << name;
  EXPECT_DOUBLE_EQ(figures.at(name), value) << name;
}

/// How much of 10,000 lines of 32 B 500 MB are.
constexpr double size_to_500_mb = 500e6 / 320'000;

// Copy with an instruction a line: two fills of 15 clocks, a write-back of 10, and a clock off the bus, of 20 ns each.
TEST(MbusWorkstationRecord, aCopy) {
  const Figures f = figures_of_program({{"bytes", "320 kB"}, {"processor.instruction_cycles", "1"}});
  const double time = 10'000 * 41 * 20e-9;
  expect_exactly(f, "simulated_s", time);
  expect_exactly(f, "completion_time.mean", time);
  expect_exactly(f, "throughput.mean", 320'000 / time);
  expect_exactly(f, "time_for_500_mb.mean", time * size_to_500_mb);
  expect_exactly(f, "bus.utilisation.mean", 40.0 / 41);
  expect_exactly(f, "cycles_per_line.mean", 41);
  expect_exactly(f, "cycles_per_line.bus.mean", 40);
  expect_exactly(f, "cycles_per_line.instructions.mean", 1);
  expect_exactly(f, "fills.mean", 20'000);
  expect_exactly(f, "write_backs.mean", 10'000);
  for (const char* const name : {"io.bytes", "io.bytes_for_500_mb", "io.time_for_500_mb", "io.utilisation"})
    expect_exactly(f, std::string(name) + ".mean", 0);
  expect_exactly(f, "mbus.utilisation", 40.0 / 41);
  expect_exactly(f, "mbus.queue_depth", 0);
  expect_exactly(f, "cache.fills", 20'000);
  expect_exactly(f, "cache.write_backs", 10'000);
  expect_exactly(f, "messages", 30'000);
}

// Read beside a disk with a word of 8 B every 8 us. A word waits until the line on the bus is through, one that comes
// with a line goes after it; the next line waits for the word's 10 clocks. Times in ns.
TEST(MbusWorkstationRecord, aReadBesideADisk) {
  std::uint64_t now = 0, words = 0, waited = 0;
  for (unsigned line = 0; line < 10'000; ++line) {
    now += 300;
    // The last line's end is the program's: nothing is granted after it.
    const std::uint64_t due = 8000 * (words + 1);
    if (due >= now) continue;
    waited += now - due;
    if (line + 1 == 10'000) continue;
    now += 200;
    waited += 200;
    ++words;
  }
  const Figures f =
      figures_of_program({{"program", "read"}, {"bytes", "320 kB"}, {"io.mode", "disk"}, {"io.rate", "1 MB/s"}});
  const double time = static_cast<double>(now) * 1e-9, count = static_cast<double>(words);
  EXPECT_GT(words, 380u);
  expect_exactly(f, "completion_time.mean", time);
  expect_exactly(f, "throughput.mean", 320'000 / time);
  expect_exactly(f, "bus.utilisation.mean", 1);
  expect_exactly(f, "cycles_per_line.mean", time / 20e-9 / 10'000);
  expect_exactly(f, "cycles_per_line.bus.mean", 15);
  expect_exactly(f, "cycles_per_line.instructions.mean", 0);
  expect_exactly(f, "fills.mean", 10'000);
  expect_exactly(f, "write_backs.mean", 0);
  expect_exactly(f, "io.bytes.mean", count * 8);
  expect_exactly(f, "io.bytes_for_500_mb.mean", count * 8 * size_to_500_mb);
  expect_exactly(f, "io.time_for_500_mb.mean", count * 200e-9 * size_to_500_mb);
  expect_exactly(f, "io.utilisation.mean", count * 200e-9 / time);
  expect_exactly(f, "mbus.queue_depth", static_cast<double>(waited) * 1e-9 / time);
  expect_exactly(f, "disk.bytes", count * 8);
  expect_exactly(f, "messages", 10'000 + count);
}

}  // namespace
}  // namespace isochron::testbench
