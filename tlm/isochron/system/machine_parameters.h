// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <isochron/machine/run/machine_description.h>
#include <isochron/protocol/domain.h>

namespace isochron {

/// How a machine is simulated: with the shortest legal phases, turns on a bus in closed form and ahead of the kernel's
/// time; or with all four phases, each at its time, and an event a slice. Every delivery is at the same picosecond.
enum class BusModel { fast, reference };

/// The parameter of every machine that chooses one.
inline void add_bus_model(ParameterTable& table, BusModel& bus_model) {
  table.choice("bus_model", bus_model, {"fast", "reference"},
               "buses in closed form, or an event a slice and all four phases", "our own");
}
inline Phases phases_of(BusModel bus_model) {
  return bus_model == BusModel::fast ? Phases::shortcut : Phases::explicit_four;
}

/// Defaults of the arithmetic that a machine's parameters answer with: see Machine.
struct MachineParameters {
  using BusModel = isochron::BusModel;

  static constexpr const char* driver_unit = "B/s";  ///< SI unit of the driver; "1/s" of work that is counted

  BusModel bus_model = BusModel::fast;

  /// Files that parameters name by a relative path are in this folder; empty: in the current one.
  void look_in(const std::string& folder) { static_cast<void>(folder); }
  std::optional<double> demand() const { return std::nullopt; }
  std::optional<std::uint64_t> completes_in() const { return std::nullopt; }
  std::vector<std::string> drawn_at_random() const { return {}; }
  std::vector<UnlimitedParts> unlimited() const { return {}; }
  std::vector<std::string> picture_names() const { return {}; }
};

}  // namespace isochron
