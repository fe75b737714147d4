// SPDX-License-Identifier: Apache-2.0
#include <isochron/net/ethernet.h>

#include <isochron/core/error.h>
#include <isochron/observe/probe_list.h>

namespace isochron {

/// Where a station is joined to the Ethernet.
class Ethernet::End final : private Inlet {
 public:
  End(Ethernet& ethernet, unsigned index)
      : in(("in[" + std::to_string(index) + "]").c_str(), *this),
        out(("out[" + std::to_string(index) + "]").c_str()),
        station(ethernet.config_),
        ethernet_(ethernet),
        index_(index) {}

  InletPort in;
  OutletPort out;
  EthernetStation station;
  EthernetOutput output;  ///< of a switch

  /// Whoever sends here, as it is called in reports.
  std::string sender() const { return in.far() == nullptr ? in.path() : in.far()->path(); }

 private:
  void accept(Payload& payload, Time now) override { ethernet_.send(index_, payload, now); }

  Ethernet& ethernet_;
  unsigned index_;
};

/// What becomes of a frame that has come up to the switch.
class Ethernet::Switching final : public EthernetMedium::Listener {
 public:
  explicit Switching(Ethernet& ethernet) : ethernet_(ethernet) {}
  void arrived(const EthernetFrame& frame, Time now) override { ethernet_.forward(frame, now); }

 private:
  Ethernet& ethernet_;
};

struct Ethernet::Probes {
  NumberProbe depth;
  std::vector<std::string> stations;
};

Ethernet::Ethernet(const sc_core::sc_module_name& name, const Domain& domain, const Config& config, unsigned stations)
    : sc_module(name),
      FaultyStation(domain.region),
      region_(domain.region),
      config_(config),
      switching_(std::make_unique<Switching>(*this)) {
  if (stations == 0) throw ModelError(std::string(this->name()) + ": an Ethernet without stations");
  if (config_.headers >= config_.mtu) throw ModelError(std::string(this->name()) + ": a frame has no room for data");
  for (unsigned i = 0; i < stations; ++i) ends_.push_back(std::make_unique<End>(*this, i));
  const auto add = [&](std::vector<EthernetSource*> sources, EthernetMedium::Listener& listener) {
    media_.push_back(std::make_unique<EthernetMedium>(region_, pace_, config_.rate, std::move(sources), listener));
  };
  if (is_hub()) {
    std::vector<EthernetSource*> sources;
    for (const auto& end : ends_) sources.push_back(&end->station);
    add(std::move(sources), *this);
    return;
  }
  for (const auto& end : ends_) add({&end->station}, *switching_);
  for (const auto& end : ends_) add({&end->output}, *this);
}

Ethernet::~Ethernet() = default;

InletPort& Ethernet::in(unsigned station) {
  return ends_.at(station)->in;
}
OutletPort& Ethernet::out(unsigned station) {
  return ends_.at(station)->out;
}

unsigned Ethernet::destination_of(const Payload& payload) const {
  const Tag& tag = tag_of(payload);
  if (tag.kind == MessageKind::data) return tag.destination;
  const unsigned station = station_of_.station(EndpointAddress::decode(payload.get_address()));
  if (station == StationTable::none)
    throw ModelError(std::string(name()) + ": no station leads to endpoint " + std::to_string(tag.destination));
  return station;
}

void Ethernet::send(unsigned source, Payload& payload, Time now) {
  const unsigned destination = destination_of(payload);
  if (destination >= stations())
    throw ModelError(std::string(name()) + ": there is no station " + std::to_string(destination));
  if (destination == source)
    throw ModelError(std::string(name()) + ": station " + std::to_string(source) + " sends to itself");
  payload.acquire();
  NetworkMessage& message = spare_.take();
  message = {&payload, source, destination, payload.get_data_length()};
  ends_[source]->station.push(message, now);
  depth_.change(now, 1);
  show(now);
  medium_of(source).offer();
}

void Ethernet::forward(const EthernetFrame& frame, Time now) {
  const unsigned destination = frame.message->destination;
  ends_[destination]->output.push(frame, now);
  link_down(destination).offer();
}

void Ethernet::arrived(const EthernetFrame& frame, Time now) {
  if (!frame.last) return;
  Payload& payload = *frame.message->payload;
  const unsigned destination = frame.message->destination;
  spare_.give_back(*frame.message);
  depth_.change(now, -1);
  ++messages_;
  bytes_ += payload.get_data_length();
  show(now);
  ends_[destination]->out.hand_on(payload, now);
  payload.release();
}

Statistics<Ethernet> Ethernet::statistics() {
  Statistics<Ethernet> table;
  table.fraction("utilisation", &Ethernet::busy,
                 "fraction of time with a frame or the gap behind it; with a switch the mean over all links");
  table.rate("payload", &Ethernet::bytes_, "bytes of messages delivered, without any header");
  table.mean("queue_depth", &Ethernet::depth_, "messages that wait or are under way, mean over time");
  table.count("messages", &Ethernet::messages_, "messages delivered");
  return table;
}

void Ethernet::start_window(Time now) {
  for (const auto& medium : media_) medium->start_window(now);
  WithStatistics::start_window(now);
}

std::uint64_t Ethernet::wire_bytes() const {
  std::uint64_t bytes = 0;
  for (const auto& medium : media_) bytes += medium->bytes();
  return bytes;
}

Time Ethernet::busy(Time now) const {
  Time busy = 0;
  for (const auto& medium : media_) busy += medium->busy().total(now);
  return busy / media_.size();
}

void Ethernet::report_waits(std::vector<Wait>& waits) const {
  for (unsigned i = 0; i < stations(); ++i) {
    const NetworkMessage* const on_medium = medium_of(i).frame().message;
    if (!ends_[i]->station.empty() && on_medium != nullptr)
      waits.push_back({ends_[i]->in.path(), "the end of a frame", ends_[on_medium->source]->in.path()});
  }
}

void Ethernet::list_probes(ProbeList& list) {
  own_probes_ = std::make_unique<Probes>();
  for (const auto& end : ends_) own_probes_->stations.push_back(end->sender());
  list.add(own_probes_->depth, name(), "queue_depth", 0xffff, "messages that wait or are under way");
  if (is_hub()) {
    media_[0]->list_probes(list, name(), own_probes_->stations);
    return;
  }
  for (unsigned i = 0; i < stations(); ++i) {
    media_[i]->list_probes(list, ends_[i]->in.path(), own_probes_->stations);
    link_down(i).list_probes(list, ends_[i]->out.path(), own_probes_->stations);
  }
}

void Ethernet::start_trace(Time now) {
  probes_ = own_probes_.get();
  show(now);
  for (const auto& medium : media_) medium->start_trace(now);
}

void Ethernet::stop_trace() {
  probes_ = nullptr;
  for (const auto& medium : media_) medium->stop_trace();
}

void Ethernet::show(Time now) {
  if (__builtin_expect(probes_ != nullptr, 0)) probes_->depth.set(now, static_cast<std::uint64_t>(depth_.level()));
}

TypeInfo Ethernet::type_info() {
  TypeInfo info;
  info.name = type;
  info.kind = "fabric";
  info.summary = "Ethernet between stations, a shared hub or a switch: messages go in frames, with all that these add";
  info.source = "IEEE 802.3";
  info.ports = {{"in[i]", "hand-over", "target", "messages that a station sends"},
                {"out[i]", "hand-over", "initiator", "messages to a station that have arrived whole"}};
  info.statistics = statistics().infos();
  info.faults = station_faults();
  Config config;
  info.describe_parameters(config.parameters());
  return info;
}

}  // namespace isochron
