// SPDX-License-Identifier: Apache-2.0
#include <isochron/app/estimate_text.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include <fmt/format.h>

#include <isochron/app/run_estimate.h>

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

std::string about_time(double seconds) {
  if (seconds < 0.1) return "less than 0.1 s";
  if (seconds < 120) return about(seconds, 1) + " s";
  if (seconds < 7200) return about(seconds, 60) + " min";
  return about(seconds, 3600) + " h";
}

std::string range(const std::vector<double>& values, const std::function<std::string(double)>& text) {
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  const std::string low = text(*least), high = text(*most);
  return low == high ? low : low + " to " + high;
}

}  // namespace

std::string estimate_text(const Simulation& simulation, double events_per_second) {
  std::vector<double> events, memory, cpu, cycles;
  double all = 0;
  const Measure& measure = simulation.scenario().measure;
  const std::uint64_t each = measure.replications * (measure.every > 0 ? 2 : 1);  // series need a run of their own
  for (const ScenarioPoint& point : simulation.points()) {
    const RunSize size = estimated_size(point, measure);
    events.push_back(size.events);
    memory.push_back(size.peak_memory);
    cpu.push_back(size.cluster_work / events_per_second);
    cycles.push_back(size.rtl_cycles);
    all += cpu.back() * static_cast<double>(each);
  }
  std::string text = fmt::format("About {} events, {} of memory, {} of a processor", range(events, about_events),
                                 range(memory, about_bytes), range(cpu, about_time));
  if (*std::max_element(cycles.begin(), cycles.end()) > 0)
    text += fmt::format(", {} clock cycles of Verilog", range(cycles, about_events));
  const std::uint64_t simulations = simulation.points().size() * each;
  if (simulations > 1) text += fmt::format("; all {} of them: {}", simulations, about_time(all));
  return text + fmt::format(".\nThis computer simulates about {} events of the cluster a second.\n",
                            about_events(events_per_second));
}

}  // namespace isochron
