// SPDX-License-Identifier: Apache-2.0
#include <isochron/app/estimate_text.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include <fmt/format.h>

namespace isochron {

namespace {

/// Two digits: more would say that more is known.
std::string about(double number, double unit) {
  const double value = number / unit;
  if (value <= 0) return "0";
  const double digits = std::pow(10, std::floor(std::log10(value)) - 1);
  return fmt::format("{:.10g}", std::round(value / digits) * digits);
}

std::string about_events(double events) {
  if (events >= 1e9) return about(events, 1e9) + " billion";
  if (events >= 1e6) return about(events, 1e6) + " million";
  return about(events, 1);
}

std::string about_bytes(double bytes) {
  return bytes >= 1e9 ? about(bytes, 1e9) + " GB" : about(bytes, 1e6) + " MB";
}

std::string range(const std::vector<double>& values, const std::function<std::string(double)>& text) {
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  const std::string low = text(*least), high = text(*most);
  return low == high ? low : low + " to " + high;
}

}  // namespace

std::string estimate_text(const Simulation& simulation) {
  std::vector<double> events, memory;
  double all = 0;
  const Measure& measure = simulation.scenario().measure;
  const std::uint64_t each = measure.replications * (measure.every > 0 ? 2 : 1);  // series need a run of their own
  for (const RunSize& size : run_sizes(simulation.points(), measure)) {
    events.push_back(size.events);
    memory.push_back(size.peak_memory);
    all += size.events * static_cast<double>(each);
  }
  std::string text =
      fmt::format("About {} events, {} of memory", range(events, about_events), range(memory, about_bytes));
  const std::uint64_t simulations = simulation.points().size() * each;
  if (simulations > 1) text += fmt::format("; all {} simulations: {} events", simulations, about_events(all));
  return text + ".\n";
}

std::optional<std::string> announcement(double events, std::size_t simulations) {
  constexpr double many = 1e8;  // half a minute and more
  if (events < many) return std::nullopt;
  return fmt::format("about {} events in {} simulation{}; --progress shows the time left", about_events(events),
                     simulations, simulations == 1 ? "" : "s");
}

}  // namespace isochron
