// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <isochron/core/time.h>
#include <isochron/machine/language/machine_file.h>
#include <isochron/machine/language/value.h>
#include <isochron/machine/run/resource_bound.h>

namespace isochron {

/// What a machine file says of its machine by formulas over parameters: what is asked for, bounds, and what a run
/// costs.
class DeclaredArithmetic {
 public:
  /// `unit`: of the driver. `file` and `names` must outlive it.
  DeclaredArithmetic(const MachineFile& file, const Names& names, std::string unit)
      : file_(file), names_(names), unit_(std::move(unit)) {}

  /// All throw InputError where a formula cannot be worked out, or is in another unit.
  /// What is asked for, of the driver; nullopt: as much as the machine can give.
  std::optional<double> demand() const;
  std::vector<ResourceBound> bounds() const;
  /// Completions in a run that lasts `time`, ps.
  double events(Time time) const;
  /// Memory of that run beside its parts, bytes.
  double memory(Time time) const;

 private:
  double estimate(const std::optional<Expression>& formula, Time time, const std::string& unit) const;

  const MachineFile& file_;
  const Names& names_;
  std::string unit_;
};

}  // namespace isochron
