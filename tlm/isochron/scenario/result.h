// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <isochron/observe/parameter_table.h>
#include <isochron/observe/replication_record.h>

namespace isochron {

/// A metric over replications: mean of their means, extremes of their extremes. SI units.
struct MetricResult {
  std::string unit;
  std::optional<double> mean;        ///< none where no replication has a sample: nothing arrived, say
  std::optional<double> half_width;  ///< Student-t; none for one replication
  std::uint64_t n = 0;               ///< replications that have a sample
  std::optional<double> min;
  std::optional<double> max;
  std::map<std::string, std::optional<double>> percentiles;  ///< p50, p90, ... of all samples of a distribution
  std::map<std::string, double> half_widths = {};  ///< of min, max and percentiles of replications; none for one
};

/// A statistic of an instance over replications.
struct StatisticResult {
  double mean = 0;
  std::optional<double> half_width;
};

/// Amounts of a traffic that were asked for in the window and that arrived, with the verdict; means over replications.
struct FlowResult {
  enum class Verdict { keeps_up, in_doubt, falls_behind };  ///< the later the worse

  std::string unit;          ///< SI, of the amounts
  double generated = 0;      ///< asked for in the window
  double delivered = 0;      ///< arrived in it
  double lost = 0;           ///< in it, which never arrives
  double backlog_start = 0;  ///< asked for and not arrived
  double backlog_end = 0;
  double growth = 0;       ///< of the backlog where it is judged, and what was lost, as shares of what was asked for
  double uncertainty = 0;  ///< of that share
  Verdict verdict = Verdict::keeps_up;
  std::string reason;  ///< in words
};

/// Cost of the simulation; not part of the deterministic result (the counts are).
struct Performance {
  double wall_s = 0;  ///< of the whole run
  double cpu_s = 0;   ///< of all simulating processes
  std::uint64_t events = 0;
  std::uint64_t kernel_notifications = 0;
  std::uint64_t deltas = 0;
  std::uint64_t rtl_cycles = 0;  ///< clock cycles of Verilog
  std::uint64_t messages = 0;
  double simulated_s = 0;  ///< of all replications together
  std::uint64_t peak_rss_bytes = 0;
};

/// A parameter with its value as results show it.
struct ParameterResult {
  std::string path;
  ParameterValue value;
  Quantity quantity = Quantity::count;
  std::string text = {};  ///< of a varied one: as the scenario has it
};

/// Results of all replications of one point.
struct PointResult {
  std::vector<ParameterResult> varied;
  std::map<std::string, MetricResult> metrics;
  std::map<std::string, HistogramSample> histograms;  ///< merged
  std::map<std::string, SeriesSample> series;         ///< mean over the replications that last so long
  std::map<std::string, FlowResult> flows;            ///< by traffic; those that have a rate
  std::map<std::string, std::map<std::string, StatisticResult>> components;
  ComponentUnits component_units;                 ///< of each statistic in `components`
  std::map<std::string, PictureSample> pictures;  ///< of the first replication
  std::uint64_t fingerprint = 0;
  std::vector<std::string> warnings;
  double simulated_s = 0;  ///< of a replication, mean over them
  double warm_up_s = 0;
  Performance performance;
};

/// A published number beside ours.
struct PublishedResult {
  /// A number in SI units, words, or several numbers.
  using Value = std::variant<std::monostate, double, std::string, std::vector<double>>;

  std::string id;
  std::string where;
  std::string unit;  ///< SI
  Value published;
  Value simulated;
  std::optional<double> error;  ///< simulated / published - 1
  std::optional<double> low;    ///< of the band
  std::optional<double> high;
  std::string role;
  std::optional<bool> ok;  ///< for a prediction
  std::string reason;      ///< why it is no prediction, or what to know about it
  std::string at;          ///< the point, in words; empty when nothing is varied
};

/// Everything that a run of a scenario found out.
struct Result {
  std::string scenario;
  std::string title;
  std::string system;
  bool negative_control = false;
  std::vector<ParameterResult> parameters;  ///< but for the varied ones
  struct Instance {
    std::string pattern;
    ParameterResult parameter;
  };
  std::vector<Instance> instances;
  std::uint64_t seed = 0;
  std::uint64_t replications = 0;
  bool until_done = false;  ///< each replication ran until its work was done, however long that took
  double confidence = 0;
  double simulated_s = 0;           ///< of a replication, mean over all points' replications
  double warm_up_s = 0;             ///< of each
  std::vector<PointResult> points;  ///< one without varied parameters when the scenario varies nothing
  std::vector<PublishedResult> published;
  Performance performance;
  std::string scenario_sha256;
  std::string machine_sha256;  ///< of the machine file and all that it reads; empty for a machine of the library
  std::uint64_t fingerprint = 0;
};

}  // namespace isochron
