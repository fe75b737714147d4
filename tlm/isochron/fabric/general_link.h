// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/fabric/serial_link.h>
#include <isochron/protocol/link_receiver.h>
#include <isochron/protocol/link_sender.h>

namespace isochron {

/// A link of no fabric in particular, for machines that are made of general parts. Names the protocol of its links.
struct GeneralLink {
  static constexpr const char* name = "link";
};

using GeneralSerialLink = SerialLink<GeneralLink>;
using GeneralSender = LinkSender<GeneralLink>;
using GeneralReceiver = LinkReceiver<GeneralLink>;

}  // namespace isochron
