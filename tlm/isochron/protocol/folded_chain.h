// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/protocol/buffers.h>
#include <isochron/protocol/tag.h>

namespace isochron {

/// Everything behind an output port, where it is computed instead of simulated (Region::Fold).
class FoldedChain {
 public:
  /// A message that has a buffer of the port has arrived in it.
  virtual void push(Payload& payload, Time now) = 0;
  /// Takes a buffer of the port (true), or queues `waiter` for one (false).
  virtual bool take_buffer(Buffers::Waiter& waiter, Time now) = 0;
  /// Gives buffers that are free by now to those that wait for them, when the port would send.
  virtual void free_buffers(Time now) = 0;

 protected:
  ~FoldedChain() = default;
};

}  // namespace isochron
