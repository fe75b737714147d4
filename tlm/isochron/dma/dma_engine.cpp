// SPDX-License-Identifier: Apache-2.0
#include <isochron/dma/dma_engine.h>

#include <isochron/dma/block_mover/block_mover_engine.h>

namespace isochron {

Implementations<DmaEngineMaker>& dma_engines() {
  static Implementations<DmaEngineMaker> engines = [] {
    Implementations<DmaEngineMaker> own;
    own.offer("tlm", block_mover_engine());
    return own;
  }();
  return engines;
}

}  // namespace isochron
