// SPDX-License-Identifier: Apache-2.0
#include "stream_in_port.h"

#include <algorithm>
#include <cstring>

#include <isochron/dma/block_mover/block_mover_module.h>

namespace isochron::cosim {

StreamInPort::StreamInPort(const char* name, const Domain& domain, ClockOnDemand& clock, const StreamInPins& pins)
    : socket(name, domain, *this), region_(domain.region), clock_(clock), pins_(pins), beat_(pins.tdata.bytes()) {
  region_.join(*this, Region::Rank::bus);
  clock.attach(*this);
}

void StreamInPort::on_request(AtTargetBase&, Payload& payload, Time now) {
  if (!payload.is_write() || payload.get_data_length() == 0) {
    payload.set_response_status(payload.is_write() ? tlm::TLM_BURST_ERROR_RESPONSE : tlm::TLM_COMMAND_ERROR_RESPONSE);
    socket.ready(payload);
    return;
  }
  packets_.push({&payload, now});
  if (packets_.size() < held)
    socket.accept(payload);
  else
    unaccepted_ = &payload;
  clock_.wake(now);
}

void StreamInPort::drive(Time now) {
  pins_.tvalid = !packets_.empty() && packets_.front().came < now;
  if (!pins_.tvalid) return;
  const Payload& payload = *packets_.front().payload;
  const auto bytes = static_cast<unsigned>(beat_.size());
  const unsigned left = payload.get_data_length() - sent_;
  std::fill(beat_.begin(), beat_.end(), std::uint8_t{0});
  std::memcpy(beat_.data(), payload.get_data_ptr() + sent_, std::min(bytes, left));
  pins_.tkeep = static_cast<std::uint8_t>((1u << std::min(bytes, left)) - 1);
  pins_.tlast = left <= bytes && (payload.get_address() & BlockMoverModule::stream_ends) != 0 ? 1 : 0;
  pins_.tdata.set(beat_.data());
}

void StreamInPort::sample(Time) {
  if (!pins_.tvalid || !pins_.tready) return;
  sent_ += static_cast<unsigned>(beat_.size());
  if (sent_ < packets_.front().payload->get_data_length()) return;
  sent_ = 0;
  taken_.push(packets_.pop().payload);
  clock_.crossing();
}

void StreamInPort::cross() {
  if (!taken_.empty()) region_.request(*this);
}

void StreamInPort::ask(Time) {
  while (!taken_.empty()) {
    Payload* const payload = taken_.pop();
    payload->set_response_status(tlm::TLM_OK_RESPONSE);
    if (payload == unaccepted_) unaccepted_ = nullptr;
    socket.ready(*payload);
  }
  if (unaccepted_ == nullptr) return;
  Payload& payload = *unaccepted_;
  unaccepted_ = nullptr;
  socket.accept(payload);
}

}  // namespace isochron::cosim
