// SPDX-License-Identifier: Apache-2.0
#include <isochron/disk_node/disk_node_module.h>

#include <isochron/disk_node/tlm_disk_node.h>

namespace isochron {

Implementations<DiskNodeMaker>& disk_node_modules() {
  static Implementations<DiskNodeMaker> modules = [] {
    Implementations<DiskNodeMaker> own;
    own.offer("tlm", [](const char* name, const Domain& domain, const DiskNodeModule::Config& config,
                        DiskChannel& channel) { return std::make_unique<TlmDiskNode>(name, domain, config, channel); });
    return own;
  }();
  return modules;
}

std::unique_ptr<DiskNodeModule> DiskNodeModule::make(Implementation implementation, const char* name,
                                                     const Domain& domain, const Config& config, DiskChannel& channel) {
  const DiskNodeMaker* const maker = disk_node_modules().find(implementation == Implementation::tlm ? "tlm" : "rtl");
  return maker == nullptr ? nullptr : (*maker)(name, domain, config, channel);
}

}  // namespace isochron
