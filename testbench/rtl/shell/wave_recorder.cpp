// SPDX-License-Identifier: Apache-2.0
#include "wave_recorder.h"

#include <fmt/format.h>

#include <algorithm>

namespace isochron::rtl {

void WaveRecorder::level(const std::string& name, bool value) {
  add(name, false, {value ? '1' : '0', {}});
}

void WaveRecorder::bus(const std::string& name, bool valid, const std::string& label) {
  add(name, true, valid ? Sample{'=', label} : Sample{'x', {}});
}

void WaveRecorder::add(const std::string& name, bool is_bus, const Sample& sample) {
  const auto found = std::find_if(signals_.begin(), signals_.end(), [&](const Signal& s) { return s.name == name; });
  auto& signal = found != signals_.end() ? *found : signals_.emplace_back(Signal{name, is_bus, {}});
  signal.samples.resize(cycle_ + 1, {is_bus ? 'x' : '0', {}});
  signal.samples[cycle_] = sample;
}

std::string WaveRecorder::json(const std::string& title, std::uint64_t first,
                               const std::vector<std::string>& groups) const {
  std::string rows = fmt::format("    {{\"name\": \"clk\", \"wave\": \"p{}\"}}", std::string(cycle_ - first - 1, '.'));
  for (const auto& signal : signals_) {
    if (std::find(groups.begin(), groups.end(), signal.name) != groups.end()) rows += ",\n    {}";
    std::string wave, labels;
    for (auto cycle = first; cycle < cycle_; ++cycle) {
      const auto& sample = signal.samples[cycle];
      const bool same = cycle > first && sample.kind == signal.samples[cycle - 1].kind &&
                        sample.label == signal.samples[cycle - 1].label;
      wave += same ? '.' : sample.kind;
      if (!same && sample.kind == '=') labels += fmt::format("{}\"{}\"", labels.empty() ? "" : ", ", sample.label);
    }
    rows += fmt::format(",\n    {{\"name\": \"{}\", \"wave\": \"{}\"", signal.name, wave);
    if (!labels.empty()) rows += fmt::format(", \"data\": [{}]", labels);
    rows += "}";
  }
  return fmt::format("{{\n  \"head\": {{\"text\": \"{}\"}},\n  \"signal\": [\n{}\n  ]\n}}\n", title, rows);
}

}  // namespace isochron::rtl
