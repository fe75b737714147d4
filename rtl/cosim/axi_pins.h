// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "pin.h"

namespace isochron::cosim {

/// Read channels of an AXI4 master as the Verilated model's own variables: no copy, no signal.
struct AxiReadPins {
  const std::uint8_t& arvalid;
  std::uint8_t& arready;
  Pin araddr;
  const std::uint8_t& arlen;
  const std::uint8_t& arsize;
  const std::uint8_t& arburst;
  std::uint8_t& rvalid;
  const std::uint8_t& rready;
  DrivenBytes rdata;
  std::uint8_t& rresp;
  std::uint8_t& rlast;
};

/// Write channels of an AXI4 master.
struct AxiWritePins {
  const std::uint8_t& awvalid;
  std::uint8_t& awready;
  Pin awaddr;
  const std::uint8_t& awlen;
  const std::uint8_t& awsize;
  const std::uint8_t& awburst;
  const std::uint8_t& wvalid;
  std::uint8_t& wready;
  PinBytes wdata;
  Pin wstrb;
  const std::uint8_t& wlast;
  std::uint8_t& bvalid;
  const std::uint8_t& bready;
  std::uint8_t& bresp;
};

/// An AXI4-Lite slave with 32 bits of data and up to 16 of address.
template <class Address>
struct AxiLitePinsOf {
  std::uint8_t& awvalid;
  const std::uint8_t& awready;
  Address& awaddr;
  std::uint8_t& wvalid;
  const std::uint8_t& wready;
  std::uint32_t& wdata;
  std::uint8_t& wstrb;
  const std::uint8_t& bvalid;
  std::uint8_t& bready;
  const std::uint8_t& bresp;
  std::uint8_t& arvalid;
  const std::uint8_t& arready;
  Address& araddr;
  const std::uint8_t& rvalid;
  std::uint8_t& rready;
  const std::uint32_t& rdata;
  const std::uint8_t& rresp;
};
using AxiLitePins = AxiLitePinsOf<std::uint16_t>;

/// A stream of up to 8 lanes into the block.
struct StreamInPins {
  std::uint8_t& tvalid;
  const std::uint8_t& tready;
  DrivenBytes tdata;
  std::uint8_t& tkeep;
  std::uint8_t& tlast;
};

/// A stream out of the block.
struct StreamOutPins {
  const std::uint8_t& tvalid;
  std::uint8_t& tready;
  PinBytes tdata;
  Pin tkeep;
  const std::uint8_t& tlast;
  const std::uint8_t& tuser;
};

}  // namespace isochron::cosim

// The pins of a port of `model` by the prefix of their names.

#define ISOCHRON_AXI_READ_PINS(model, prefix)                                                                \
  {                                                                                                          \
    (model).prefix##_arvalid, (model).prefix##_arready, (model).prefix##_araddr, (model).prefix##_arlen,     \
        (model).prefix##_arsize, (model).prefix##_arburst, (model).prefix##_rvalid, (model).prefix##_rready, \
        (model).prefix##_rdata, (model).prefix##_rresp, (model).prefix##_rlast                               \
  }

#define ISOCHRON_AXI_WRITE_PINS(model, prefix)                                                               \
  {                                                                                                          \
    (model).prefix##_awvalid, (model).prefix##_awready, (model).prefix##_awaddr, (model).prefix##_awlen,     \
        (model).prefix##_awsize, (model).prefix##_awburst, (model).prefix##_wvalid, (model).prefix##_wready, \
        (model).prefix##_wdata, (model).prefix##_wstrb, (model).prefix##_wlast, (model).prefix##_bvalid,     \
        (model).prefix##_bready, (model).prefix##_bresp                                                      \
  }

#define ISOCHRON_AXI_LITE_PINS(model, prefix)                                                                \
  {                                                                                                          \
    (model).prefix##_awvalid, (model).prefix##_awready, (model).prefix##_awaddr, (model).prefix##_wvalid,    \
        (model).prefix##_wready, (model).prefix##_wdata, (model).prefix##_wstrb, (model).prefix##_bvalid,    \
        (model).prefix##_bready, (model).prefix##_bresp, (model).prefix##_arvalid, (model).prefix##_arready, \
        (model).prefix##_araddr, (model).prefix##_rvalid, (model).prefix##_rready, (model).prefix##_rdata,   \
        (model).prefix##_rresp                                                                               \
  }
