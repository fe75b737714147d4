// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <isochron/app/output_set.h>
#include <isochron/app/simulation.h>
#include <isochron/observe/write_error.h>

namespace isochron {

/// Options of the command line for traces.
struct TraceOptions {
  std::string wave;                 ///< .fst or .vcd file, or empty
  std::string record;               ///< .csv file, or empty
  std::string from;                 ///< time, or empty
  std::string to;                   ///< time, or empty
  std::string interval;             ///< duration, or empty
  std::vector<std::string> scopes;  ///< patterns
  std::uint64_t point = 0;          ///< from 1; 0: not said
  std::uint64_t replication = 0;    ///< from 1; 0: not said
};

/// The waveform, its save file and the transaction log of a run, among the outputs of its command.
class TraceOutput {
 public:
  /// Checks the options against the simulation and opens the files in `output`. With a window that ends before the run
  /// and no `results` wanted the simulation is for the trace alone. Throws InputError, FileError.
  TraceOutput(const TraceOptions& options, bool results, const Simulation& simulation, OutputSet& output);
  /// Removes what an interrupted simulation left beside its waveform.
  ~TraceOutput();
  TraceOutput(const TraceOutput&) = delete;
  TraceOutput& operator=(const TraceOutput&) = delete;

  /// The trace to make, or null.
  const TraceTask* task() const { return task_ ? &*task_ : nullptr; }
  /// The files, for people; empty where nothing is traced.
  std::string files() const;
  /// Puts the files in their places though the simulation failed. Throws FileError.
  void keep(OutputSet& output) const;
  /// An error while the simulation wrote, as the command reports it.
  FileError explain(const WriteError& error) const;

 private:
  TraceOptions options_;
  std::string save_file_;
  std::optional<TraceTask> task_;
};

}  // namespace isochron
