// SPDX-License-Identifier: Apache-2.0
#include <isochron/scenario/result_json.h>

#include <array>

#include <fmt/format.h>

#include <isochron/scenario/base64.h>
#include <isochron/scenario/build_info.h>
#include <isochron/scenario/metric_lookup.h>
#include <isochron/scenario/units.h>
#include <isochron/scenario/value_reader.h>

namespace isochron {

namespace {

using Json = nlohmann::ordered_json;

Json optional_json(const std::optional<double>& value) {
  return value ? Json(*value) : Json(nullptr);
}

/// Puts `value` at the path, dots between levels.
void put(Json& object, const std::string& path, Json value) {
  const std::size_t dot = path.find('.');
  if (dot == std::string::npos)
    object[path] = std::move(value);
  else
    put(object[path.substr(0, dot)], path.substr(dot + 1), std::move(value));
}

Json metrics_json(const PointResult& point) {
  Json metrics = Json::object();
  for (const auto& [name, metric] : point.metrics) {
    Json entry = {
        {"unit", metric.unit}, {"mean", optional_json(metric.mean)}, {"half_width", optional_json(metric.half_width)},
        {"n", metric.n},       {"min", optional_json(metric.min)},   {"max", optional_json(metric.max)}};
    for (const auto& [field, value] : metric.percentiles) entry[field] = optional_json(value);
    if (!metric.half_widths.empty()) entry["half_widths"] = metric.half_widths;
    metrics[name] = std::move(entry);
  }
  return metrics;
}

Json histograms_json(const PointResult& point) {
  Json histograms = Json::object();
  for (const auto& [name, histogram] : point.histograms) {
    Json bins = Json::array();
    for (const HistogramSample::Bin& bin : histogram.bins)
      bins.push_back({{"lower", bin.lower}, {"upper", bin.upper}, {"count", bin.count}});
    histograms[name] = {{"unit", histogram.unit}, {"count", histogram.count}, {"sum", histogram.sum},
                        {"min", histogram.min},   {"max", histogram.max},     {"bins", std::move(bins)}};
  }
  return histograms;
}

Json series_json(const PointResult& point) {
  Json series = Json::object();
  for (const auto& [name, one] : point.series)
    series[name] = {{"unit", one.unit}, {"interval_s", one.interval_s}, {"values", one.values}};
  return series;
}

Json components_json(const PointResult& point) {
  Json components = Json::object();
  for (const auto& [name, statistics] : point.components)
    for (const auto& [statistic, value] : statistics) components[name][statistic] = value.mean;
  return components;
}

Json half_widths_json(const PointResult& point) {
  Json components = Json::object();
  for (const auto& [name, statistics] : point.components)
    for (const auto& [statistic, value] : statistics)
      if (value.half_width) components[name][statistic] = *value.half_width;
  return components;
}

Json flows_json(const PointResult& point) {
  static constexpr std::array<const char*, 3> verdicts{"keeps_up", "in_doubt", "falls_behind"};
  Json flows = Json::object();
  for (const auto& [name, flow] : point.flows)
    flows[name] = {{"unit", flow.unit},
                   {"generated", flow.generated},
                   {"delivered", flow.delivered},
                   {"lost", flow.lost},
                   {"backlog_start", flow.backlog_start},
                   {"backlog_end", flow.backlog_end},
                   {"growth", flow.growth},
                   {"uncertainty", flow.uncertainty},
                   {"verdict", verdicts.at(static_cast<std::size_t>(flow.verdict))},
                   {"reason", flow.reason}};
  return flows;
}

Json pictures_json(const PointResult& point) {
  Json pictures = Json::object();
  for (const auto& [name, picture] : point.pictures)
    pictures[name] = {{"width", picture.width}, {"height", picture.height}, {"pixels", to_base64(picture.pixels)}};
  return pictures;
}

void add_figures(const PointResult& point, Json& document) {
  document["metrics"] = metrics_json(point);
  document["flows"] = flows_json(point);
  document["components"] = components_json(point);
  document["components_half_width"] = half_widths_json(point);
  document["histograms"] = histograms_json(point);
  document["series"] = series_json(point);
  if (!point.pictures.empty()) document["pictures"] = pictures_json(point);
  document["warnings"] = point.warnings;
}

std::string hexadecimal(std::uint64_t fingerprint) {
  return fmt::format("{:016x}", fingerprint);
}

Json points_json(const Result& result) {
  Json points = Json::array();
  for (const PointResult& point : result.points) {
    Json entry;
    entry["parameters"] = Json::object();
    for (const ParameterResult& parameter : point.varied)
      entry["parameters"][parameter.path] = to_json(parameter.value, parameter.quantity);
    entry["simulated_s"] = point.simulated_s;
    add_figures(point, entry);
    entry["fingerprint"] = hexadecimal(point.fingerprint);
    points.push_back(std::move(entry));
  }
  return points;
}

Json value_json(const PublishedResult::Value& value) {
  if (const auto* number = std::get_if<double>(&value)) return *number;
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  if (const auto* numbers = std::get_if<std::vector<double>>(&value)) return *numbers;
  return nullptr;
}

Json published_json(const Result& result) {
  Json rows = Json::array();
  for (const PublishedResult& row : result.published) {
    Json entry = {{"id", row.id},
                  {"where", row.where},
                  {"unit", row.unit},
                  {"published", value_json(row.published)},
                  {"simulated", value_json(row.simulated)},
                  {"error", optional_json(row.error)},
                  {"band", nullptr},
                  {"role", row.role},
                  {"ok", row.ok ? Json(*row.ok) : Json(nullptr)}};
    if (row.low || row.high) entry["band"] = Json::array({optional_json(row.low), optional_json(row.high)});
    if (!row.reason.empty()) entry["reason"] = row.reason;
    if (!row.at.empty()) entry["at"] = row.at;
    rows.push_back(std::move(entry));
  }
  return rows;
}

Json performance_json(const Performance& performance) {
  Json document = {{"wall_s", performance.wall_s}, {"cpu_s", performance.cpu_s},
                   {"events", performance.events}, {"kernel_notifications", performance.kernel_notifications},
                   {"deltas", performance.deltas}, {"messages", performance.messages}};
  for (const auto& [name, value] : performance_ratios(performance)) document[name] = value;
  if (performance.rtl_cycles > 0) {
    document["rtl_cycles"] = performance.rtl_cycles;
    document["rtl_cycles_per_cpu_s"] =
        performance.cpu_s > 0 ? Json(static_cast<double>(performance.rtl_cycles) / performance.cpu_s) : Json(nullptr);
  }
  const double simulated = performance.simulated_s;
  document["wall_per_simulated_s"] = simulated > 0 ? Json(performance.wall_s / simulated) : Json(nullptr);
  document["cpu_per_simulated_s"] = simulated > 0 ? Json(performance.cpu_s / simulated) : Json(nullptr);
  document["peak_rss_bytes"] = performance.peak_rss_bytes;
  return document;
}

}  // namespace

Json to_json(const ParameterValue& value, Quantity quantity) {
  if (const auto* flag = std::get_if<bool>(&value)) return *flag;
  if (const auto* name = std::get_if<std::string>(&value)) return *name;
  if (quantity == Quantity::dimensions) return format_value(value, quantity);
  if (const auto* indices = std::get_if<std::vector<std::uint64_t>>(&value)) return *indices;
  const std::uint64_t stored = std::get<std::uint64_t>(value);
  // Times, rates, fractions and probabilities are broken numbers in SI units, everything else is whole and stays so.
  if (quantity == Quantity::duration || quantity == Quantity::data_rate || quantity == Quantity::fraction ||
      quantity == Quantity::probability || quantity == Quantity::event_rate)
    return to_si(stored, quantity);
  return stored;
}

Json to_json(const Result& result) {
  Json document;
  document["schema"] = "isochron.result/1";
  document["scenario"] = result.scenario;
  document["title"] = result.title;
  document["system"] = result.system;
  document["negative_control"] = result.negative_control;
  document["parameters"] = Json::object();
  for (const ParameterResult& parameter : result.parameters)
    put(document["parameters"], parameter.path, to_json(parameter.value, parameter.quantity));
  document["instances"] = Json::object();
  for (const Result::Instance& instance : result.instances)
    document["instances"][instance.pattern][instance.parameter.path] =
        to_json(instance.parameter.value, instance.parameter.quantity);
  document["seed"] = result.seed;
  document["replications"] = result.replications;
  document["confidence"] = result.confidence;
  document["simulated_s"] = result.simulated_s;
  document["warm_up_s"] = result.warm_up_s;
  document["component_units"] = Json::object();
  for (const PointResult& point : result.points)
    for (const auto& [statistic, unit] : point.component_units) document["component_units"][statistic] = unit;
  const bool series_of_points = !result.points.front().varied.empty();
  add_figures(series_of_points ? PointResult() : result.points.front(), document);
  if (series_of_points) document["points"] = points_json(result);
  document["published"] = published_json(result);
  document["performance"] = performance_json(result.performance);
  document["provenance"] = {{"version", build_version},
                            {"git", build_git},
                            {"scenario_sha256", result.scenario_sha256},
                            {"fingerprint", hexadecimal(result.fingerprint)}};
  if (!result.machine_sha256.empty()) document["provenance"]["machine_sha256"] = result.machine_sha256;
  return document;
}

}  // namespace isochron
