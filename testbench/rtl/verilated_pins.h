// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <verilated.h>

#include <cstdint>
#include <cstring>

#include "axi_pins.h"

namespace isochron::rtl {

// Verilator's ports are integers up to 64 bit and arrays of 32-bit words beyond.

template <class Pin>
void to_pin(Pin& pin, const Word& word) {
  std::memcpy(&pin, word.data(), sizeof pin);
}

template <class Pin>
void from_pin(Word& word, const Pin& pin) {
  std::memcpy(word.data(), &pin, sizeof pin);
}

}  // namespace isochron::rtl

// The pins of an AXI4 master by the prefix of their names, between a Verilated model and the structures of axi_pins.h.

#define ISOCHRON_READ_AXI_MASTER(pins, model, prefix) \
  do {                                                \
    (pins).arvalid = (model).prefix##_arvalid;        \
    (pins).araddr = (model).prefix##_araddr;          \
    (pins).arlen = (model).prefix##_arlen;            \
    (pins).arsize = (model).prefix##_arsize;          \
    (pins).arburst = (model).prefix##_arburst;        \
    (pins).rready = (model).prefix##_rready;          \
    (pins).awvalid = (model).prefix##_awvalid;        \
    (pins).awaddr = (model).prefix##_awaddr;          \
    (pins).awlen = (model).prefix##_awlen;            \
    (pins).awsize = (model).prefix##_awsize;          \
    (pins).awburst = (model).prefix##_awburst;        \
    (pins).wvalid = (model).prefix##_wvalid;          \
    from_pin((pins).wdata, (model).prefix##_wdata);   \
    (pins).wstrb = (model).prefix##_wstrb;            \
    (pins).wlast = (model).prefix##_wlast;            \
    (pins).bready = (model).prefix##_bready;          \
  } while (false)

#define ISOCHRON_READ_AXI_ATTRIBUTES(pins, model, prefix) \
  do {                                                    \
    (pins).arid = (model).prefix##_arid;                  \
    (pins).arcache = (model).prefix##_arcache;            \
    (pins).arprot = (model).prefix##_arprot;              \
    (pins).arqos = (model).prefix##_arqos;                \
    (pins).awid = (model).prefix##_awid;                  \
    (pins).awcache = (model).prefix##_awcache;            \
    (pins).awprot = (model).prefix##_awprot;              \
    (pins).awqos = (model).prefix##_awqos;                \
  } while (false)

#define ISOCHRON_DRIVE_AXI_MASTER(pins, model, prefix) \
  do {                                                 \
    (model).prefix##_arready = (pins).arready;         \
    (model).prefix##_rvalid = (pins).rvalid;           \
    to_pin((model).prefix##_rdata, (pins).rdata);      \
    (model).prefix##_rresp = (pins).rresp;             \
    (model).prefix##_rlast = (pins).rlast;             \
    (model).prefix##_awready = (pins).awready;         \
    (model).prefix##_wready = (pins).wready;           \
    (model).prefix##_bvalid = (pins).bvalid;           \
    (model).prefix##_bresp = (pins).bresp;             \
  } while (false)
