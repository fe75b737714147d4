// SPDX-License-Identifier: Apache-2.0
#include "axi_lite_master.h"

namespace isochron::rtl {

void AxiLiteMaster::read(std::uint16_t address) {
  read_address_ = address;
  read_ = Phase::request;
}

void AxiLiteMaster::write(std::uint16_t address, std::uint32_t data, std::uint8_t strobes) {
  write_address_ = address;
  write_data_ = data;
  strobes_ = strobes;
  address_sent_ = data_sent_ = false;
  write_ = Phase::request;
}

void AxiLiteMaster::check(const AxiLiteSlavePins& slave) {
  if (before_.rvalid && !pins_.rready &&
      (!slave.rvalid || slave.rdata != before_.rdata || slave.rresp != before_.rresp))
    breaches_.emplace_back("AXI4-Lite: R changed before RREADY");
  if (before_.bvalid && !pins_.bready && (!slave.bvalid || slave.bresp != before_.bresp))
    breaches_.emplace_back("AXI4-Lite: B changed before BREADY");
  if (slave.rvalid && read_ != Phase::answer) breaches_.emplace_back("AXI4-Lite: R without a read");
  if (slave.bvalid && (write_ != Phase::answer)) breaches_.emplace_back("AXI4-Lite: B without a write");
}

void AxiLiteMaster::clock(const AxiLiteSlavePins& slave) {
  check(slave);
  // What the slave showed in a cycle in which it was not taken must stay.
  before_ = slave;
  if (pins_.rready) before_.rvalid = false;
  if (pins_.bready) before_.bvalid = false;

  if (pins_.arvalid && slave.arready) {
    pins_.arvalid = false;
    read_ = Phase::answer;
  }
  if (slave.rvalid && pins_.rready) {
    read_answer_ = {static_cast<AxiResponse>(slave.rresp), slave.rdata};
    read_ = Phase::idle;
  }
  if (pins_.awvalid && slave.awready) {
    pins_.awvalid = false;
    address_sent_ = true;
  }
  if (pins_.wvalid && slave.wready) {
    pins_.wvalid = false;
    data_sent_ = true;
  }
  if (slave.bvalid && pins_.bready) {
    write_answer_ = {static_cast<AxiResponse>(slave.bresp), 0};
    write_ = Phase::idle;
  } else if (write_ == Phase::request && address_sent_ && data_sent_) {
    write_ = Phase::answer;
  }

  // Whoever looks at a channel that is not valid shows.
  if (!pins_.arvalid) pins_.araddr = static_cast<std::uint16_t>(random_.below(4096));
  if (!pins_.awvalid) pins_.awaddr = static_cast<std::uint16_t>(random_.below(4096));
  if (!pins_.wvalid) {
    pins_.wdata = static_cast<std::uint32_t>(random_.next());
    pins_.wstrb = static_cast<std::uint8_t>(random_.below(16));
  }

  pins_.rready = !random_.chance(stall);
  pins_.bready = !random_.chance(stall);
  if (read_ == Phase::request && !pins_.arvalid && !random_.chance(stall)) {
    pins_.arvalid = true;
    pins_.araddr = read_address_;
  }
  if (write_ != Phase::request) return;
  if (!address_sent_ && !pins_.awvalid && !random_.chance(stall)) {
    pins_.awvalid = true;
    pins_.awaddr = write_address_;
  }
  if (!data_sent_ && !pins_.wvalid && !random_.chance(stall)) {
    pins_.wvalid = true;
    pins_.wdata = write_data_;
    pins_.wstrb = strobes_;
  }
}

}  // namespace isochron::rtl
