// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/protocol/tag.h>

namespace isochron {

/// A message in a MessageChannel.
struct ChannelMessage {
  Payload* payload = nullptr;
  unsigned from = 0;  ///< inlet
  unsigned to = 0;    ///< outlet
  Time came = 0;
};

}  // namespace isochron
