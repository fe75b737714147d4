// SPDX-License-Identifier: Apache-2.0
#include <isochron/net/fddi_station.h>

#include <algorithm>

namespace isochron {

void FddiStation::push(NetworkMessage& message, Time now) {
  waiting_.push(now, tag_of(*message.payload).sequence, &message);
}

std::uint64_t FddiStation::next_data(const NetworkMessage& message) const {
  return std::min(message.unsent, config_.segment());
}

std::uint64_t FddiStation::next_bytes() const {
  return config_.frame_bytes(next_data(current_ != nullptr ? *current_ : *waiting_.front()));
}

FddiFrame FddiStation::take() {
  NetworkMessage& message = current_ != nullptr ? *current_ : *waiting_.pop();
  const std::uint64_t data = next_data(message);
  message.unsent -= data;
  const bool last = message.unsent == 0;
  current_ = last ? nullptr : &message;
  return {&message, config_.frame_bytes(data), last};
}

}  // namespace isochron
