// SPDX-License-Identifier: Apache-2.0
#include <isochron/scenario/result_csv.h>

#include <cmath>

#include <fmt/format.h>

#include <isochron/scenario/json_writer.h>
#include <isochron/scenario/metric_lookup.h>
#include <isochron/scenario/result_json.h>

namespace isochron {

namespace {

using Cells = std::vector<std::string>;

std::string number(double value) {
  return std::isfinite(value) ? result_number(value) : "";
}
std::string number(const std::optional<double>& value) {
  return value ? result_number(*value) : "";
}

/// Source: RFC 4180.
std::string quoted(const std::string& cell) {
  if (cell.find_first_of(",\"\r\n") == std::string::npos) return cell;
  std::string text = "\"";
  for (const char character : cell) text += character == '"' ? "\"\"" : std::string(1, character);
  return text + "\"";
}

std::string line(const Cells& cells) {
  std::string text;
  for (const std::string& cell : cells) text += (&cell == &cells.front() ? "" : ",") + quoted(cell);
  return text + "\n";
}

Cells operator+(Cells left, const Cells& right) {
  left.insert(left.end(), right.begin(), right.end());
  return left;
}

std::string plain(const nlohmann::ordered_json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number_float()) return result_number(value.get<double>());
  return value.dump();
}

Cells varied_names(const Result& result) {
  Cells names;
  for (const ParameterResult& parameter : result.points.front().varied) names.push_back(parameter.path);
  return names;
}

Cells varied_values(const PointResult& point) {
  Cells values;
  for (const ParameterResult& parameter : point.varied)
    values.push_back(plain(to_json(parameter.value, parameter.quantity)));
  return values;
}

std::string metrics_csv(const Result& result) {
  Cells percentiles;
  for (const auto& field : percentile_fields) percentiles.emplace_back(field.first);
  std::string text =
      line(varied_names(result) + Cells{"metric", "unit", "mean", "half_width", "n", "min", "max"} + percentiles);
  for (const PointResult& point : result.points)
    for (const auto& [name, metric] : point.metrics) {
      Cells cells = varied_values(point) + Cells{name,
                                                 metric.unit,
                                                 number(metric.mean),
                                                 number(metric.half_width),
                                                 std::to_string(metric.n),
                                                 number(metric.min),
                                                 number(metric.max)};
      for (const std::string& field : percentiles) {
        const auto found = metric.percentiles.find(field);
        cells.push_back(found == metric.percentiles.end() ? "" : number(found->second));
      }
      text += line(cells);
    }
  return text;
}

std::string components_csv(const Result& result) {
  std::string text = line(varied_names(result) + Cells{"component", "statistic", "unit", "value", "half_width"});
  for (const PointResult& point : result.points)
    for (const auto& [component, statistics] : point.components)
      for (const auto& [statistic, value] : statistics)
        text += line(varied_values(point) + Cells{component, statistic,
                                                  unit_of(point.component_units, component, statistic),
                                                  number(value.mean), number(value.half_width)});
  return text;
}

std::string value_text(const PublishedResult::Value& value) {
  if (const auto* single = std::get_if<double>(&value)) return number(*single);
  if (const auto* words = std::get_if<std::string>(&value)) return *words;
  std::string text;
  if (const auto* several = std::get_if<std::vector<double>>(&value))
    for (const double one : *several) text += (text.empty() ? "" : "; ") + number(one);
  return text;
}

std::string published_csv(const Result& result) {
  std::string text =
      line({"id", "where", "at", "unit", "published", "simulated", "error", "low", "high", "role", "ok", "reason"});
  for (const PublishedResult& row : result.published)
    text += line({row.id, row.where, row.at, row.unit, value_text(row.published), value_text(row.simulated),
                  number(row.error), number(row.low), number(row.high), row.role,
                  row.ok ? (*row.ok ? "true" : "false") : "", row.reason});
  return text;
}

std::string series_csv(const Result& result) {
  std::string text = line(varied_names(result) + Cells{"series", "unit", "time_s", "value"});
  for (const PointResult& point : result.points)
    for (const auto& [name, series] : point.series)
      for (std::size_t i = 0; i < series.values.size(); ++i)
        text += line(varied_values(point) + Cells{name, series.unit, number(static_cast<double>(i) * series.interval_s),
                                                  number(series.values[i])});
  return text;
}

std::string histograms_csv(const Result& result) {
  std::string text = line(varied_names(result) + Cells{"histogram", "unit", "lower", "upper", "count"});
  for (const PointResult& point : result.points)
    for (const auto& [name, histogram] : point.histograms)
      for (const HistogramSample::Bin& bin : histogram.bins)
        text += line(varied_values(point) +
                     Cells{name, histogram.unit, number(bin.lower), number(bin.upper), std::to_string(bin.count)});
  return text;
}

}  // namespace

std::map<std::string, std::string> to_csv(const Result& result) {
  return {{"metrics.csv", metrics_csv(result)},
          {"components.csv", components_csv(result)},
          {"published.csv", published_csv(result)},
          {"series.csv", series_csv(result)},
          {"histograms.csv", histograms_csv(result)}};
}

}  // namespace isochron
