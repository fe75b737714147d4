// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <isochron/core/time.h>
#include <isochron/observe/parameter_table.h>
#include <isochron/software/calliope/synthetic_trace.h>

namespace isochron {

/// Streams of a storage unit: of a constant rate, or of variable ones, by traces. Source: Calliope,
/// sections 3.2.1 and 3.2.2.
struct StreamParameters {
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
  std::string csv;     ///< a user's recording instead; empty: synthetic ones
  std::string folder;  ///< in which a relative path `csv` begins; empty: the current one

  /// The file of the recording.
  std::string csv_path() const;
  /// All but `count`.
  void add_to(ParameterTable& table);
  std::vector<ParameterProblem> problems() const;
  bool constant() const { return kind == Kind::constant; }
  /// Schedules of the streams: one for a constant rate, else one per file.
  std::vector<std::unique_ptr<PacketSchedule>> schedules() const;
  /// Index in `schedules` of a stream's schedule.
  std::size_t schedule_of(std::uint64_t stream) const;
  /// On the mean over the streams, bit/s; by arithmetic.
  double mean_rate(std::uint64_t streams) const;
  std::uint64_t packet_bytes() const { return constant() ? packet : trace.packet; }
};

}  // namespace isochron
