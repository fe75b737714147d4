// SPDX-License-Identifier: Apache-2.0
#include <isochron/software/calliope/stream_clients.h>

#include <isochron/core/error.h>
#include <isochron/observe/probe_list.h>
#include <isochron/protocol/transaction.h>

namespace isochron {

struct StreamClients::Probes {
  PhaseProbe arrival;
  NumberProbe playing;
  NumberProbe glitches;
  NumberProbe overflows;
};

StreamClients::StreamClients(const sc_core::sc_module_name& name, const Domain&, std::uint64_t streams)
    : sc_module(name), packets("packets", taken_), clients_(streams) {}

StreamClients::~StreamClients() = default;

StreamClients::Client& StreamClients::client_of(std::uint32_t stream) {
  if (stream >= clients_.size())
    throw ModelError(std::string(name()) + ": there is no stream " + std::to_string(stream));
  return clients_[stream];
}

void StreamClients::begin(std::uint32_t stream, Time delay, std::uint64_t buffer, Time now, std::uint32_t showing) {
  Client& client = client_of(stream);
  if (!is_seen(client)) playing_.change(now, 1);
  client.showing = showing;
  client.state = State::waits_for_first;
  client.delay = delay;
  client.shift = 0;
  client.room = buffer;
  while (!client.held.empty()) client.held.pop();
  if (probes_ != nullptr) probes_->playing.set(now, static_cast<std::uint64_t>(playing_.level()));
}

void StreamClients::end(std::uint32_t stream, bool cut, Time now) {
  Client& client = client_of(stream);
  if (!is_seen(client))
    throw ModelError(std::string(name()) + ": stream " + std::to_string(stream) + " ends that has not begun");
  client.state = State::over;
  playing_.change(now, -1);
  if (cut) count_glitch(client, now);
  if (probes_ != nullptr) probes_->playing.set(now, static_cast<std::uint64_t>(playing_.level()));
}

void StreamClients::take(Payload& payload, Time now) {
  const Tag& tag = tag_of(payload);
  Client& client = client_of(tag.stream);
  if (client.state == State::never)
    throw ModelError(std::string(name()) + ": a packet of stream " + std::to_string(tag.stream) +
                     ", which has not begun");
  ++arrived_;
  bytes_ += payload.get_data_length();
  if (is_seen(client) && tag.source == client.showing) judge(client, payload, now);
  if (probes_ != nullptr) probes_->arrival.event(now, Phase::arrived, transaction_of(payload));
}

void StreamClients::judge(Client& client, const Payload& payload, Time now) {
  const Tag& tag = tag_of(payload);
  if (client.state == State::plays && tag.sequence != client.next)
    throw ModelError(std::string(name()) + ": packet " + std::to_string(tag.sequence) + " of stream " +
                     std::to_string(tag.stream) + " came where " + std::to_string(client.next) + " is next");
  client.state = State::plays;
  client.next = tag.sequence + 1;
  lateness_.add(now > tag.issued ? now - tag.issued : 0);
  Time played = tag.issued + client.shift + client.delay;
  if (now > played) {
    client.shift = now - tag.issued - (client.delay - client.delay / 2);
    played = now + client.delay / 2;
    count_glitch(client, now);
  }
  while (!client.held.empty() && client.held.front().played <= now) client.room += client.held.pop().bytes;
  const unsigned bytes = payload.get_data_length();
  if (bytes > client.room) {
    ++overflows_;
    if (probes_ != nullptr) probes_->overflows.set(now, overflows_);
    return;
  }
  client.room -= bytes;
  client.held.push({played, bytes});
}

void StreamClients::count_glitch(Client& client, Time now) {
  ++glitches_;
  if (client.glitches++ == 0) ++streams_glitched_;
  if (probes_ != nullptr) probes_->glitches.set(now, glitches_);
}

Statistics<StreamClients> StreamClients::statistics() {
  Statistics<StreamClients> table;
  table.count("packets", &StreamClients::arrived_, "that came in the window");
  table.rate("throughput", &StreamClients::bytes_, "bytes of the packets that came");
  table.mean("streams", &StreamClients::playing_, "streams that are played, mean over time");
  table.count("glitches", &StreamClients::glitches_,
              "packets that came later than they were to be played, and streams that were cut");
  table.count("streams_glitched", &StreamClients::streams_glitched_, "streams with one glitch or more");
  table.count("overflows", &StreamClients::overflows_, "packets for which a client's buffer had no room");
  table.start_anew(&StreamClients::lateness_);
  return table;
}

void StreamClients::start_window(Time now) {
  for (Client& client : clients_) client.glitches = 0;
  WithStatistics::start_window(now);
}

void StreamClients::list_probes(ProbeList& list) {
  own_probes_ = std::make_unique<Probes>();
  list.add(own_probes_->arrival, name(), "ARRIVED: a packet is at its client");
  list.add(own_probes_->playing, name(), "streams", clients_.size(), "streams that have begun and not ended");
  list.add(own_probes_->glitches, name(), "glitches", 0xffff'ffff, "of all streams in the window");
  list.add(own_probes_->overflows, name(), "overflows", 0xffff'ffff, "packets of the window that found no room");
}

void StreamClients::start_trace(Time now) {
  probes_ = own_probes_.get();
  probes_->arrival.clear(now);
  probes_->playing.set(now, static_cast<std::uint64_t>(playing_.level()));
  probes_->glitches.set(now, glitches_);
  probes_->overflows.set(now, overflows_);
}

void StreamClients::stop_trace() {
  probes_ = nullptr;
}

TypeInfo StreamClients::type_info() {
  TypeInfo info;
  info.name = type;
  info.kind = "device";
  info.summary = "The viewers of a storage unit's streams: whether each packet comes in time to be played";
  info.source = "Calliope, sections 1 and 2.2.1";
  info.ports = {{"packets", "hand-over", "target", "packets as they come from the network"},
                {"streams", calls, "target", "the process that begins and ends streams"}};
  info.statistics = statistics().infos();
  return info;
}

}  // namespace isochron
