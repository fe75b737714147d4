// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace isochron::rtl {

/// Signals cycle by cycle, as WaveDrom's JSON.
class WaveRecorder {
 public:
  /// One cycle: every signal in the same order each time. Cycles are added until `stop`.
  void level(const std::string& name, bool value);
  /// Shown with its label while `valid`.
  void bus(const std::string& name, bool valid, const std::string& label);
  void next_cycle() { ++cycle_; }

  /// The cycles from `first` on that were recorded, with an empty row before each signal that begins a group.
  std::string json(const std::string& title, std::uint64_t first, const std::vector<std::string>& groups) const;

 private:
  struct Sample {
    char kind = 'x';  ///< 0, 1, = or x
    std::string label;
  };
  struct Signal {
    std::string name;
    bool is_bus = false;
    std::vector<Sample> samples;
  };

  void add(const std::string& name, bool is_bus, const Sample& sample);

  std::vector<Signal> signals_;
  std::uint64_t cycle_ = 0;
};

}  // namespace isochron::rtl
