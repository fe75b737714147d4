// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

namespace isochron::rtl {

/// One data beat, as wide as the widest bus (512 bit); a narrower one uses the first bytes.
using Word = std::array<std::uint8_t, 64>;

/// What an AXI4 master drives, as read between two clock edges.
struct AxiMasterPins {
  bool arvalid = false;
  std::uint64_t araddr = 0;
  std::uint8_t arlen = 0;
  std::uint8_t arsize = 0;
  std::uint8_t arburst = 0;
  std::uint8_t arid = 0;
  std::uint8_t arcache = 0;
  std::uint8_t arprot = 0;
  std::uint8_t arqos = 0;
  bool rready = false;

  bool awvalid = false;
  std::uint64_t awaddr = 0;
  std::uint8_t awlen = 0;
  std::uint8_t awsize = 0;
  std::uint8_t awburst = 0;
  std::uint8_t awid = 0;
  std::uint8_t awcache = 0;
  std::uint8_t awprot = 0;
  std::uint8_t awqos = 0;
  bool wvalid = false;
  Word wdata{};
  std::uint64_t wstrb = 0;
  bool wlast = false;
  bool bready = false;

  /// {id, qos, prot, cache} of the addresses, as the core's commands have them.
  unsigned read_attributes() const { return arid << 11 | arqos << 7 | arprot << 4 | arcache; }
  unsigned write_attributes() const { return awid << 11 | awqos << 7 | awprot << 4 | awcache; }
};

/// What an AXI4 slave drives.
struct AxiSlavePins {
  bool arready = false;
  bool rvalid = false;
  Word rdata{};
  std::uint8_t rresp = 0;
  std::uint8_t rid = 0;
  bool rlast = false;

  bool awready = false;
  bool wready = false;
  bool bvalid = false;
  std::uint8_t bresp = 0;
  std::uint8_t bid = 0;
};

/// One direction of an AXI-Stream, without its ready.
struct StreamPins {
  bool valid = false;
  Word data{};
  std::uint64_t keep = 0;
  bool last = false;
  bool user = false;  ///< of the stream out: the packet's command was killed
};

}  // namespace isochron::rtl
