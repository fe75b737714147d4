// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace isochron {

/// What a replication will cost, from arithmetic alone; within a factor of two for what the scenarios ask for.
struct RunSize {
  double events = 0;       ///< completions that the machine's fabric processes
  double peak_memory = 0;  ///< bytes, of the process that simulates
  double description = 0;  ///< bytes of these that every process has which simulates another point of the scenario

  /// Bytes of the process before it has a machine, and of a part with its sockets, statistics and probes: measured.
  static constexpr double empty_process = 15.2e6;
  static constexpr double part = 6'000;
  /// Of a machine that is described, and of a part of it: measured over scenarios of 50 points.
  static constexpr double described_machine = 250'000;
  static constexpr double described_part = 2'200;
};

}  // namespace isochron
