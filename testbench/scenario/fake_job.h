// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "support/fake_machine.h"

namespace isochron::test {

/// A fake machine that asks for all it can get and runs until its work is done, which takes 1 to 2 s by the seed. Its
/// estimate of 1 s is always too low.
class FakeJob : public FakeMachine {
 public:
  std::optional<double> demand() const override { return std::nullopt; }
  std::optional<std::uint64_t> completes_in() const override { return 1'000'000'000'000; }
  /// Throws ModelError when the plan has a warm-up or a duration.
  ReplicationRecord run(const MeasurePlan& plan, const std::function<void(std::uint64_t)>& progress,
                        Trace* trace) override;
};

/// {"fake_job": FakeJob}; its types are those of the fake machine.
const std::map<std::string, MachineType>& fake_jobs();

}  // namespace isochron::test
