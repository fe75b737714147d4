// SPDX-License-Identifier: Apache-2.0
#include "axi_read_port.h"

#include <isochron/core/error.h>

namespace isochron::cosim {

AxiReadPort::AxiReadPort(const char* name, const Domain& domain, ClockOnDemand& clock, const AxiReadPins& pins,
                         unsigned outstanding)
    : bursts_(name, domain, clock, outstanding), pins_(pins) {
  clock.attach(*this);
}

void AxiReadPort::drive(Time now) {
  pins_.arready = bursts_.has_room(now);
  pins_.rvalid = bursts_.answered(now);
  if (!pins_.rvalid) return;
  const Message& message = *bursts_.oldest();
  const unsigned width = pins_.rdata.bytes();
  pins_.rdata.set(message.get_data_ptr() + std::size_t{beat_} * width);
  pins_.rresp = bursts_.response();
  pins_.rlast = (beat_ + 1) * width == message.get_data_length();
}

void AxiReadPort::sample(Time) {
  if (pins_.rvalid && pins_.rready) {
    ++beat_;
    if (pins_.rlast) {
      beat_ = 0;
      bursts_.finish();
    }
  }
  if (pins_.arvalid && pins_.arready) {
    const unsigned width = pins_.rdata.bytes();
    if (pins_.arburst != 1 || 1u << pins_.arsize != width)
      throw ModelError(std::string(bursts_.socket.name()) + ": only INCR bursts of the bus's full width are carried");
    Message& message =
        bursts_.pool().allocate(pins_.araddr.value() & ~std::uint64_t{width - 1}, (pins_.arlen + 1u) * width);
    message.set_command(tlm::TLM_READ_COMMAND);
    bursts_.issue(message);
  }
}

}  // namespace isochron::cosim
