// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <isochron/protocol/domain.h>
#include <isochron/protocol/hand_over.h>
#include <isochron/protocol/output_port.h>

namespace isochron {

/// An output port with one buffer in front of an inlet, which takes all that comes: a message is handed on at once. The
/// buffer is free again in the same instant, once the calls that have led here have returned.
class HandOverPort final : public OutputPort, private Region::Requester {
 public:
  HandOverPort(const std::string& name, const Domain& domain)
      : OutputPort(1, BufferFreed::on_send), outlet(name.c_str()), region_(domain.region) {
    region_.join(static_cast<Region::Requester&>(*this), Region::Rank::bus);
  }

  OutletPort outlet;  ///< to be joined

  std::string path() const override { return outlet.name(); }
  // Nothing waits here.
  void report(StatisticSink&) override {}
  void report_waits(std::vector<Wait>&) const override {}

 private:
  void head_arrived(Time now) override {
    Payload& head = pop_head(now);
    outlet.hand_on(head, now);
    head.release();
    region_.request(*this);
  }
  void ask(Time now) override { release_buffer(now); }

  Region& region_;
};

}  // namespace isochron
