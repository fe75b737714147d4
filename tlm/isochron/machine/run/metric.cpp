// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/run/metric.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <map>
#include <optional>
#include <utility>

#include <isochron/core/error.h>
#include <isochron/observe/delay_histogram.h>
#include <isochron/observe/spread.h>
#include <isochron/observe/statistic_sink.h>
#include <isochron/part/part_path.h>

namespace isochron {

namespace {

double sum_of(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum;
}

/// Of some values, the one that the fraction `at` of them does not exceed.
double quantile_of(std::vector<double> values, double at) {
  std::sort(values.begin(), values.end());
  const auto place = static_cast<std::size_t>(std::ceil(at * static_cast<double>(values.size())));
  return values[place == 0 ? 0 : place - 1];
}

/// Evaluates metrics over the statistics that parts have reported.
class MetricEvaluation {
 public:
  MetricEvaluation(ReplicationRecord& record, double window_s, const std::set<std::string>& left_out)
      : record_(record), window_s_(window_s) {
    components_.reserve(record.components.size());
    for (const Component& component : record.components)
      if (left_out.count(component.first) == 0) components_.push_back(&component);
    std::sort(components_.begin(), components_.end(),
              [](const Component* one, const Component* other) { return in_natural_order(one->first, other->first); });
  }

  void add(const Metric& metric) {
    if (metric.kind == Metric::Kind::series) {
      add_series(metric);
    } else if (metric.kind == Metric::Kind::spread) {
      Spread spread;
      for (const double value : values_of(metric.term.of)) spread.add(value);
      if (!spread.empty()) record_.metrics[metric.info.name] = spread.sample(metric.info.unit.c_str());
    } else if (metric.kind == Metric::Kind::merged) {
      merge(metric);
    } else if (metric.kind == Metric::Kind::renamed) {
      copy(record_.metrics, metric);
      copy(record_.histograms, metric);
    } else if (metric.kind == Metric::Kind::omitted) {
      record_.metrics.erase(metric.term.metric);
      record_.histograms.erase(metric.term.metric);
    } else {
      any_reported_ = false;
      const std::optional<double> known = value_of(metric.term);
      if (!any_reported_ && (!known || metric.term.kind == MetricTerm::Kind::sum)) return;
      const double value = known.value_or(std::numeric_limits<double>::quiet_NaN());
      record_.metrics[metric.info.name] = {metric.info.unit, value, value, value};
    }
  }

  /// A statistic of what is in the scope `instance`; nullopt also where nothing of it has reported.
  std::optional<double> within(const std::string& instance, const MetricTerm& term) {
    any_reported_ = false;
    const std::optional<double> value = value_of(inside(instance, term));
    return any_reported_ ? value : std::nullopt;
  }

 private:
  using Component = std::pair<const std::string, std::map<std::string, double>>;

  template <class Samples>
  static void copy(Samples& samples, const Metric& metric) {
    if (const auto found = samples.find(metric.term.metric); found != samples.end())
      samples[metric.info.name] = found->second;
  }

  std::optional<double> value_of(const MetricTerm& term) {
    switch (term.kind) {
      case MetricTerm::Kind::number:
        return term.number;
      case MetricTerm::Kind::metric:
        return mean_of(term.metric);
      case MetricTerm::Kind::window:
        return window_s_;
      case MetricTerm::Kind::plus:
      case MetricTerm::Kind::minus:
      case MetricTerm::Kind::times:
      case MetricTerm::Kind::over:
        return operation(term);
      default:
        return over_statistics(term);
    }
  }

  static MetricTerm inside(const std::string& instance, MetricTerm term) {
    for (std::string& path : term.of) path.insert(0, ".").insert(0, instance);
    for (MetricTerm& operand : term.operands) operand = inside(instance, std::move(operand));
    return term;
  }

  /// The sum of whole amounts is exact, so that the order of parts does not matter.
  void add_series(const Metric& metric) {
    SeriesSample mean;
    double parts = 0;
    for (const auto& [part, series] : record_.amounts)
      for (const auto& [statistic, amounts] : series) {
        std::string path = part;
        path.append(".").append(statistic);
        if (std::none_of(metric.term.of.begin(), metric.term.of.end(),
                         [&path](const std::string& pattern) { return matches_path(pattern, path); }))
          continue;
        if (parts++ == 0) mean = {amounts.unit, amounts.interval_s, std::vector<double>(amounts.values.size(), 0)};
        if (amounts.interval_s != mean.interval_s) throw ModelError(metric.info.name + ": parts with other intervals");
        for (std::size_t i = 0; i < mean.values.size(); ++i) mean.values[i] += amounts.values[i];
      }
    if (parts == 0) return;
    for (double& value : mean.values) value /= parts * mean.interval_s;
    record_.series[metric.info.name] = std::move(mean);
  }

