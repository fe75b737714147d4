// SPDX-License-Identifier: Apache-2.0
#include <isochron/device/dma_engine.h>

namespace isochron {

Implementations<DmaEngineMaker>& dma_engines() {
  static Implementations<DmaEngineMaker> engines;
  return engines;
}

}  // namespace isochron
