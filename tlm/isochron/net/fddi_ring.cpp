// SPDX-License-Identifier: Apache-2.0
#include <isochron/net/fddi_ring.h>

#include <utility>

#include <isochron/protocol/transaction.h>

namespace isochron {

struct FddiRing::Probes {
  TextProbe owner;
  TransactionProbe transaction;
  UtilisationProbe utilisation;
  const std::vector<std::string>* stations = nullptr;
};

FddiRing::FddiRing(Region& region, const FddiConfig& config, std::vector<FddiStation*> stations, Listener& listener)
    : region_(region),
      config_(config),
      latency_(config.latency(static_cast<unsigned>(stations.size()))),
      token_time_(config.token_time()),
      stations_(std::move(stations)),
      rotations_(static_cast<unsigned>(stations_.size())),
      listener_(listener) {
  for (std::size_t i = 0; i < stations_.size(); ++i)
    positions_.push_back(i * config.station_delay + i * config.cable / stations_.size());
  region_.join(static_cast<Region::Activity&>(*this), Region::Rank::link);
  region_.join(static_cast<Region::Update&>(*this));
}

FddiRing::~FddiRing() = default;

void FddiRing::complete(Time) {
  region_.request_update(*this);
}

void FddiRing::update(Time now) {
  if (busy(now)) {
    await_end();
    return;
  }
  if (sending_ && now == end_ && may_go_on(now)) {
    begin_frame(now);
    return;
  }
  if (sending_) {
    release();
    show(now);
  }
  pass_stations(now);
  const Turn turn = next_turn();
  if (turn.time == now) {
    capture(turn.station, now);
    begin_frame(now);
    return;
  }
  if (turn.time != end_of_time) region_.schedule(*this, turn.time);
}

bool FddiRing::may_go_on(Time now) const {
  const FddiStation& station = *stations_[holder_];
  if (station.empty()) return false;
  return station.synchronous ? config_.time_of(station.next_bytes()) <= allowance_ : now < hold_until_;
}

/// The token goes on at the end of the frame, also where that is long ago: then nobody had anything to send.
void FddiRing::release() {
  sending_ = false;
  left_ = end_ + token_time_;
}

/// Up to `now`, but what is to be decided in that instant.
void FddiRing::catch_up(Time now) {
  if (sending_ && end_ < now) release();
  if (!sending_) pass_stations(now);
}

/// Lets the free token go by all stations that it comes to before `now`.
void FddiRing::pass_stations(Time now) {
  if (now <= left_) return;
  const Time gone = now - 1 - left_;
  unsigned last = holder_;
  Time farthest = 0;
  for (unsigned i = 0; i < stations_.size(); ++i) {
    const Time away = distance(holder_, i);
    if (away > gone) continue;
    const std::uint64_t times = (gone - away) / latency_ + 1;
    stations_[i]->timer.pass(left_ + away, latency_, times);
    rotations_.pass(i, left_ + away, latency_, times);
    const Time visit = away + (times - 1) * latency_;
    if (visit <= farthest) continue;
    farthest = visit;
    last = i;
  }
  holder_ = last;
  left_ += farthest;
}

/// The first station that has something to send, and may, when the free token comes.
FddiRing::Turn FddiRing::next_turn() const {
  Turn turn;
  if (unsent_ == 0) return turn;
  for (unsigned i = 0; i < stations_.size(); ++i) {
    const FddiStation& station = *stations_[i];
    if (station.empty()) continue;
    const Time first = left_ + distance(holder_, i);
    const Time time = station.synchronous ? first : first + station.timer.late_passes(first, latency_) * latency_;
    if (time < turn.time) turn = {i, time};
  }
  return turn;
}

void FddiRing::capture(unsigned station, Time now) {
  // On the way to the station the token may have been late at others, and has come by there.
  holder_ = station;
  rotations_.pass(station, now, latency_, 1);
  hold_until_ = now + stations_[station]->timer.capture(now);
  allowance_ = config_.synchronous;
}

void FddiRing::begin_frame(Time now) {
  FddiStation& station = *stations_[holder_];
  frame_ = station.take();
  const Time length = config_.time_of(frame_.bytes);
  if (station.synchronous) allowance_ -= length;
  if (frame_.last) --unsent_;
  sending_ = true;
  end_ = now + length;
  busy_time_ += length;
  bytes_ += frame_.bytes;
  show(now);
  await_end();
  listener_.sent(frame_, end_ + distance(holder_, frame_.message->destination));
}

/// The end of the present frame is an event only where somebody wants to know of it.
void FddiRing::await_end() {
  if (unsent_ > 0 || probes_ != nullptr) region_.schedule(*this, end_);
}

const FddiRotations& FddiRing::rotations(Time now) {
  catch_up(now);
  return rotations_;
}

void FddiRing::start_window(Time now) {
  catch_up(now);
  rotations_.start_window();
  busy_time_ = unfinished(now);
  bytes_ = 0;
}

void FddiRing::list_probes(ProbeList& list, const std::string& part, const std::vector<std::string>& stations) {
  own_probes_ = std::make_unique<Probes>();
  own_probes_->stations = &stations;
  list.add(own_probes_->owner, part, "owner", "station whose frame is on the ring");
  list.add(own_probes_->transaction, part, "transaction", "message that the frame is a piece of");
  list.add(own_probes_->utilisation, part, "fraction of the time that a frame is on the ring");
}

void FddiRing::start_trace(Time now) {
  probes_ = own_probes_.get();
  if (busy(now)) await_end();
  show_traced(now);
}

void FddiRing::show_traced(Time now) {
  const NetworkMessage* const message = busy(now) ? frame_.message : nullptr;
  probes_->utilisation.set(now, message != nullptr);
  probes_->owner.set(now, message == nullptr ? "-" : (*probes_->stations)[message->source]);
  probes_->transaction.set(now, transaction_of(message == nullptr ? nullptr : message->payload));
}

}  // namespace isochron
