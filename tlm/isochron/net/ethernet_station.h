// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/core/arrival_queue.h>
#include <isochron/net/ethernet_config.h>
#include <isochron/net/ethernet_source.h>

namespace isochron {

/// What a station has to send: messages in the order in which they came, of one instant that with the lowest sequence
/// number first, cut into frames. A message that has begun is not overtaken.
class EthernetStation final : public EthernetSource {
 public:
  explicit EthernetStation(const EthernetConfig& config) : config_(config) {}

  void push(NetworkMessage& message, Time now);
  bool empty() const override { return current_ == nullptr && waiting_.empty(); }
  EthernetFrame take() override;

 private:
  const EthernetConfig& config_;
  ArrivalQueue<NetworkMessage*> waiting_;
  NetworkMessage* current_ = nullptr;  ///< some of its frames are gone, some are not
};

}  // namespace isochron
