// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "axi_faults.h"
#include "random.h"

namespace isochron::rtl {

struct AxiLiteMasterPins {
  bool awvalid = false;
  std::uint16_t awaddr = 0;
  bool wvalid = false;
  std::uint32_t wdata = 0;
  std::uint8_t wstrb = 0;
  bool bready = false;
  bool arvalid = false;
  std::uint16_t araddr = 0;
  bool rready = false;
};

struct AxiLiteSlavePins {
  bool awready = false;
  bool wready = false;
  bool bvalid = false;
  std::uint8_t bresp = 0;
  bool arready = false;
  bool rvalid = false;
  std::uint32_t rdata = 0;
  std::uint8_t rresp = 0;
};

/// An AXI4-Lite master with one read and one write at a time, random delays on each channel, and a check of the slave.
class AxiLiteMaster {
 public:
  struct Answer {
    AxiResponse response = okay;
    std::uint32_t data = 0;
  };

  explicit AxiLiteMaster(std::uint64_t seed) : random_(seed) {}

  void read(std::uint16_t address);
  void write(std::uint16_t address, std::uint32_t data, std::uint8_t strobes);
  bool reading() const { return read_ != Phase::idle; }
  bool writing() const { return write_ != Phase::idle; }
  const Answer& read_answer() const { return read_answer_; }
  const Answer& write_answer() const { return write_answer_; }

  const AxiLiteMasterPins& pins() const { return pins_; }
  /// The clock edge.
  void clock(const AxiLiteSlavePins& slave);

  unsigned stall = 0;  ///< percent of cycles in which a channel does nothing
  const std::vector<std::string>& breaches() const { return breaches_; }

 private:
  enum class Phase : std::uint8_t { idle, request, answer };

  void check(const AxiLiteSlavePins& slave);

  Random random_;
  AxiLiteMasterPins pins_;
  AxiLiteSlavePins before_;
  Phase read_ = Phase::idle;
  Phase write_ = Phase::idle;
  bool address_sent_ = false;
  bool data_sent_ = false;
  std::uint16_t read_address_ = 0;
  std::uint16_t write_address_ = 0;
  std::uint32_t write_data_ = 0;
  std::uint8_t strobes_ = 0;
  Answer read_answer_;
  Answer write_answer_;
  std::vector<std::string> breaches_;
};

}  // namespace isochron::rtl
