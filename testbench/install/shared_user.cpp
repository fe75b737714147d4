// SPDX-License-Identifier: Apache-2.0
// In a shared library: code of the models and of the kernel.
#include <systemc>

#include <isochron/bus/pci_bus.h>
#include <isochron/core/region.h>
#include <isochron/core/simulation.h>

extern "C" unsigned long long simulated_by_the_library() {
  if (isochron::PciBus::type_info().parameters.empty()) return 0;
  isochron::Region region("region");
  isochron::simulate_to(region, 1000);
  return isochron::kernel_now();
}