  /// Left out where no part has reported a distribution.
  void merge(const Metric& metric) {
    std::optional<DelayHistogram> all;
    for (const auto& [part, distributions] : record_.distributions)
      for (const auto& [statistic, samples] : distributions) {
        std::string path = part;
        path.append(".").append(statistic);
        if (std::none_of(metric.term.of.begin(), metric.term.of.end(),
                         [&path](const std::string& pattern) { return matches_path(pattern, path); }))
          continue;
        if (!all) all.emplace();
        all->add(*samples);
      }
    if (all) record_.histograms[metric.info.name] = all->sample();
  }

  std::optional<double> operation(const MetricTerm& term) {
    const std::optional<double> left = value_of(term.operands[0]), right = value_of(term.operands[1]);
    if (!left || !right) return std::nullopt;
    if (term.kind == MetricTerm::Kind::plus) return *left + *right;
    if (term.kind == MetricTerm::Kind::minus) return *left - *right;
    if (term.kind == MetricTerm::Kind::times) return *left * *right;
    if (*right == 0) return std::nullopt;
    return *left / *right;
  }

  std::optional<double> over_statistics(const MetricTerm& term) {
    std::vector<double> values = values_of(term.of);
    if (term.kind == MetricTerm::Kind::sum) return sum_of(values);
    if (values.empty()) return std::nullopt;
    if (term.kind == MetricTerm::Kind::mean) return sum_of(values) / static_cast<double>(values.size());
    if (term.kind == MetricTerm::Kind::min) return *std::min_element(values.begin(), values.end());
    if (term.kind == MetricTerm::Kind::max) return *std::max_element(values.begin(), values.end());
    return quantile_of(std::move(values), term.number);
  }

  std::optional<double> mean_of(const std::string& metric) {
    if (const auto found = record_.metrics.find(metric); found != record_.metrics.end()) {
      any_reported_ = true;
      return found->second.empty() ? std::nullopt : std::optional<double>(found->second.mean);
    }
    const auto found = record_.histograms.find(metric);
    if (found == record_.histograms.end()) return std::nullopt;
    any_reported_ = true;
    if (found->second.count == 0) return std::nullopt;
    return found->second.sum / static_cast<double>(found->second.count);
  }

  std::vector<double> values_of(const std::vector<std::string>& paths) {
    std::map<std::size_t, double> found;  // by the component's place in natural order
    for (const std::string& path : paths)
      for_each_split(path, [&](const std::string& pattern, const std::string& statistic) {
        bool any = false;
        for (const std::size_t place : matching(pattern)) {
          const auto value = components_[place]->second.find(statistic);
          if (value == components_[place]->second.end()) continue;
          found.emplace(place, value->second);
          any = true;
        }
        return any;
      });
    std::vector<double> values;
    values.reserve(found.size());
    any_reported_ = any_reported_ || !found.empty();
    for (const auto& [place, value] : found) values.push_back(value);
    return values;
  }

  /// Several metrics are over the same parts.
  const std::vector<std::size_t>& matching(const std::string& pattern) {
    const auto [entry, is_new] = matching_.try_emplace(pattern);
    for (std::size_t place = 0; is_new && place < components_.size(); ++place)
      if (matches_path(pattern, components_[place]->first)) entry->second.push_back(place);
    return entry->second;
  }

  ReplicationRecord& record_;
  double window_s_;
  bool any_reported_ = false;  ///< or known, of what the present term names
  std::vector<const Component*> components_;
  std::map<std::string, std::vector<std::size_t>> matching_;
};

}  // namespace

void add_metrics(ReplicationRecord& record, const std::vector<Metric>& metrics, double window_s,
                 const std::set<std::string>& left_out) {
  struct OfScope {
    const Metric& metric;
    const std::string& instance;
    double value;
  };
  std::vector<OfScope> of_scopes;
  std::optional<MetricEvaluation> parts;  // what it needs takes time, and few machines have scopes with statistics
  for (const Metric& metric : metrics)
    for (const std::string& instance : metric.instances) {
      if (!parts) parts.emplace(record, window_s, left_out);
      if (const std::optional<double> value = parts->within(instance, metric.term))
        of_scopes.push_back({metric, instance, *value});
    }
  StatisticSink sink(record, 0, 0);
  for (const OfScope& one : of_scopes)
    sink.part(one.instance).put(one.metric.info.name, one.metric.info.unit, one.value);
  MetricEvaluation all(record, window_s, left_out);
  for (const Metric& metric : metrics)
    if (metric.kind != Metric::Kind::statistic) all.add(metric);
}

}  // namespace isochron
