// SPDX-License-Identifier: Apache-2.0
#include <isochron/net/fddi.h>

#include <utility>

#include <isochron/core/error.h>
#include <isochron/core/ring.h>
#include <isochron/observe/probe_list.h>

namespace isochron {

/// Where a station is joined to the ring.
class Fddi::End final : private Inlet, private Region::Activity {
 public:
  End(Fddi& fddi, unsigned index)
      : in(("in[" + std::to_string(index) + "]").c_str(), *this),
        out(("out[" + std::to_string(index) + "]").c_str()),
        station(fddi.config_, index),
        fddi_(fddi),
        index_(index) {
    fddi_.region_.join(static_cast<Region::Activity&>(*this), Region::Rank::link);
  }

  InletPort in;
  OutletPort out;
  FddiStation station;

  /// Whoever sends here, as it is called in reports.
  std::string sender() const { return in.far() == nullptr ? in.path() : in.far()->path(); }

  /// The last frame of a message is on its way here. Not to arrive before those that were expected before.
  void expect(NetworkMessage& message, Time arrival) {
    coming_.push({arrival, &message});
    if (coming_.size() == 1) fddi_.region_.schedule(*this, arrival);
  }

 private:
  struct Coming {
    Time arrival = 0;
    NetworkMessage* message = nullptr;
  };

  void accept(Payload& payload, Time now) override { fddi_.send(index_, payload, now); }
  void complete(Time now) override {
    NetworkMessage& message = *coming_.pop().message;
    if (!coming_.empty()) fddi_.region_.schedule(*this, coming_.front().arrival);
    fddi_.deliver(index_, message, now);
  }

  Fddi& fddi_;
  unsigned index_;
  Ring<Coming> coming_;
};

struct Fddi::Probes {
  NumberProbe depth;
  std::vector<std::string> stations;
};

Fddi::Fddi(const sc_core::sc_module_name& name, const Domain& domain, const Config& config, unsigned stations)
    : sc_module(name), region_(domain.region), config_(config) {
  const std::string part = this->name();
  if (stations == 0) throw ModelError(part + ": a ring without stations");
  if (config_.headers >= config_.mtu) throw ModelError(part + ": a frame has no room for data");
  for (const std::uint64_t station : config_.synchronous_stations)
    if (station >= stations) throw ModelError(part + ": there is no synchronous station " + std::to_string(station));
  if (!config_.synchronous_stations.empty() &&
      config_.synchronous < config_.time_of(config_.frame_bytes(config_.segment())))
    throw ModelError(part + ": a synchronous allocation is shorter than a full frame");
  if (config_.least_ttrt(stations) > config_.ttrt)
    throw ModelError(part + ": " + std::to_string(stations) + " stations need a ttrt of " +
                     std::to_string(config_.least_ttrt(stations) / nanosecond) + " ns or more");
  std::vector<FddiStation*> on_ring;
  for (unsigned i = 0; i < stations; ++i) {
    ends_.push_back(std::make_unique<End>(*this, i));
    on_ring.push_back(&ends_.back()->station);
  }
  FddiRing::Listener& listener = *this;
  ring_ = std::make_unique<FddiRing>(region_, config_, std::move(on_ring), listener);
}

Fddi::~Fddi() = default;

InletPort& Fddi::in(unsigned station) {
  return ends_.at(station)->in;
}
OutletPort& Fddi::out(unsigned station) {
  return ends_.at(station)->out;
}

void Fddi::send(unsigned source, Payload& payload, Time now) {
  const unsigned destination = tag_of(payload).destination;
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
  ring_->offer();
}

void Fddi::sent(const FddiFrame& frame, Time arrival) {
  if (frame.last) ends_[frame.message->destination]->expect(*frame.message, arrival);
}

void Fddi::deliver(unsigned destination, NetworkMessage& message, Time now) {
  Payload& payload = *message.payload;
  spare_.give_back(message);
  depth_.change(now, -1);
  ++messages_;
  bytes_ += payload.get_data_length();
  show(now);
  ends_[destination]->out.hand_on(payload, now);
  payload.release();
}

Statistics<Fddi> Fddi::statistics() {
  Statistics<Fddi> table;
  table.fraction("utilisation", &Fddi::busy, "fraction of time with a frame on the ring");
  table.rate("throughput", &Fddi::bytes_, "bytes of messages delivered, without any header");
  table.mean("queue_depth", &Fddi::depth_, "messages that wait or are under way, mean over time");
  table.count("messages", &Fddi::messages_, "messages delivered");
  table.mean_time(
      "rotation", [](Fddi& ring, Time now) { return ring.rotations(now).sum(); },
      [](Fddi& ring, Time now) { return ring.rotations(now).number(); },
      "from one visit of the token at a station to the next there, mean over all; 0: none");
  table.time(
      "longest_rotation", [](Fddi& ring, Time now) { return ring.rotations(now).longest(); }, "the longest of them");
  return table;
}

void Fddi::start_window(Time now) {
  ring_->start_window(now);
  WithStatistics::start_window(now);
}

void Fddi::report_waits(std::vector<Wait>& waits) const {
  for (const auto& end : ends_)
    if (!end->station.empty()) waits.push_back({end->in.path(), "the token", ends_[ring_->holder()]->in.path()});
}

void Fddi::list_probes(ProbeList& list) {
  own_probes_ = std::make_unique<Probes>();
  for (const auto& end : ends_) own_probes_->stations.push_back(end->sender());
  list.add(own_probes_->depth, name(), "queue_depth", 0xffff, "messages that wait or are under way");
  ring_->list_probes(list, name(), own_probes_->stations);
}

void Fddi::start_trace(Time now) {
  probes_ = own_probes_.get();
  show(now);
  ring_->start_trace(now);
}

void Fddi::stop_trace() {
  probes_ = nullptr;
  ring_->stop_trace();
}

void Fddi::show(Time now) {
  if (__builtin_expect(probes_ != nullptr, 0)) probes_->depth.set(now, static_cast<std::uint64_t>(depth_.level()));
}

TypeInfo Fddi::type_info() {
  TypeInfo info;
  info.name = type;
  info.kind = "fabric";
  info.summary = "FDDI ring between stations: messages go in frames, and a timed token says who may send for how long";
  info.source = "ANSI X3.139 (ISO 9314-2)";
  info.ports = {{"in[i]", "hand-over", "target", "messages that a station sends"},
                {"out[i]", "hand-over", "initiator", "messages to a station that have arrived whole"}};
  info.statistics = statistics().infos();
  Config config;
  info.describe_parameters(config.parameters());
  return info;
}

}  // namespace isochron
