// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include <isochron/core/region.h>
#include <isochron/protocol/faulty.h>
#include <isochron/software/calliope/coordinator.h>
#include <isochron/software/calliope/storage_service.h>

namespace isochron {

/// Storage units that fail together, when the coordinator notices, and when they return. Faults strike single units at
/// its parts "unit[i]": a unit that is down has failed, and once that is known its connection breaks.
class UnitFailures final : public sc_core::sc_module, private Region::Activity {
 public:
  struct Plan {
    std::vector<std::uint64_t> units;
    Time fail_at = 0;
    Time detection = 0;  ///< from the failure to the break of the connection
    Time return_at = 0;  ///< after the break; 0: never
  };

  /// `units`: by number; all must outlive it.
  UnitFailures(const sc_core::sc_module_name& name, const Domain& domain, const Plan& plan, Coordinator& coordinator,
               std::vector<StorageService*> units);
  ~UnitFailures() override;

  static constexpr const char* type = "unit_failures";
  static TypeInfo type_info();

 private:
  class Unit;
  enum class Step { fail, detect, restore, none };

  void complete(Time now) override;

  Region& region_;
  Plan plan_;
  Coordinator& coordinator_;
  std::vector<StorageService*> units_;
  Step step_ = Step::fail;
  std::vector<std::unique_ptr<Unit>> places_;  ///< where faults strike, by unit
};

}  // namespace isochron
