// SPDX-License-Identifier: Apache-2.0
#include <isochron/endpoint/gige_card.h>

#include <isochron/observe/probe_list.h>
#include <isochron/protocol/stream_check.h>

namespace isochron {

struct GigeCard::Probes {
  UtilisationProbe utilisation;
  NumberProbe on_wire;
};

ParameterTable GigeCard::Config::parameters() {
  ParameterTable table;
  table.data_rate_or("rate", rate, "unlimited", {8, 1'000'000'000'000},
                     "on the wire, with a buffer for one message; unlimited: the card takes what the bus brings",
                     "unlimited: Milkovits 2005, section 3.2");
  return table;
}

GigeCard::GigeCard(const sc_core::sc_module_name& name, const Domain& domain, const Config& config, Arrivals& arrivals)
    : sc_module(name), socket("socket", domain, *this), region_(domain.region), arrivals_(arrivals) {
  if (config.rate == 0) return;
  wire_.emplace(Rate::bits_per_second(config.rate));
  region_.join(*this, Region::Rank::link);
}

GigeCard::~GigeCard() = default;

void GigeCard::on_request(AtTargetBase&, Payload& payload, Time now) {
  if (!payload.is_write()) {
    payload.set_response_status(tlm::TLM_COMMAND_ERROR_RESPONSE);
    socket.ready(payload);
  } else if (taken_.inside()) {
    waiting_ = &payload;
    withheld_.enter(now);
  } else {
    grant(payload, now);
  }
}

void GigeCard::grant(Payload& payload, Time now) {
  if (wire_) taken_.enter(now);
  show(now);
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
  socket.ready(payload);
}

void GigeCard::on_complete(AtTargetBase&, Payload& payload, Time now) {
  if (payload.is_response_error()) return;
  const bool goes_on = arrived(payload, now);
  if (!wire_) return;
  if (goes_on) on_wire_.enter(now);
  show(now);
  region_.schedule(*this, now + (goes_on ? wire_->take(payload.get_data_length()) : 0));
}

bool GigeCard::arrived(const Payload& payload, Time now) {
  if (tag_of(payload).has_data) check_data(payload);
  const std::uint64_t bytes = payload.get_data_length();
  bytes_ += bytes;
  return arrivals_.arrives(tag_of(payload), bytes, now);
}

void GigeCard::complete(Time now) {
  if (on_wire_.inside()) on_wire_.leave(now);
  taken_.leave(now);
  show(now);
  if (waiting_ == nullptr) return;
  Payload& next = *waiting_;
  waiting_ = nullptr;
  withheld_.leave(now);
  grant(next, now);
}

void GigeCard::check_data(const Payload& payload) {
  require_stream_data(payload, name());
  checked_bytes_ += payload.get_data_length();
}

Statistics<GigeCard> GigeCard::statistics() {
  Statistics<GigeCard> table;
  table.rate("bandwidth", &GigeCard::bytes_, "bytes arrived");
  table.when(&GigeCard::checked_bytes);
  table.bytes("checked", &GigeCard::checked_bytes,
              "compared with their streams since the simulation began (with block movers)");
  table.when(&GigeCard::has_rate);
  table.fraction("utilisation", &GigeCard::taken_,
                 "fraction of time that its buffer is taken, from grant to last bit (with a rate)");
  table.fraction("on_wire", &GigeCard::on_wire_, "fraction of time with a message on the wire (with a rate)");
  table.fraction("withheld", &GigeCard::withheld_,
                 "fraction of time with a message that waits for its buffer (with a rate)");
  return table;
}

void GigeCard::report_waits(std::vector<Wait>& waits) const {
  if (waiting_ != nullptr) waits.push_back({name(), "the last bit", "the message that it sends"});
}

void GigeCard::list_probes(ProbeList& list) {
  if (!wire_) return;
  own_probes_ = std::make_unique<Probes>();
  list.add(own_probes_->utilisation, name(), "fraction of the time that the buffer is taken");
  list.add(own_probes_->on_wire, name(), "on_wire", 1, "1 while a message is on the wire");
}

void GigeCard::start_trace(Time now) {
  probes_ = own_probes_.get();
  show(now);
}

void GigeCard::show_traced(Time now) {
  probes_->utilisation.set(now, taken_.inside());
  probes_->on_wire.set(now, on_wire_.inside() ? 1 : 0);
}

TypeInfo GigeCard::type_info() {
  TypeInfo info;
  info.name = type;
  info.kind = "device";
  info.summary = "Gigabit Ethernet card: takes what the bus brings, at any rate or a message at a time at its own";
  info.source = "Milkovits 2005, section 3.2";
  info.ports = {{"socket", "base protocol", "target", "the card's memory"}};
  info.statistics = statistics().infos();
  Config config;
  info.describe_parameters(config.parameters());
  return info;
}

}  // namespace isochron
