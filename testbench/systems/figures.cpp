// SPDX-License-Identifier: Apache-2.0
#include "systems/figures.h"

#include <cstdint>
#include <set>
#include <sstream>

namespace isochron::testbench {

Figures figures_of(const ReplicationRecord& record) {
  Figures figures;
  figures["simulated_s"] = record.simulated_s;
  figures["warm_up_s"] = record.warm_up_s;
  for (const auto& [name, sample] : record.metrics) {
    figures[name + ".mean"] = sample.mean;
    figures[name + ".min"] = sample.min;
    figures[name + ".max"] = sample.max;
  }
  for (const auto& [name, sample] : record.histograms) {
    figures[name + ".count"] = static_cast<double>(sample.count);
    figures[name + ".sum"] = sample.sum;
    figures[name + ".min"] = sample.min;
    figures[name + ".max"] = sample.max;
    for (const HistogramSample::Bin& bin : sample.bins)
      figures[name + ".bin[" + std::to_string(bin.lower) + "]"] = static_cast<double>(bin.count);
  }
  for (const auto& [name, sample] : record.series)
    for (std::size_t i = 0; i < sample.values.size(); ++i)
      figures[name + ".series[" + std::to_string(i) + "]"] = sample.values[i];
  for (const auto& [instance, statistics] : record.components)
    for (const auto& [statistic, value] : statistics) figures[instance + "." + statistic] = value;
  // A double holds 53 bits.
  figures["fingerprint.high"] = static_cast<double>(record.fingerprint >> 32);
  figures["fingerprint.low"] = static_cast<double>(record.fingerprint & 0xffffffffu);
  figures["messages"] = static_cast<double>(record.messages);
  return figures;
}

std::string difference(const Figures& one, const Figures& other) {
  std::set<std::string> names;
  for (const auto& [name, value] : one) names.insert(name);
  for (const auto& [name, value] : other) names.insert(name);
  std::ostringstream lines;
  lines.precision(17);
  unsigned found = 0;
  for (const std::string& name : names) {
    const auto a = one.find(name);
    const auto b = other.find(name);
    if (a != one.end() && b != other.end() && a->second == b->second) continue;
    if (++found > 10) continue;
    lines << name << ": ";
    a == one.end() ? lines << "missing" : lines << a->second;
    lines << " against ";
    b == other.end() ? lines << "missing" : lines << b->second;
    lines << '\n';
  }
  if (found > 10) lines << "and " << found - 10 << " more\n";
  return lines.str();
}

}  // namespace isochron::testbench
