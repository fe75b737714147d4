// SPDX-License-Identifier: Apache-2.0
// Compiles where FAR_FABRIC is StarFabric, and must not where it is InfiniBand.
#include <isochron/fabric/infiniband.h>
#include <isochron/fabric/starfabric.h>

void connect(isochron::StarFabricLink& link, isochron::LinkReceiver<isochron::FAR_FABRIC>& receiver) {
  link.out.bind(receiver.socket);
}
