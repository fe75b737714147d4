// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <vector>

#include <isochron/observe/replication_record.h>
#include <isochron/observe/type_registry.h>

namespace isochron {

/// Term of a metric: a number, the mean of another metric, a function over statistics of parts, or an operation. A
/// function over several patterns takes every statistic once, in the natural order of the paths ("node[2]" before
/// "node[10]"), since sums of doubles depend on their order.
struct MetricTerm {
  enum class Kind { number, metric, window, sum, mean, min, max, quantile, plus, minus, times, over };

  Kind kind = Kind::number;
  double number = 0;                 ///< SI; of a quantile the fraction, 0 to 1
  std::string metric = {};           ///< name of the other metric
  std::vector<std::string> of = {};  ///< statistics, * for an index: "node[*].card[*].bandwidth"
  std::vector<MetricTerm> operands = {};
};

/// Figure of a machine: its name, unit and description, and how it follows from a record.
struct Metric {
  enum class Kind {
    formula,   ///< one value; no sample where a divisor is 0, or where it is over nothing
    spread,    ///< mean, least and largest of the statistics that `term.of` names; no sample over nothing
    merged,    ///< all samples of the distributions that `term.of` names
    series,    ///< their mean in each interval, of those whose parts keep it
    renamed,   ///< what `term.metric` is, under this name
    omitted,   ///< `term.metric` is no figure of the machine
    statistic  ///< of each of `instances`, in which the formula's patterns begin
  };

  StatisticInfo info;
  Kind kind = Kind::formula;
  MetricTerm term;
  std::vector<std::string> instances = {};
  bool is_automatic = false;  ///< not declared

  /// Whether a record has it among its metrics.
  bool is_figure() const {
    return kind == Kind::formula || kind == Kind::spread || kind == Kind::merged || kind == Kind::renamed;
  }
};

/// Adds the metrics to `record`, in their order: one may use those before it, and the statistics of all. `window_s`:
/// length of the measured window. `left_out`: components that no metric is over.
void add_metrics(ReplicationRecord& record, const std::vector<Metric>& metrics, double window_s,
                 const std::set<std::string>& left_out = {});

}  // namespace isochron
