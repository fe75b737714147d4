// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/fabric/serial_link.h>
#include <isochron/protocol/link_receiver.h>
#include <isochron/protocol/link_sender.h>

namespace isochron {

/// StarFabric: serial, switched, transactions of at most 128 B. Names the protocol of its links.
struct StarFabric {
  static constexpr const char* name = "starfabric";
};

/// 1.77 Gb/s of payload: four lanes of 622 Mb/s make 2.5 Gb/s, less 8b/10b coding and 16 B of header and CRC to 128 B
/// (the paper's Table 1 gives the result, the derivation is ours).
using StarFabricLink = SerialLink<StarFabric>;
using StarFabricSender = LinkSender<StarFabric>;
using StarFabricReceiver = LinkReceiver<StarFabric>;

}  // namespace isochron
