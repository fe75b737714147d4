// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <isochron/system/machine.h>

namespace isochron {

/// What the parameters of a machine say by arithmetic where they do not say otherwise: see Machine.
struct MachineParameters {
  static constexpr const char* driver_unit = "B/s";  ///< SI unit of the driver; "1/s" of work that is counted

  std::optional<double> demand() const { return std::nullopt; }
  double end_effects(const MeasurePlan&) const { return 0; }
  std::optional<std::uint64_t> completes_in() const { return std::nullopt; }
  std::vector<std::string> drawn_at_random() const { return {}; }
  std::vector<UnlimitedParts> unlimited() const { return {}; }
  std::vector<std::string> picture_names() const { return {}; }
};

}  // namespace isochron
