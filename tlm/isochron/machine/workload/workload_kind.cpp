// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/workload/workload_kind.h>

namespace isochron {

const std::vector<const WorkloadKind*>& workload_kinds() {
  static const std::vector<const WorkloadKind*> kinds{&job_kind(), &self_kind(), &pipeline_kind(), &traffic_kind()};
  return kinds;
}

}  // namespace isochron
