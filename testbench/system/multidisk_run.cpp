// SPDX-License-Identifier: Apache-2.0
#include "system/multidisk_run.h"

#include <isochron/system/multidisk_server.h>

#include "support/child_process.h"
#include "support/no_overrides.h"
#include "system/outcome_bytes.h"

namespace isochron::testbench {

namespace {

std::string simulate_here(const MultidiskParameters& parameters, std::uint64_t seed) {
  NoOverrides none;
  MultidiskServer server(parameters, seed, none);
  std::vector<Time> delivered(parameters.total_strands(), end_of_time);
  std::vector<std::uint64_t> times(parameters.total_strands(), 0);
  server.set_listener([&](std::uint64_t strand, Time now) {
    delivered.at(strand) = now;
    ++times.at(strand);
  });
  server.run_until_done({});
  OutcomeWriter writer;
  writer.list(delivered);
  writer.list(times);
  writer.figures(figures_of(server.record()));
  return writer.bytes;
}

}  // namespace

MultidiskOutcome simulate(const MultidiskParameters& parameters, std::uint64_t seed) {
  const std::string bytes = run_in_child([&] { return simulate_here(parameters, seed); });
  OutcomeReader reader(bytes);
  MultidiskOutcome outcome;
  outcome.delivered = reader.list<Time>();
  outcome.times = reader.list<std::uint64_t>();
  outcome.figures = reader.figures();
  return outcome;
}

}  // namespace isochron::testbench
