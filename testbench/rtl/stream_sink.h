// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "axi_pins.h"
#include "random.h"

namespace isochron::rtl {

/// Takes an AXI-Stream with random stalls, keeps its beats, and watches that they are stable until taken.
class StreamSink {
 public:
  explicit StreamSink(std::uint64_t seed) : random_(seed) {}

  bool ready() const { return ready_; }
  const std::vector<StreamPins>& beats() const { return beats_; }
  const std::vector<std::string>& breaches() const { return breaches_; }

  void clock(const StreamPins& pins) {
    if (waiting_ && (!pins.valid || pins.data != before_.data || pins.keep != before_.keep ||
                     pins.last != before_.last || pins.user != before_.user))
      breaches_.emplace_back("stream out: changed before TREADY");
    if (pins.valid && ready_) beats_.push_back(pins);
    waiting_ = pins.valid && !ready_;
    before_ = pins;
    ready_ = !random_.chance(stall);
  }

  unsigned stall = 0;  ///< percent

 private:
  Random random_;
  bool ready_ = false;
  bool waiting_ = false;
  StreamPins before_;
  std::vector<StreamPins> beats_;
  std::vector<std::string> breaches_;
};

}  // namespace isochron::rtl
