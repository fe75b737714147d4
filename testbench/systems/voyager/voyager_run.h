// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "systems/figures.h"
#include "systems/voyager/voyager_case.h"

namespace isochron::testbench {

/// How a run of Voyager goes: what is measured, in what window.
struct VoyagerRun {
  VoyagerCase parameters;
  Time warm_up = 0;
  Time duration = 0;
  std::uint64_t seed = 1;
};

/// figures_of() the record, of streams "flow.generated", "flow.delivered", "flow.lost" and "flow.backlog" (at the end),
/// all in bytes, and of the end of the run "events", "inside" (packets), "blocks" (under way) and
/// "payloads". Runs in a process of its own; books that do not agree throw.
Figures run_voyager(const VoyagerRun& run);

/// Streams of one kind on one thin node.
VoyagerCase one_node(StreamAction action, std::uint64_t count, std::uint64_t packet);

}  // namespace isochron::testbench
