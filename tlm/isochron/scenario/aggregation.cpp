// SPDX-License-Identifier: Apache-2.0
#include <isochron/scenario/aggregation.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include <isochron/core/error.h>
#include <isochron/core/split_mix.h>
#include <isochron/scenario/metric_lookup.h>
#include <isochron/scenario/student_t.h>

namespace isochron {

namespace {

using Records = std::vector<ReplicationRecord>;

/// A metric of those replications that have a sample of it, in their order.
struct Samples {
  std::string unit;
  std::vector<MetricSample> samples;
};

void add_half_width(const std::string& field, const std::vector<double>& values, double confidence,
                    MetricResult& metric) {
  if (const auto half_width = estimate(values, confidence).half_width) metric.half_widths[field] = *half_width;
}

MetricResult over_replications(const Samples& metric, double confidence) {
  MetricResult result;
  result.unit = metric.unit;
  if (metric.samples.empty()) return result;
  std::vector<double> means, least, most;
  for (const MetricSample& sample : metric.samples) {
    means.push_back(sample.mean);
    least.push_back(sample.min);
    most.push_back(sample.max);
  }
  const Estimate over_means = estimate(means, confidence);
  result.mean = over_means.mean;
  result.half_width = over_means.half_width;
  result.n = metric.samples.size();
  result.min = *std::min_element(least.begin(), least.end());
  result.max = *std::max_element(most.begin(), most.end());
  add_half_width("min", least, confidence, result);
  add_half_width("max", most, confidence, result);
  return result;
}

std::map<std::string, Samples> metrics_by_name(const Records& records) {
  std::map<std::string, Samples> by_name;
  const auto of = [&by_name](const std::string& name, const std::string& unit) -> Samples& {
    Samples& found = by_name[name];
    found.unit = unit;
    return found;
  };
  for (const ReplicationRecord& record : records) {
    for (const auto& [name, sample] : record.metrics) {
      Samples& found = of(name, sample.unit);
      if (!sample.empty()) found.samples.push_back(sample);
    }
    for (const auto& [name, histogram] : record.histograms) {
      if (record.metrics.count(name) != 0) continue;
      Samples& found = of(name, histogram.unit);
      if (histogram.count == 0) continue;
      const double mean = histogram.sum / static_cast<double>(histogram.count);
      found.samples.push_back({histogram.unit, mean, histogram.min, histogram.max});
    }
  }
  return by_name;
}

HistogramSample merge(const HistogramSample& one, const HistogramSample& other) {
  if (one.count == 0) return other;
  if (other.count == 0) return one;
  HistogramSample merged;
  merged.unit = one.unit;
  merged.count = one.count + other.count;
  merged.sum = one.sum + other.sum;
  merged.min = std::min(one.min, other.min);
  merged.max = std::max(one.max, other.max);
  std::map<std::pair<double, double>, std::uint64_t> bins;
  for (const HistogramSample* histogram : {&one, &other})
    for (const HistogramSample::Bin& bin : histogram->bins) bins[{bin.lower, bin.upper}] += bin.count;
  for (const auto& [limits, count] : bins) merged.bins.push_back({limits.first, limits.second, count});
  return merged;
}

std::map<std::string, HistogramSample> merge_histograms(const Records& records) {
  std::map<std::string, HistogramSample> merged;
  for (const ReplicationRecord& record : records)
    for (const auto& [name, histogram] : record.histograms) merged[name] = merge(merged[name], histogram);
  return merged;
}

/// Value by value over the replications that last so long: the result is as long as the longest.
SeriesSample mean_of(const std::vector<const SeriesSample*>& samples) {
  SeriesSample mean{samples.front()->unit, samples.front()->interval_s, {}};
  std::vector<std::size_t> contributors;
  for (const SeriesSample* sample : samples) {
    if (sample->values.size() > mean.values.size()) {
      mean.values.resize(sample->values.size());
      contributors.resize(sample->values.size());
    }
    for (std::size_t i = 0; i < sample->values.size(); ++i) {
      if (std::isnan(sample->values[i])) continue;  // nothing was there to measure
      mean.values[i] += sample->values[i];
      ++contributors[i];
    }
  }
  for (std::size_t i = 0; i < mean.values.size(); ++i) {
    if (contributors[i] == 0)
      mean.values[i] = std::numeric_limits<double>::quiet_NaN();
    else
      mean.values[i] /= static_cast<double>(contributors[i]);
  }
  return mean;
}

std::map<std::string, SeriesSample> mean_series(const Records& records) {
  std::map<std::string, std::vector<const SeriesSample*>> by_name;
  for (const ReplicationRecord& record : records)
    for (const auto& [name, sample] : record.series) by_name[name].push_back(&sample);
  std::map<std::string, SeriesSample> means;
  for (const auto& [name, samples] : by_name) means[name] = mean_of(samples);
  return means;
}

std::map<std::string, std::map<std::string, StatisticResult>> component_statistics(const Records& records,
                                                                                   double confidence) {
  std::map<std::string, std::map<std::string, std::vector<double>>> values;
  for (const ReplicationRecord& record : records)
    for (const auto& [component, statistics] : record.components)
      for (const auto& [statistic, value] : statistics) values[component][statistic].push_back(value);
  std::map<std::string, std::map<std::string, StatisticResult>> results;
  for (const auto& [component, statistics] : values)
    for (const auto& [statistic, samples] : statistics) {
      const Estimate over_samples = estimate(samples, confidence);
      results[component][statistic] = {over_samples.mean, over_samples.half_width};
    }
  return results;
}

/// Units of all statistics: a result has one for each.
ComponentUnits statistic_units(const Records& records) {
  ComponentUnits units;
  for (const ReplicationRecord& record : records) {
    for (const auto& [component, statistics] : record.components)
      for (const auto& [statistic, value] : statistics) {
        static_cast<void>(value);
        if (record.component_units.count(statistic) == 0)
          throw ModelError(fmt::format(
              "{} reports `{}` without a unit: this is an error in the model, please report it", component, statistic));
      }
    units.insert(record.component_units.begin(), record.component_units.end());
  }
  return units;
}

/// Those of all samples, with intervals from those of each replication.
void add_percentiles(const std::string& name, const HistogramSample& merged, const Records& records, double confidence,
                     MetricResult& metric) {
  for (const auto& [field, p] : percentile_fields) {
    std::optional<double>& found = metric.percentiles[field];
    if (merged.count == 0) continue;
    found = percentile(merged, p);
    std::vector<double> values;
    for (const ReplicationRecord& record : records) {
      const auto one = record.histograms.find(name);
      if (one != record.histograms.end() && one->second.count > 0) values.push_back(percentile(one->second, p));
    }
    add_half_width(field, values, confidence, metric);
  }
}

Performance effort(const ReplicationRecord& record) {
  Performance performance;
  performance.wall_s = record.wall_s;
  performance.cpu_s = record.cpu_s;
  performance.events = record.events;
  performance.kernel_notifications = record.kernel_notifications;
  performance.deltas = record.deltas;
  performance.rtl_cycles = record.rtl_cycles;
  performance.messages = record.messages;
  performance.simulated_s = record.simulated_s;
  performance.peak_rss_bytes = record.peak_rss_bytes;
  return performance;
}

}  // namespace

double percentile(const HistogramSample& histogram, double p) {
  const double wanted = p * static_cast<double>(histogram.count);
  double below = 0;
  for (const HistogramSample::Bin& bin : histogram.bins) {
    const auto count = static_cast<double>(bin.count);
    if (below + count >= wanted) {
      const double within = count == 0 ? 0 : (wanted - below) / count;
      return std::clamp(bin.lower + within * (bin.upper - bin.lower), histogram.min, histogram.max);
    }
    below += count;
  }
  return histogram.max;
}

std::uint64_t combine_fingerprints(const std::vector<std::uint64_t>& fingerprints) {
  std::uint64_t combined = 0;
  for (const std::uint64_t fingerprint : fingerprints) combined = mix(combined + 0x9e3779b97f4a7c15u) ^ fingerprint;
  return combined;
}

void add_performance(const Performance& part, Performance& total) {
  total.wall_s += part.wall_s;
  total.cpu_s += part.cpu_s;
  total.events += part.events;
  total.kernel_notifications += part.kernel_notifications;
  total.deltas += part.deltas;
  total.rtl_cycles += part.rtl_cycles;
  total.messages += part.messages;
  total.simulated_s += part.simulated_s;
  total.peak_rss_bytes = std::max(total.peak_rss_bytes, part.peak_rss_bytes);
}

PointResult aggregate(const std::vector<ReplicationRecord>& replications, double confidence) {
  PointResult point;
  std::vector<double> simulated_s;
  simulated_s.reserve(replications.size());
  for (const ReplicationRecord& record : replications) simulated_s.push_back(record.simulated_s);
  point.simulated_s = estimate(simulated_s, confidence).mean;
  point.warm_up_s = replications.front().warm_up_s;
  for (const auto& [name, samples] : metrics_by_name(replications))
    point.metrics[name] = over_replications(samples, confidence);
  point.histograms = merge_histograms(replications);
  for (const auto& [name, histogram] : point.histograms)
    add_percentiles(name, histogram, replications, confidence, point.metrics[name]);
  point.series = mean_series(replications);
  point.components = component_statistics(replications, confidence);
  point.component_units = statistic_units(replications);
  point.pictures = replications.front().pictures;
  std::vector<std::uint64_t> fingerprints;
  for (const ReplicationRecord& record : replications) {
    fingerprints.push_back(record.fingerprint);
    add_performance(effort(record), point.performance);
  }
  point.fingerprint = combine_fingerprints(fingerprints);
  return point;
}

}  // namespace isochron
