// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/fabric/serial_link.h>
#include <isochron/protocol/link_receiver.h>
#include <isochron/protocol/link_sender.h>

namespace isochron {

/// InfiniBand 1X: 2.5 Gb/s on the line, 2.0 Gb/s after 8b/10b coding. Names the protocol of its links.
struct InfiniBand {
  static constexpr const char* name = "infiniband";
};

using InfiniBandLink = SerialLink<InfiniBand>;
using InfiniBandSender = LinkSender<InfiniBand>;
using InfiniBandReceiver = LinkReceiver<InfiniBand>;

}  // namespace isochron
