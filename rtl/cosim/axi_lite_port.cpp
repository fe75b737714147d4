// SPDX-License-Identifier: Apache-2.0
#include "axi_lite_port.h"

#include <cstring>

namespace isochron::cosim {

AxiLitePort::AxiLitePort(const char* name, const Domain& domain, ClockOnDemand& clock, const AxiLitePins& pins,
                         std::uint64_t bytes)
    : socket(name, domain, *this), region_(domain.region), clock_(clock), pins_(pins), bytes_(bytes) {
  region_.join(*this, Region::Rank::bus);
  clock.attach(*this);
}

tlm::tlm_response_status AxiLitePort::fit(const Payload& payload) const {
  const std::uint64_t address = payload.get_address();
  const std::uint64_t length = payload.get_data_length();
  if (payload.get_command() == tlm::TLM_IGNORE_COMMAND) return tlm::TLM_COMMAND_ERROR_RESPONSE;
  if (length == 0 || address % 4 + length > 4 || payload.get_streaming_width() < length)
    return tlm::TLM_BURST_ERROR_RESPONSE;
  if (address >= bytes_) return tlm::TLM_ADDRESS_ERROR_RESPONSE;
  return tlm::TLM_OK_RESPONSE;
}

void AxiLitePort::on_request(AtTargetBase&, Payload& payload, Time now) {
  const tlm::tlm_response_status status = fit(payload);
  if (status != tlm::TLM_OK_RESPONSE) {
    payload.set_response_status(status);
    socket.ready(payload);
    return;
  }
  access_ = &payload;
  came_ = now;
  address_taken_ = data_taken_ = answered_ = false;
  clock_.wake(now);
}

void AxiLitePort::on_complete(AtTargetBase&, Payload&, Time) {}

void AxiLitePort::drive(Time now) {
  const bool waits = access_ != nullptr && !answered_ && came_ < now;
  const bool write = waits && access_->is_write();
  const bool read = waits && !write;
  pins_.awvalid = write && !address_taken_;
  pins_.wvalid = write && !data_taken_;
  pins_.bready = write;
  pins_.arvalid = read && !address_taken_;
  pins_.rready = read;
  if (pins_.awvalid) pins_.awaddr = static_cast<std::uint16_t>(access_->get_address() & ~std::uint64_t{3});
  if (pins_.arvalid) pins_.araddr = static_cast<std::uint16_t>(access_->get_address() & ~std::uint64_t{3});
  if (pins_.wvalid) {
    const unsigned lane = access_->get_address() % 4;
    const unsigned char* const enables = access_->get_byte_enable_ptr();
    pins_.wdata = 0;
    pins_.wstrb = 0;
    for (unsigned i = 0; i < access_->get_data_length(); ++i) {
      pins_.wdata |= std::uint32_t{access_->get_data_ptr()[i]} << 8 * (lane + i);
      if (enables == nullptr || enables[i % access_->get_byte_enable_length()] == TLM_BYTE_ENABLED)
        pins_.wstrb = static_cast<std::uint8_t>(pins_.wstrb | 1u << (lane + i));
    }
  }
}

void AxiLitePort::sample(Time) {
  if (access_ == nullptr) return;
  if ((pins_.awvalid && pins_.awready) || (pins_.arvalid && pins_.arready)) address_taken_ = true;
  if (pins_.wvalid && pins_.wready) data_taken_ = true;
  if (pins_.bvalid && pins_.bready) {
    answered(pins_.bresp);
  } else if (pins_.rvalid && pins_.rready) {
    const std::uint32_t word = pins_.rdata >> 8 * (access_->get_address() % 4);
    std::memcpy(access_->get_data_ptr(), &word, access_->get_data_length());
    answered(pins_.rresp);
  }
}

void AxiLitePort::answered(std::uint8_t response) {
  access_->set_response_status(response < 2    ? tlm::TLM_OK_RESPONSE
                               : response == 2 ? tlm::TLM_GENERIC_ERROR_RESPONSE
                                               : tlm::TLM_ADDRESS_ERROR_RESPONSE);
  answered_ = true;
  clock_.crossing();
}

void AxiLitePort::cross() {
  if (answered_) region_.request(*this);
}

void AxiLitePort::ask(Time) {
  Payload& payload = *access_;
  access_ = nullptr;  // the answer may bring the next access
  answered_ = false;
  socket.ready(payload);
}

}  // namespace isochron::cosim
