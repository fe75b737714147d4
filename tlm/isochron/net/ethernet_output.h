// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/core/arrival_queue.h>
#include <isochron/net/ethernet_source.h>

namespace isochron {

/// The frames that wait in a switch for one of its links down: first come, first served, of one instant that from the
/// station with the lowest number first.
class EthernetOutput final : public EthernetSource {
 public:
  void push(const EthernetFrame& frame, Time now) { frames_.push(now, frame.message->source, frame); }
  bool empty() const override { return frames_.empty(); }
  EthernetFrame take() override { return frames_.pop(); }

 private:
  ArrivalQueue<EthernetFrame> frames_;
};

}  // namespace isochron
