// SPDX-License-Identifier: Apache-2.0
// block_mover_core_smoke [SEED [COMMANDS]]: random commands on the core with default parameters in several
// surroundings, exit code 1 at the first mismatch. Small and quick.
#include <cstdio>
#include <cstdlib>

#include "Vcore64.h"
#include "core_bench.h"
#include "random_commands.h"
#include "verilated_core.h"

using namespace isochron::rtl;

namespace {

bool passes(std::uint64_t seed, unsigned commands, const Surroundings& surroundings, bool faults) {
  VerilatedCore<Vcore64> core(CoreParameters{}, seed);
  CoreBench bench(core, surroundings);
  RandomCommands::Limits limits;
  limits.windows = faults;
  limits.longest_row = 700;
  RandomCommands random(core.parameters(), limits, seed);
  if (faults) {
    for (unsigned port = 0; port < 2; ++port) {
      for (unsigned window = 0; window < RandomCommands::windows; window += 3) {
        const auto in = window * RandomCommands::window_bytes + 0x8000 + 0x40 * window;
        bench.port(port).faults.add({RandomCommands::source_base + in, RandomCommands::source_base + in + 0x900,
                                     window % 2 ? slverr : decerr, true, true});
        bench.port(port).faults.add({RandomCommands::destination_base + in,
                                     RandomCommands::destination_base + in + 0x900, window % 2 ? decerr : slverr, true,
                                     true});
      }
    }
  }
  bench.send(random.next(commands));
  bench.drain();
  const auto failures = bench.verdict();
  for (const auto& failure : failures) std::printf("%s\n", failure.c_str());
  if (!failures.empty()) std::printf("%s\n", to_string(surroundings).c_str());
  return failures.empty();
}

}  // namespace

int main(int argc, char** argv) {
  const auto seed = argc > 1 ? std::strtoull(argv[1], nullptr, 0) : 1;
  const auto commands = argc > 2 ? static_cast<unsigned>(std::strtoul(argv[2], nullptr, 0)) : 200u;
  Surroundings quiet;
  quiet.seed = seed;
  Surroundings busy = quiet;
  busy.latency(10);
  busy.stall_memories(30);
  busy.command_stall = busy.done_stall = busy.stream_in_stall = busy.stream_out_stall = 30;
  const bool right = passes(seed, commands / 2, quiet, false) && passes(seed + 1, commands / 4, busy, false) &&
                     passes(seed + 2, commands - commands / 2 - commands / 4, busy, true);
  return right ? 0 : 1;
}
