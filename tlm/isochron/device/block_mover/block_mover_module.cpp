// SPDX-License-Identifier: Apache-2.0
#include <isochron/device/block_mover/block_mover_module.h>

#include <isochron/device/block_mover/tlm_block_mover.h>

namespace isochron {

Implementations<BlockMoverMaker>& block_mover_modules() {
  static Implementations<BlockMoverMaker> modules = [] {
    Implementations<BlockMoverMaker> own;
    own.offer("tlm", [](const char* name, const Domain& domain, const BlockMoverModule::Config& config) {
      return std::make_unique<TlmBlockMover>(name, domain, config);
    });
    return own;
  }();
  return modules;
}

std::unique_ptr<BlockMoverModule> BlockMoverModule::make(Implementation implementation, const char* name,
                                                         const Domain& domain, const Config& config) {
  const BlockMoverMaker* const maker =
      block_mover_modules().find(implementation == Implementation::tlm ? "tlm" : "rtl");
  return maker == nullptr ? nullptr : (*maker)(name, domain, config);
}

}  // namespace isochron
