// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/protocol/tag.h>

namespace isochron {

/// Hears of every message that has arrived in whole where it goes.
class Arrivals {
 public:
  /// True: whoever took it goes on with it, a card sends it. False: it stays, a part of something that is not whole
  /// yet.
  virtual bool arrives(const Tag& tag, std::uint64_t bytes, Time now) = 0;

 protected:
  ~Arrivals() = default;
};

}  // namespace isochron
