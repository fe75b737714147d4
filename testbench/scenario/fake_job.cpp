// SPDX-License-Identifier: Apache-2.0
#include "scenario/fake_job.h"

#include <isochron/core/error.h>

namespace isochron::test {

ReplicationRecord FakeJob::run(const MeasurePlan& plan, const std::function<void(std::uint64_t)>& progress,
                               Trace* trace) {
  if (plan.warm_up != 0 || plan.duration != 0) throw ModelError("a job has neither warm-up nor duration");
  const std::uint64_t length = 1'000'000'000'000 + plan.seed % 1'000'000'000'000;
  return FakeMachine::run({0, length, plan.seed}, progress, trace);
}

const std::map<std::string, MachineType>& fake_jobs() {
  static const std::map<std::string, MachineType> machines{
      {"fake_job", {fake_types().at("fake"), [] { return std::make_unique<FakeJob>(); }}}};
  return machines;
}

}  // namespace isochron::test
