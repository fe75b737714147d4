// SPDX-License-Identifier: Apache-2.0
#include <isochron/net/ethernet_station.h>

#include <algorithm>

namespace isochron {

void EthernetStation::push(NetworkMessage& message, Time now) {
  waiting_.push(now, tag_of(*message.payload).sequence, &message);
}

EthernetFrame EthernetStation::take() {
  NetworkMessage& message = current_ != nullptr ? *current_ : *waiting_.pop();
  const std::uint64_t data = std::min(message.unsent, config_.segment());
  message.unsent -= data;
  const bool last = message.unsent == 0;
  current_ = last ? nullptr : &message;
  return {&message, config_.frame_bytes(data), last};
}

}  // namespace isochron
