// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <isochron/core/time.h>
#include <isochron/machine/composed_simulation.h>
#include <isochron/observe/instance_overrides.h>

#include "systems/figures.h"
#include "systems/seachange/seachange_parameters.h"

namespace isochron::testbench {

/// A message that has arrived: its tag, as plain data.
struct Delivery {
  std::uint64_t sequence;
  std::uint64_t block;
  std::uint64_t offset;
  std::uint64_t bytes;
  std::uint64_t lost_unit;
  Time issued;
  Time ready;
  Time arrived;
  std::uint32_t stream;
  std::uint16_t source;
  std::uint16_t lane;
  std::uint16_t node;
  std::uint16_t card;
  std::uint16_t chip;
  std::uint16_t unused = 0;
};

/// A simulation of the cluster, in a process of its own.
struct ClusterRun {
  SeachangeParameters parameters;
  std::uint64_t seed = 1;
  std::uint64_t io_limit = 0;  ///< I/Os a controller; 0: no end
  Time window_start = 0;
  Time window_end = 0;         ///< 0: no window
  bool to_completion = false;  ///< needs an io_limit
  bool keep_deliveries = false;
  bool fold = true;  ///< chains that nothing else enters are computed, but for what is traced
  Time trace_from = 0;
  Time trace_to = 0;  ///< 0: not traced; else at most window_end. Everything is traced, and thrown away
};

/// What a run did, as far as numbers say it; its effort apart from its results.
struct ClusterOutcome {
  std::vector<Delivery> deliveries;  ///< by source, then sequence
  Figures window;                    ///< at window_end
  Figures complete;                  ///< once everything is delivered, since window_start
  Figures effort;  ///< events, messages, kernel_notifications, cpu_s, peak_rss_bytes, traced, peak_under_way[_late]
};

/// The machine, in this process. `io_limit`: I/Os a controller; 0: no end.
std::unique_ptr<ComposedSimulation> build_cluster(const SeachangeParameters& parameters, std::uint64_t seed,
                                                  InstanceOverrides* overrides = nullptr, std::uint64_t io_limit = 0);

/// Throws std::runtime_error with the model's words when it fails. `overrides` may be null.
ClusterOutcome simulate(const ClusterRun& run, InstanceOverrides* overrides = nullptr);

/// The figures of a window of `duration` after `warm_up`.
Figures measure(const SeachangeParameters& parameters, Time warm_up, Time duration,
                InstanceOverrides* overrides = nullptr);

}  // namespace isochron::testbench
