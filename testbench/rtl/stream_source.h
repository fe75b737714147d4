// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "axi_pins.h"
#include "random.h"
#include "stream_data.h"
#include "stream_packet.h"

namespace isochron::rtl {

/// An AXI-Stream of packets. A byte is known by its beat's number and its lane; TVALID rises at random.
class StreamSource {
 public:
  StreamSource(unsigned word_bytes, std::uint64_t seed) : word_bytes_(word_bytes), seed_(seed), random_(~seed) {}

  void add(StreamPacket packet) {
    packet.first_beat = offered_;
    offered_ += packet.keeps.size();
    packets_.push_back(std::move(packet));
  }

  const StreamPins& pins() const { return pins_; }
  std::uint64_t beats() const { return beats_; }  ///< taken
  const std::vector<StreamPacket>& packets() const { return packets_; }
  bool amid() const { return amid_; }  ///< a beat of a packet was taken, its last one not
  /// Packets of which a beat was taken until a cycle.
  std::size_t begun(std::uint64_t until = ~std::uint64_t{0}) const {
    return static_cast<std::size_t>(std::upper_bound(begun_.begin(), begun_.end(), until) - begun_.begin());
  }

  void clock(bool ready, std::uint64_t cycle) {
    if (pins_.valid && ready) {
      if (!amid_) begun_.push_back(cycle);
      amid_ = !pins_.last;
      ++beats_;
      pins_.valid = false;
    }
    if (pins_.valid || beats_ == offered_ || random_.chance(stall)) return;
    while (beats_ >= packets_[at_].first_beat + packets_[at_].keeps.size()) ++at_;
    const auto& packet = packets_[at_];
    const auto beat = beats_ - packet.first_beat;
    pins_.valid = true;
    pins_.keep = packet.keeps[beat];
    pins_.last = beat + 1 == packet.keeps.size();
    for (unsigned lane = 0; lane < word_bytes_; ++lane) pins_.data[lane] = stream_byte(seed_, beats_, lane);
  }

  unsigned stall = 0;  ///< percent

 private:
  unsigned word_bytes_;
  std::uint64_t seed_;
  Random random_;
  StreamPins pins_;
  std::uint64_t beats_ = 0;
  std::uint64_t offered_ = 0;
  std::vector<StreamPacket> packets_;
  std::size_t at_ = 0;
  std::vector<std::uint64_t> begun_;  ///< cycles
  bool amid_ = false;
};

}  // namespace isochron::rtl
