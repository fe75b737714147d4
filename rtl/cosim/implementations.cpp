// SPDX-License-Identifier: Apache-2.0
#include "implementations.h"

#include <isochron/disk_node/disk_node_engine.h>
#include <isochron/dma/block_mover/block_mover_engine.h>

#ifdef ISOCHRON_WITH_RTL
#include "rtl_block_mover.h"
#include "rtl_disk_node.h"
#endif

namespace isochron::cosim {

void offer_implementations() {
#ifdef ISOCHRON_WITH_RTL
  block_mover_modules().offer("rtl",
                              [](const char* name, const Domain& domain, const BlockMoverModule::Config& config) {
                                return std::make_unique<RtlBlockMover>(name, domain, config);
                              });
  disk_node_modules().offer(
      "rtl", [](const char* name, const Domain& domain, const DiskNodeModule::Config& config, DiskChannel& channel) {
        return std::make_unique<RtlDiskNode>(name, domain, config, channel);
      });
  dma_engines().offer("rtl", block_mover_engine());
  disk_node_interfaces().offer("rtl", disk_node_engine());
#else
  constexpr const char* cause = "this program was built without Verilator";
  constexpr const char* remedy =
      "Install the package `verilator` (scripts/setup does), configure with -DISOCHRON_RTL=ON and build again, or use "
      "`tlm`";
  block_mover_modules().lacks("rtl", cause, remedy);
  disk_node_modules().lacks("rtl", cause, remedy);
  dma_engines().lacks("rtl", cause, remedy);
  disk_node_interfaces().lacks("rtl", cause, remedy);
#endif
}

}  // namespace isochron::cosim
