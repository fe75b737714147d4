// SPDX-License-Identifier: Apache-2.0
#include <isochron/device/gige_card.h>

#include <isochron/protocol/stream_check.h>

namespace isochron {

GigeCard::GigeCard(const sc_core::sc_module_name& name, const Domain& domain, Arrivals& arrivals)
    : sc_module(name), socket("socket", domain, *this), arrivals_(arrivals) {}

void GigeCard::on_request(AtTargetBase&, Payload& payload, Time) {
  payload.set_response_status(payload.is_write() ? tlm::TLM_OK_RESPONSE : tlm::TLM_COMMAND_ERROR_RESPONSE);
  socket.ready(payload);
}

void GigeCard::on_complete(AtTargetBase&, Payload& payload, Time now) {
  if (payload.is_response_error()) return;
  if (tag_of(payload).has_data) check_data(payload);
  bytes_ += payload.get_data_length();
  ++messages_;
  arrivals_.arrives(tag_of(payload), payload.get_data_length(), now);
}

void GigeCard::check_data(const Payload& payload) {
  require_stream_data(payload, name());
  checked_bytes_ += payload.get_data_length();
}

void GigeCard::start_window(Time) {
  bytes_ = 0;
  messages_ = 0;
}

TypeInfo GigeCard::type_info() {
  TypeInfo info;
  info.name = "gige_card";
  info.kind = "device";
  info.summary = "Gigabit Ethernet card: takes what the bus brings, at any rate";
  info.source = "Milkovits 2005, section 3.2";
  info.ports = {{"socket", "base protocol", "target", "the card's memory"}};
  info.statistics = {{"bandwidth", "B/s", "bytes arrived"}};
  return info;
}

}  // namespace isochron
