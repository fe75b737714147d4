// SPDX-License-Identifier: Apache-2.0
#include "disk_node_module.h"

#include "tlm_disk_node.h"
#ifdef ISOCHRON_WITH_RTL
#include "rtl_disk_node.h"
#endif

namespace isochron::cosim {

std::unique_ptr<DiskNodeModule> DiskNodeModule::make(Implementation implementation, const char* name,
                                                     const Domain& domain, const Config& config, DiskChannel& channel) {
  if (implementation == Implementation::tlm) return std::make_unique<TlmDiskNode>(name, domain, config, channel);
#ifdef ISOCHRON_WITH_RTL
  return std::make_unique<RtlDiskNode>(name, domain, config, channel);
#else
  return nullptr;
#endif
}

}  // namespace isochron::cosim
