// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/protocol/tag.h>

namespace isochron {

/// A sink that takes what comes, at the end of a folded chain.
class FoldedSink {
 public:
  /// The write `payload` ended here at `at`, the present or earlier. Messages of one chain come in order; of several
  /// chains the order is open.
  virtual void take_folded(const Payload& payload, Time at) = 0;

 protected:
  ~FoldedSink() = default;
};

}  // namespace isochron
