// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace isochron {

/// A requester whose writes are not acknowledged one by one, so that `acknowledged` can have no effect.
class PostedWrites {
 public:
  /// Why that is so, after its name: "posts its writes".
  virtual const char* why_not_acknowledged() const = 0;

 protected:
  ~PostedWrites() = default;
};

}  // namespace isochron
