// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/core/arrival_queue.h>
#include <isochron/net/fddi_config.h>
#include <isochron/net/fddi_frame.h>
#include <isochron/net/fddi_timer.h>

namespace isochron {

/// A station of an FDDI ring: what it has to send, messages in the order in which they came, of one instant that with
/// the lowest sequence number first, cut into frames; and its timer. A message that has begun is not overtaken.
class FddiStation {
 public:
  FddiStation(const FddiConfig& config, unsigned index)
      : timer(config.ttrt), synchronous(config.is_synchronous(index)), config_(config) {}

  void push(NetworkMessage& message, Time now);
  bool empty() const { return current_ == nullptr && waiting_.empty(); }
  /// Of the next frame, on the ring. Not when empty.
  std::uint64_t next_bytes() const;
  /// The next frame. Not when empty.
  FddiFrame take();

  FddiTimer timer;
  const bool synchronous;

 private:
  std::uint64_t next_data(const NetworkMessage& message) const;

  const FddiConfig& config_;
  ArrivalQueue<NetworkMessage*> waiting_;
  NetworkMessage* current_ = nullptr;  ///< some of its frames are gone, some are not
};

}  // namespace isochron
