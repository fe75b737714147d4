// SPDX-License-Identifier: Apache-2.0
#include <isochron/app/result_report.h>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <isochron/app/text_table.h>
#include <isochron/scenario/metric_lookup.h>
#include <isochron/scenario/units.h>
#include <isochron/scenario/value_reader.h>

namespace isochron {

namespace {

/// Whole plain numbers (nodes, streams) are counts and not fractions.
std::string number_text(double value, const std::string& unit) {
  return unit == "1" && value == std::floor(value) ? fmt::format("{:.0f}", value) : format_si(value, unit);
}

/// Empty where there is none.
std::string si_text(const std::optional<double>& value, const std::string& unit) {
  return value ? format_si(*value, unit) : "";
}

std::string half_width_text(const std::optional<double>& half_width, const std::optional<double>& value,
                            const std::string& unit) {
  return half_width ? "\u00b1 " + format_si_like(*half_width, value.value_or(0), unit) : "";
}

/// "ib_pci" of "ib_pci.utilisation", and the rest; both empty without a dot.
std::pair<std::string, std::string> split_name(const std::string& metric) {
  const std::size_t dot = metric.rfind('.');
  if (dot == std::string::npos) return {};
  return {metric.substr(0, dot), metric.substr(dot + 1)};
}

/// Stages and buses: the metrics of everything that has a utilisation are shown side by side.
bool is_stage(const PointResult& point, const std::string& metric) {
  return point.metrics.count(split_name(metric).first + ".utilisation") != 0;
}

std::string metrics_table(const PointResult& point) {
  TextTable table({"metric", ">mean", ">half width", ">min", ">max"});
  for (const auto& [name, metric] : point.metrics)
    if (!is_stage(point, name))
      table.add({name, si_text(metric.mean, metric.unit), half_width_text(metric.half_width, metric.mean, metric.unit),
                 si_text(metric.min, metric.unit), si_text(metric.max, metric.unit)});
  return table.empty() ? "" : table.text();
}

std::string figures_table(const PointResult& point, const std::vector<std::string>& paths) {
  TextTable table({"figure", ">value", ">half width"});
  for (const std::string& path : paths) {
    const Figure figure = find_figure(point, path).value_or(Figure());
    table.add({path, figure.value ? number_text(*figure.value, figure.unit) : "",
               half_width_text(figure.half_width, figure.value, figure.unit)});
  }
  return table.text();
}

std::string stages_table(const PointResult& point) {
  // In this order, whatever of it the machine has; then the rest.
  std::vector<std::string> figures;
  for (const char* const figure : {"utilisation", "wait_link", "wait_buffer", "queue_depth"})
    if (std::any_of(point.metrics.begin(), point.metrics.end(),
                    [figure](const auto& entry) { return split_name(entry.first).second == figure; }))
      figures.emplace_back(figure);
  std::vector<std::string> stages;
  for (const auto& [name, metric] : point.metrics) {
    const auto [stage, figure] = split_name(name);
    if (!is_stage(point, name)) continue;
    if (std::find(figures.begin(), figures.end(), figure) == figures.end()) figures.push_back(figure);
    // What is below a part may stand between two figures of its own.
    if (std::find(stages.begin(), stages.end(), stage) == stages.end()) stages.push_back(stage);
  }
  std::vector<std::string> headings{"means of"};
  for (const std::string& figure : figures) headings.push_back(">" + figure);
  TextTable table(headings);
  for (const std::string& stage : stages) {
    std::vector<std::string> cells{stage};
    for (const std::string& figure : figures) {
      const auto found = point.metrics.find(fmt::format("{}.{}", stage, figure));
      cells.push_back(found == point.metrics.end() ? "" : si_text(found->second.mean, found->second.unit));
    }
    table.add(cells);
  }
  return table.empty() ? "" : "\n" + table.text();
}

/// The metric named *.utilisation that is largest, each by the busiest of its parts.
std::string busiest(const PointResult& point) {
  std::string best;
  double most = -1;
  for (const auto& [name, metric] : point.metrics) {
    const auto [stage, figure] = split_name(name);
    if (figure != "utilisation" || !metric.max || *metric.max <= most) continue;
    most = *metric.max;
    best = stage;
  }
  return best.empty() ? "" : fmt::format("{} {:.3f}", best, most);
}

std::string points_table(const Result& result, const std::string& driver, const std::vector<std::string>& more) {
  std::vector<std::string> headings;
  for (const ParameterResult& parameter : result.points.front().varied) headings.push_back(parameter.path);
  headings.insert(headings.end(), {">" + driver, ">half width", ">min", ">max"});
  for (const std::string& path : more) headings.push_back(">" + path);
  headings.emplace_back("busiest");
  TextTable table(headings);
  for (const PointResult& point : result.points) {
    std::vector<std::string> cells;
    for (const ParameterResult& parameter : point.varied) cells.push_back(parameter.text);
    const auto found = point.metrics.find(driver);
    const MetricResult metric = found == point.metrics.end() ? MetricResult() : found->second;
    for (const std::string& cell :
         {si_text(metric.mean, metric.unit), half_width_text(metric.half_width, metric.mean, metric.unit),
          si_text(metric.min, metric.unit), si_text(metric.max, metric.unit)})
      cells.push_back(cell);
    for (const std::string& path : more) {
      const std::optional<Figure> figure = find_figure(point, path);
      cells.push_back(figure && figure->value ? number_text(*figure->value, figure->unit) : "");
    }
    cells.push_back(busiest(point));
    table.add(cells);
  }
  return table.text();
}

std::string value_text(const PublishedResult::Value& value, const std::string& unit) {
  if (const auto* number = std::get_if<double>(&value)) return number_text(*number, unit);
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  std::string text;
  if (const auto* several = std::get_if<std::vector<double>>(&value))
    for (const double one : *several) text += (text.empty() ? "" : ", ") + value_text(one, unit);
  return text;
}

/// Words of a claim, cut to what fits a column.
std::string shortened(const std::string& words) {
  constexpr std::size_t longest = 32;
  return words.size() > longest ? words.substr(0, longest - 3) + "..." : words;
}

std::string verdict(const PublishedResult& row) {
  return row.ok ? (*row.ok ? "ok" : "MISSED") : "";
}

/// Inputs that are as published are counted, not listed.
bool is_plain_input(const PublishedResult& row) {
  return row.role == "input" && (!row.error || std::fabs(*row.error) < 1e-9);
}

std::string published_table(const Result& result) {
  TextTable table({"id", "where", ">published", ">simulated", ">error", "band", "role", "ok"});
  std::size_t inputs = 0;
  for (const PublishedResult& row : result.published) {
    if (is_plain_input(row)) {
      ++inputs;
      continue;
    }
    table.add({row.at.empty() ? row.id : row.id + " (" + row.at + ")", row.where,
               shortened(value_text(row.published, row.unit)), shortened(value_text(row.simulated, row.unit)),
               row.error && row.role != "shown" ? fmt::format("{:+.2f} %", *row.error * 100) : "",
               band_text(row.low, row.high, row.unit), row.role, verdict(row)});
  }
  if (result.published.empty()) return {};
  const std::string counted = inputs == 0 ? "" : fmt::format("and {} inputs as published\n", inputs);
  return "\nAgainst the paper\n" + (table.empty() ? "" : table.text()) + counted;
}

std::string performance_line(const Performance& performance) {
  const double simulated = performance.simulated_s > 0 ? performance.simulated_s : 1;
  return fmt::format("\n{:.1f} s, {:.2f} CPU s a simulated second, {:.2f} events a message, {:.1f} MB of memory\n",
                     performance.wall_s, performance.cpu_s / simulated, performance_ratios(performance).front().second,
                     static_cast<double>(performance.peak_rss_bytes) / 1e6);
}

/// How long a replication is.
std::string length_text(const Result& result) {
  if (result.until_done)
    return fmt::format("until the work is done, {} on average", format_si(result.simulated_s, "s"));
  return fmt::format("of {} after {} of warm-up", format_si(result.simulated_s - result.warm_up_s, "s"),
                     format_si(result.warm_up_s, "s"));
}

}  // namespace

std::string band_text(const std::optional<double>& low, const std::optional<double>& high, const std::string& unit) {
  if (low && high) return format_si(*low, unit) + " to " + format_si(*high, unit);
  if (low) return "at least " + format_si(*low, unit);
  if (high) return "at most " + format_si(*high, unit);
  return {};
}

std::string result_report(const Result& result, const std::string& driver, const std::vector<std::string>& more,
                          const std::vector<std::string>& only) {
  const PointResult& first = result.points.front();
  std::string text = result.title.empty() ? result.scenario : result.scenario + ": " + result.title;
  text += fmt::format("\n{}, {} replication{} {}, seed {}, {:g} % confidence\n\n", result.system, result.replications,
                      result.replications == 1 ? "" : "s", length_text(result), result.seed, result.confidence * 100);
  if (!first.varied.empty())
    text += points_table(result, driver, only.empty() ? more : only);
  else
    text += only.empty() ? metrics_table(first) + stages_table(first) : figures_table(first, only);
  text += published_table(result);
  return text + performance_line(result.performance);
}

}  // namespace isochron
