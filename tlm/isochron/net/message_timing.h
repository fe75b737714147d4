// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/protocol/tag.h>

namespace isochron {

/// How long a message holds a medium of a MessageChannel. Must not depend on anything but the message: an object is
/// shared by all media of a channel.
class MessageTiming {
 public:
  virtual ~MessageTiming() = default;
  /// Picoseconds, 0 or more.
  virtual Time time_of(const Payload& message) const = 0;
};

}  // namespace isochron
