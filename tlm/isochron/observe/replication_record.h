// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace isochron {

/// A figure over the instances of a kind of part (all RAID controllers, all nodes): SI units. Not numbers: it has no
/// sample.
struct MetricSample {
  std::string unit;
  double mean = 0;
  double min = 0;
  double max = 0;

  bool empty() const { return std::isnan(mean); }
};

/// Counts in bins [lower, upper), sorted, none empty; SI units. `sum`, `min` and `max` are of the samples themselves.
struct HistogramSample {
  struct Bin {
    double lower = 0;
    double upper = 0;
    std::uint64_t count = 0;
  };
  std::string unit;
  std::uint64_t count = 0;
  double sum = 0;
  double min = 0;
  double max = 0;
  std::vector<Bin> bins;
};

/// A figure over time: value i covers [i, i + 1) x interval from the start of the simulation (warm-up included).
struct SeriesSample {
  std::string unit;
  double interval_s = 0;
  std::vector<double> values;
};

/// Amounts of a traffic that were asked for in the window and that arrived or were lost, in bytes or in pieces.
struct FlowSample {
  /// A length of time.
  struct Cell {
    double highest = 0;  ///< backlog at an instant in which something was asked for, with that; 0: nothing was
    double asked = 0;
  };
  std::string unit;
  double generated = 0;      ///< asked for in the window
  double delivered = 0;      ///< arrived in it
  double lost = 0;           ///< in it: it will never arrive, and is in no backlog
  double backlog_start = 0;  ///< asked for and not arrived at its start
  double backlog_end = 0;
  // When the last was asked for in the window:
  double at_last_ask = 0;      ///< backlog with it
  double before_last_ask = 0;  ///< backlog without it
  double expected = 0;         ///< mean of what a window generates, where that is drawn at random; else 0
  /// Cells of equal length, from the start of the window to the last time that something was asked for.
  std::vector<Cell> cells;
};

/// Units of statistics by their names; where a part's differs from that of the first to report the name, also
/// "PART/NAME".
using ComponentUnits = std::map<std::string, std::string>;

/// Of a statistic that `part` has reported. Throws std::out_of_range if it has not.
inline const std::string& unit_of(const ComponentUnits& units, const std::string& part, const std::string& statistic) {
  const auto own = units.find(part + "/" + statistic);
  return own == units.end() ? units.at(statistic) : own->second;
}

/// A picture of the machine's data: grey values, line by line from the top.
struct PictureSample {
  std::uint64_t width = 0;
  std::uint64_t height = 0;
  std::string pixels;  ///< a byte each, 0 black
};

class DelayHistogram;

/// Everything that one replication found out, with no reference to the model that did: it crosses a process boundary.
struct ReplicationRecord {
  double simulated_s = 0;  ///< warm-up and measured time
  double warm_up_s = 0;
  std::map<std::string, MetricSample> metrics;        ///< name -> over instances
  std::map<std::string, HistogramSample> histograms;  ///< name, e.g. "delay"
  std::map<std::string, SeriesSample> series;         ///< name, e.g. "raid.bandwidth"
  /// Instance -> statistic -> its amount in each interval, for metrics. It stays in the process.
  std::map<std::string, std::map<std::string, SeriesSample>> amounts;
  /// Instance -> statistic -> samples of its distribution, for metrics. They stay in the process.
  std::map<std::string, std::map<std::string, std::shared_ptr<const DelayHistogram>>> distributions;
  std::map<std::string, FlowSample> flows;                          ///< by the traffic's name; those that have a rate
  std::map<std::string, std::map<std::string, double>> components;  ///< instance -> statistic -> value
  ComponentUnits component_units;
  std::map<std::string, PictureSample> pictures;  ///< by their names, "plane_00"
  std::uint64_t fingerprint = 0;                  ///< over every delivery: time, source, sequence, destination

  // Effort. Not part of the deterministic result.
  std::uint64_t messages = 0;
  std::uint64_t events = 0;  ///< completions processed, wherever they were queued
  std::uint64_t kernel_notifications = 0;
  std::uint64_t deltas = 0;
  std::uint64_t rtl_cycles = 0;  ///< clock cycles of Verilog
  double wall_s = 0;
  double cpu_s = 0;
  std::uint64_t peak_rss_bytes = 0;
};

}  // namespace isochron
