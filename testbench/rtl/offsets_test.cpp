// SPDX-License-Identifier: Apache-2.0
// Every pair of a source and a destination lane with every short length, queued back to back: the writes of such moves
// may outnumber their reads and the other way round, and each must find its own data.
#include <gtest/gtest.h>

#include "long_form.h"
#include "random_commands.h"
#include "rtl_run.h"

namespace isochron::rtl {
namespace {

/// Moves of `bytes` with all pairs of lanes, or every `step`th.
std::vector<Command> all_pairs(unsigned word, std::uint32_t bytes, unsigned step) {
  std::vector<Command> commands;
  for (unsigned pair = bytes % step; pair < word * word; pair += step) {
    Command c;
    c.src = RandomCommands::source_base + pair * 64 + pair / word;
    c.dst = RandomCommands::destination_base + pair * 256 + pair % word;
    c.row_bytes = bytes;
    c.tag = pair & 0xff;
    commands.push_back(c);
  }
  return commands;
}

struct Case {
  const char* core;
  unsigned step;  ///< of pairs, in the short form
};

void PrintTo(const Case& test, std::ostream* out) {
  *out << test.core;
}

class Offsets : public testing::TestWithParam<Case> {};

TEST_P(Offsets, AllPairsQueued) {
  const auto word = make_core(GetParam().core, 1)->parameters().word_bytes;
  for (std::uint32_t bytes = 1; bytes <= 3 * word; bytes += word > 16 && !long_form() ? 7 : 1) {
    for (const auto& [latency, stall] : {std::pair{0u, 0u}, std::pair{10u, 0u}, std::pair{2u, 30u}}) {
      CoreRun run;
      run.core = GetParam().core;
      run.surroundings.latency(latency);
      run.surroundings.stall_memories(stall);
      run.commands = all_pairs(word, bytes, long_form() && word <= 16 ? 1 : GetParam().step);
      const auto report = report_of(run);
      ASSERT_TRUE(report.empty()) << bytes << " bytes\n" << report;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Width, Offsets,
                         testing::Values(Case{"32", 1}, Case{"64", 1}, Case{"128", 3}, Case{"256", 7}, Case{"512", 29},
                                         Case{"small", 1}, Case{"plain", 1}),
                         [](const auto& test) { return std::string(test.param.core); });

}  // namespace
}  // namespace isochron::rtl
