// SPDX-License-Identifier: Apache-2.0
#include <isochron/protocol/bus_receiver.h>

#include <cstring>
#include <typeinfo>

namespace isochron {

BusReceiver::BusReceiver(const std::string& name, const Domain& domain, const Router& router)
    : socket(name.c_str(), domain, *this), pool_(domain.pool), router_(router), only_(router.only()) {}

void BusReceiver::on_request(AtTargetBase&, Payload& payload, Time now) {
  if (!payload.is_write()) {
    payload.set_response_status(tlm::TLM_COMMAND_ERROR_RESPONSE);
    socket.ready(payload);
    return;
  }
  if (payload.get_byte_enable_ptr() != nullptr) {
    payload.set_response_status(tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
    socket.ready(payload);
    return;
  }
  if (payload.get_data_length() == 0 || payload.get_data_length() > pool_.capacity()) {
    payload.set_response_status(tlm::TLM_BURST_ERROR_RESPONSE);
    socket.ready(payload);
    return;
  }
  waiting_ = &payload;
  port_ = only_ != nullptr ? only_ : &router_.route(payload);
  if (port_->take_buffer(*this, now)) buffer_granted(now);
}

void BusReceiver::buffer_granted(Time) {
  Payload& payload = *waiting_;
  waiting_ = nullptr;
  carried_.push({&adopt(payload), port_});
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
  socket.ready(payload);
}

void BusReceiver::on_complete(AtTargetBase&, Payload& payload, Time now) {
  if (payload.is_response_error()) return;
  const Carried carried = carried_.pop();
  carried.payload->set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  carried.port->push(*carried.payload, now);
}

Payload& BusReceiver::adopt(Payload& payload) {
  if (typeid(payload) == typeid(Message)) {
    payload.acquire();
    return payload;
  }
  Message& copy = pool_.allocate(payload.get_address(), payload.get_data_length());
  std::memcpy(copy.get_data_ptr(), payload.get_data_ptr(), payload.get_data_length());
  copy.tag().copy_from(tag_of(payload));
  return copy;
}

}  // namespace isochron
