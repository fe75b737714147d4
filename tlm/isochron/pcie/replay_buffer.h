// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cassert>
#include <cstdint>

namespace isochron {

/// The bytes that a direction of a link has sent and that the far end has not acknowledged yet: a packet stays here
/// until its Ack has come (PCI Express Base Specification, "LCRC and Sequence Number Rules (TLP Transmitter)").
class ReplayBuffer {
 public:
  /// `capacity`: bytes of packets with their overhead; 0: unlimited.
  explicit ReplayBuffer(std::uint64_t capacity) : capacity_(capacity) {}

  bool unlimited() const { return capacity_ == 0; }
  bool has_room(std::uint64_t bytes) const { return capacity_ == 0 || held_ + bytes <= capacity_; }
  void hold(std::uint64_t bytes) { held_ += bytes; }
  void acknowledge(std::uint64_t bytes) {
    assert(bytes <= held_);
    held_ -= bytes;
  }
  std::uint64_t held() const { return held_; }
  std::uint64_t capacity() const { return capacity_; }

 private:
  std::uint64_t capacity_;
  std::uint64_t held_ = 0;
};

}  // namespace isochron
