// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/workload/workload_kind.h>

namespace isochron {

const std::vector<const WorkloadKind*>& workload_kinds() {
  static const std::vector<const WorkloadKind*> kinds = [] {
    std::vector<const WorkloadKind*> all{&job_kind(), &self_kind(), &pipeline_kind()};
    const auto& registered = WorkloadRegistration::registered();
    all.insert(all.end(), registered.begin(), registered.end());
    // Whether traffic must end depends on the others.
    all.push_back(&traffic_kind());
    return all;
  }();
  return kinds;
}

}  // namespace isochron
