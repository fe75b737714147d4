// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include <isochron/net/network_message.h>

namespace isochron {

/// Messages of a network for reuse: once as many are made as are ever under way at a time, nothing is allocated.
class NetworkMessages {
 public:
  /// One that nobody has.
  NetworkMessage& take() {
    if (free_.empty()) {
      made_.push_back(std::make_unique<NetworkMessage>());
      free_.reserve(made_.capacity());
      free_.push_back(made_.back().get());
    }
    NetworkMessage& message = *free_.back();
    free_.pop_back();
    return message;
  }
  void give_back(NetworkMessage& message) { free_.push_back(&message); }

 private:
  std::vector<std::unique_ptr<NetworkMessage>> made_;
  std::vector<NetworkMessage*> free_;
};

}  // namespace isochron
