// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <functional>
#include <type_traits>
#include <vector>

#include <isochron/protocol/at_target.h>

#include "cosim/axi_read_port.h"
#include "cosim/axi_write_port.h"

namespace isochron::cosim {

/// A block of nothing but pins: each edge calls the test.
class PinBlock final : public Clocked {
 public:
  std::function<void()> on_edge;
  bool rests = true;

  void settle() override {}
  void edge() override {
    if (on_edge) on_edge();
  }
  bool idle() const override { return rests; }

  // An AXI4 master's
  std::uint8_t arvalid = 0, arready = 0, arlen = 0, arsize = 3, arburst = 1, rvalid = 0, rready = 1, rresp = 0,
               rlast = 0;
  std::uint8_t awvalid = 0, awready = 0, awlen = 0, awsize = 3, awburst = 1, wvalid = 0, wready = 0, wstrb = 0xff;
  std::uint8_t wlast = 0, bvalid = 0, bready = 1, bresp = 0;
  std::uint64_t araddr = 0, rdata = 0, awaddr = 0, wdata = 0;

  AxiReadPins read_pins() {
    return {arvalid, arready, araddr, arlen, arsize, arburst, rvalid, rready, rdata, rresp, rlast};
  }
  AxiWritePins write_pins() {
    return {awvalid, awready, awaddr, awlen, awsize, awburst, wvalid,
            wready,  wdata,   wstrb,  wlast, bvalid, bready,  bresp};
  }
};

/// A target that does what the test says: it notes requests, and accepts and answers when told.
class HeldTarget final {
 public:
  HeldTarget(const char* name, const Domain& domain) : socket(name, domain, *this) {}

  AtTargetOf<HeldTarget> socket;
  bool accepts = true;  ///< at once
  std::deque<Payload*> requests;
  std::vector<Time> completed;

  void answer(std::size_t number, tlm::tlm_response_status status = tlm::TLM_OK_RESPONSE) {
    Payload& payload = *requests.at(number);
    payload.set_response_status(status);
    socket.ready(payload);
  }

 private:
  friend class AtTargetOf<HeldTarget>;
  void on_request(AtTargetBase&, Payload& payload, Time) {
    requests.push_back(&payload);
    if (accepts) socket.accept(payload);
  }
  void on_complete(AtTargetBase&, Payload&, Time now) { completed.push_back(now); }
  unsigned on_debug(AtTargetBase&, Payload&) { return 0; }
};

/// A PinBlock with a clock of 100 MHz and a port that may have two bursts outstanding. Tests act between two calls of
/// sc_start, of which the kernel knows nothing beforehand: so the clock keeps to the kernel's time.
template <class Port>
class PinBench : public sc_core::sc_module {
 public:
  explicit PinBench(const sc_core::sc_module_name& name, bool run_ahead = false) : sc_module(name) {
    port.socket().bind(target.socket);
    region.keep_to_kernel_time();
    if (!run_ahead) clock.keep_to_kernel_time();
  }

  Region region{"region"};
  MessagePool pool{2ul * BurstInitiator::most_bytes};
  Domain domain{region, pool, Phases::shortcut};
  PinBlock block;
  ClockOnDemand clock{"clock", region, block, 100'000'000};
  Port port{"port", domain, clock, pins(block), 2};
  HeldTarget target{"target", domain};

 private:
  static auto pins(PinBlock& of) {
    if constexpr (std::is_same_v<Port, AxiReadPort>)
      return of.read_pins();
    else
      return of.write_pins();
  }
};

}  // namespace isochron::cosim
