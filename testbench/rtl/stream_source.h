// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "axi_pins.h"
#include "random.h"
#include "stream_data.h"

namespace isochron::rtl {

/// An AXI-Stream without end whose beats are known by their number; TVALID rises at random.
class StreamSource {
 public:
  StreamSource(unsigned word_bytes, std::uint64_t seed) : word_bytes_(word_bytes), seed_(seed), random_(~seed) {}

  const StreamPins& pins() const { return pins_; }
  std::uint64_t beats() const { return beats_; }  ///< taken

  void clock(bool ready) {
    if (pins_.valid && ready) {
      ++beats_;
      pins_.valid = false;
    }
    if (pins_.valid || random_.chance(stall)) return;
    pins_.valid = true;
    for (unsigned lane = 0; lane < word_bytes_; ++lane) pins_.data[lane] = stream_byte(seed_, beats_, lane);
  }

  unsigned stall = 0;  ///< percent

 private:
  unsigned word_bytes_;
  std::uint64_t seed_;
  Random random_;
  StreamPins pins_;
  std::uint64_t beats_ = 0;
};

}  // namespace isochron::rtl
