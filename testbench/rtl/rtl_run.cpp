// SPDX-License-Identifier: Apache-2.0
#include "rtl_run.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>

namespace isochron::rtl {

std::vector<std::string> failures_of(const CoreRun& run) {
  const auto core = make_core(run.core, run.surroundings.seed);
  CoreBench bench(*core, run.surroundings);
  for (unsigned port = 0; port < 2; ++port)
    for (const auto& range : run.faults[port]) bench.port(port).faults.add(range);
  if (run.observer) bench.observe(*run.observer);
  bench.send(run.commands);
  bench.drain(run.each_cycle);
  return bench.verdict();
}

std::string report_of(CoreRun run) {
  auto failures = failures_of(run);
  if (failures.empty()) return {};
  run.observer = nullptr;
  // Whoever only wants to know that it fails has no use for a short list of commands.
  unsigned tries = std::getenv("ISOCHRON_NO_SHRINKING") ? 0 : 300;
  if (!tries) return fmt::format("{}", fmt::join(failures, "\n"));
  for (auto size = run.commands.size() / 2; size > 0; size /= 2) {
    for (std::size_t first = 0; first < run.commands.size() && run.commands.size() > 1 && tries;) {
      auto shorter = run;
      const auto begin = shorter.commands.begin() + static_cast<std::ptrdiff_t>(first);
      const auto count = std::min(size, shorter.commands.size() - first);
      shorter.commands.erase(begin, begin + static_cast<std::ptrdiff_t>(count));
      --tries;
      auto again = failures_of(shorter);
      if (again.empty()) {
        first += size;
      } else {
        run = std::move(shorter);
        failures = std::move(again);
      }
    }
  }
  for (auto& faults : run.faults) {
    for (std::size_t i = 0; i < faults.size();) {
      const auto fault = faults[i];
      faults.erase(faults.begin() + static_cast<std::ptrdiff_t>(i));
      auto again = failures_of(run);
      if (again.empty()) {
        faults.insert(faults.begin() + static_cast<std::ptrdiff_t>(i++), fault);
      } else {
        failures = std::move(again);
      }
    }
  }
  auto report = fmt::format("{}\ncore {}; {}\n{}", fmt::join(failures, "\n"), run.core, to_string(run.surroundings),
                            to_string(run.commands));
  for (unsigned port = 0; port < 2; ++port)
    for (const auto& range : run.faults[port])
      report +=
          fmt::format("// port {}: {:#x} to {:#x} answers {} to {}{}\n", "AB"[port], range.first, range.last,
                      static_cast<unsigned>(range.response), range.reads ? "reads " : "", range.writes ? "writes" : "");
  return report;
}

}  // namespace isochron::rtl
