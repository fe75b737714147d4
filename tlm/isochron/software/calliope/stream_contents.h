// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <isochron/core/time.h>
#include <isochron/observe/parameter_table.h>
#include <isochron/part/part_config.h>
#include <isochron/software/calliope/central_process.h>
#include <isochron/software/calliope/synthetic_trace.h>

namespace isochron {

/// What the streams of a storage unit play or record: contents of a constant rate, or of variable ones, by traces.
/// Source: Calliope, sections 3.2.1 and 3.2.2.
struct StreamContents {
  enum class Kind { constant, trace };
  enum class PhaseOf { random, aligned };

  std::uint64_t count = 22;
  Kind kind = Kind::constant;
  std::uint64_t rate = 1'500'000;  ///< bit/s
  std::uint64_t packet = 4096;     ///< bytes
  PhaseOf phase = PhaseOf::random;
  std::vector<std::uint64_t> files{0, 1, 2};                         ///< stream i plays files[i mod their number]
  std::vector<std::uint64_t> mean{650'000, 635'000, 877'000};        ///< bit/s, of each file
  std::vector<std::uint64_t> peak{3'400'000, 2'000'000, 5'400'000};  ///< bit/s, over 50 ms
  SyntheticTrace trace;                                              ///< but for mean and peak
  std::uint64_t trace_seed = 1;
  FilePath csv;  ///< a user's recording instead; empty: synthetic ones

  /// All but `count`.
  void add_to(ParameterTable& table);
  std::vector<ParameterProblem> problems() const;
  bool constant() const { return kind == Kind::constant; }
  /// Schedules of the streams: one for a constant rate, else one per file.
  using Schedules = std::vector<std::unique_ptr<PacketSchedule>>;
  Schedules schedules() const;
  /// Index in `schedules` of a stream's schedule.
  std::size_t schedule_of(std::uint64_t stream) const;
  /// What each of `count` streams, which begin at once, plays, of its `schedules`; the last `recorded` of them record.
  std::vector<CentralProcess::Item> items(const Schedules& schedules, std::uint64_t recorded, std::uint64_t seed) const;
  /// How much later than in its schedule packets of a stream are due whose packets come at `interval` (ps): 0 where the
  /// streams are aligned. `key`: of the stream.
  Time phase_of(std::uint64_t key, double interval, std::uint64_t seed) const;
  /// On the mean over the streams, bit/s; by arithmetic.
  double mean_rate(std::uint64_t streams) const;
  /// Of the streams' mean rates the highest, by their files, bit/s.
  double fastest() const;
  /// streams.mean_rate, and streams.fastest; where there are problems() both are `rate`.
  std::vector<DerivedValue> derived(std::uint64_t streams) const;
  std::uint64_t packet_bytes() const { return constant() ? packet : trace.packet; }
};

}  // namespace isochron
