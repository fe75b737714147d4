// SPDX-License-Identifier: Apache-2.0
#include "block_mover_module.h"

#include "tlm_block_mover.h"
#ifdef ISOCHRON_WITH_RTL
#include "rtl_block_mover.h"
#endif

namespace isochron::cosim {

std::unique_ptr<BlockMoverModule> BlockMoverModule::make(Implementation implementation, const char* name,
                                                         const Domain& domain, const Config& config) {
  if (implementation == Implementation::tlm) return std::make_unique<TlmBlockMover>(name, domain, config);
#ifdef ISOCHRON_WITH_RTL
  return std::make_unique<RtlBlockMover>(name, domain, config);
#else
  return nullptr;
#endif
}

}  // namespace isochron::cosim
