// SPDX-License-Identifier: Apache-2.0
#include <isochron/endpoint/source_traffic.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include <boost/random/exponential_distribution.hpp>
#include <boost/random/uniform_01.hpp>

#include <isochron/core/error.h>
#include <isochron/core/random_stream.h>

namespace isochron {

namespace {

/// 53 days, ps: longer than any run, and a few of it are a Time.
constexpr Time longest = IoInterval::longest;

}  // namespace

SourceTraffic::SourceTraffic(const char* name, const Domain& domain, const SourceLoad& load,
                             std::unique_ptr<DestinationPolicy> destinations, Addressing addressing,
                             Departures& departures, std::uint32_t source, Listener& listener)
    : name_(name),
      listener_(listener),
      region_(domain.region),
      pool_(domain.pool),
      load_(load),
      destinations_(std::move(destinations)),
      addressing_(std::move(addressing)),
      departures_(departures),
      source_(source),
      draws_(random_stream(load.seed, load.component(name), "arrivals")),
      size_draws_(IoSizes::stream(load.seed, load.component(name))) {
  check();
  if (load_.requests) requests_.emplace(*load_.requests, load_.seed, load_.component(name));
  region_.join(static_cast<Region::Activity&>(*this), Region::Rank::timer);
  set_interval();
}

void SourceTraffic::check() const {
  using Kind = SourceLoad::Arrivals;
  const auto require = [this](bool holds, const char* what) {
    if (!holds) throw ModelError(std::string(name_) + ": " + what);
  };
  const auto is_size = [](std::uint64_t bytes) { return bytes > 0 && bytes <= std::uint64_t{1} << 40; };
  const std::uint64_t largest = load_.sizes != nullptr ? load_.sizes->largest() : load_.io;
  require(is_size(largest), "an I/O has 1 B to 1 TiB");
  require(load_.message > 0 && load_.message <= largest, "a message has 1 B or more and is no larger than an I/O");
  require(load_.requests || load_.message <= pool_.capacity(), "its messages are larger than those of the pool");
  require(!load_.requests || load_.message == largest, "a request is one I/O");
  require(load_.interval_numerator > 0 && load_.interval_denominator > 0, "its interval is not positive");
  require(load_.arrivals != Kind::on_off || load_.on > 0, "it is never on");
  require(load_.arrivals != Kind::closed || load_.outstanding > 0, "a closed loop needs an I/O under way");
  require(load_.arrivals != Kind::at_start || load_.io_limit > 0, "what is asked for at the start needs a number");
  require(load_.arrivals != Kind::at_start || load_.sizes == nullptr, "what is asked for at the start has one size");
  require((load_.arrivals == Kind::trace) == (load_.trace != nullptr), "a trace belongs to arrivals of one");
  Time before = 0;
  for (std::size_t i = 0; load_.trace != nullptr && i < load_.trace->size(); ++i) {
    require(is_size((*load_.trace)[i].bytes), "an I/O of its trace has 1 B to 1 TiB");
    require((*load_.trace)[i].at >= before && (*load_.trace)[i].at <= longest, "its trace is not in order of time");
    before = (*load_.trace)[i].at;
  }
  require(load_.repeat == 0 || load_.repeat >= before, "its trace begins again before it ends");
}

void SourceTraffic::set_interval() {
  if (load_.bits_per_second == 0) return;
  const std::optional<IoInterval> interval = load_.interval();
  if (!interval)
    throw ModelError(std::string(name_) + ": the interval between its I/Os is too long, or no ratio of small numbers");
  interval_ = *interval;
}

Time SourceTraffic::exponential(double mean) {
  const double drawn = boost::random::exponential_distribution<double>(1.0)(draws_) * mean;
  return static_cast<Time>(std::llround(std::min(drawn, static_cast<double>(longest))));
}

void SourceTraffic::start() {
  if (load_.is_silent()) return;
  const Time now = kernel_now();
  region_.advance(now);
  switch (load_.arrivals) {
    case SourceLoad::Arrivals::at_start:
      listener_.about_to_ask(now);
      ios_ = at_start_left_ = load_.io_limit;
      departures_.asks(source_, load_.io_limit * load_.io, now);
      listener_.asked(static_cast<std::int64_t>(load_.io_limit) * messages_of(load_.io), now);
      return;
    case SourceLoad::Arrivals::closed:
      for (std::uint64_t i = 0; i < load_.outstanding && !ended(); ++i) io_ready(now, now);
      return;
    case SourceLoad::Arrivals::trace:
      if (!ended()) region_.schedule(*this, next_traced());
      return;
    case SourceLoad::Arrivals::following:
      return;
    case SourceLoad::Arrivals::constant:
      break;
    case SourceLoad::Arrivals::poisson:
      next_io_ = exponential(interval_.mean);
      break;
    case SourceLoad::Arrivals::on_off: {
      const double on = static_cast<double>(load_.on);
      const double off = static_cast<double>(load_.off);
      // What is left of an exponential time is as long as the whole.
      if (boost::random::uniform_01<double>()(draws_) * (on + off) >= on) off_so_far_ = exponential(off);
      on_until_ = exponential(on);
      break;
    }
  }
  schedule_next();
}

void SourceTraffic::schedule_next() {
  if (load_.arrivals == SourceLoad::Arrivals::on_off) {
    while (next_io_ >= on_until_) {
      off_so_far_ += exponential(static_cast<double>(load_.off));
      on_until_ += exponential(static_cast<double>(load_.on));
    }
  }
  region_.schedule(*this, next_io_ + off_so_far_);
}

void SourceTraffic::ask(Time issued, Time now) {
  if (losses_ == nullptr)
    io_ready(issued, now);
  else
    lose_io(issued, *losses_, now);
}

void SourceTraffic::lose(Time issued, Losses& losses, Time now) {
  lose_io(issued, losses, now);
}

void SourceTraffic::go_on(Time now) {
  losses_ = nullptr;
  for (std::uint64_t left = std::exchange(paused_, 0); left > 0 && !ended(); --left) io_ready(now, now);
}

Destination SourceTraffic::destination_of(const Io& io, std::uint32_t index, const Destination& before) {
  Destination found = destinations_->next(io, index, before);
  if (__builtin_expect(avoided_ == nullptr, 1)) return found;
  // Whatever the policy is, it has come to all that it knows after so many draws, or nearly.
  for (std::size_t left = 8 * avoided_->size(); left > 0 && (*avoided_)[found.endpoint]; --left)
    found = destinations_->next(io, index, found);
  return found;
}

void SourceTraffic::complete(Time now) {
  if (traced()) {
    while (!ended() && next_traced() == now) io_ready(now, now);
    if (!ended()) region_.schedule(*this, next_traced());
    return;
  }
  if (losses_ == nullptr)
    io_ready(now, now);
  else
    lose_io(now, *losses_, now);
  if (ended()) return;
  if (load_.arrivals == SourceLoad::Arrivals::poisson) {
    next_io_ += exponential(interval_.mean);
  } else {
    next_io_ += interval_.quotient;
    carry_ += interval_.remainder;
    if (carry_ >= interval_.denominator) {
      carry_ -= interval_.denominator;
      ++next_io_;
    }
  }
  schedule_next();
}

void SourceTraffic::lose_io(Time issued, Losses& losses, Time now) {
  Io io;
  io.block = ios_;
  io.issued = issued;
  io.ready = now;
  Tag tag;
  tag.bytes = static_cast<std::uint32_t>(next_size());
  if (load_.sizes != nullptr) drawn_sizes_.pop_back();
  const Destination destination = destination_of(io, 0, {});
  tag.block = ios_++;
  tag.sequence = sequence_++;
  tag.issued = issued;
  tag.ready = now;
  tag.stream = destination.stream;
  tag.source = source_;
  tag.destination = destination.endpoint;
  made_ += tag.bytes;
  departures_.asks(source_, tag.bytes, now);
  departures_.departs(tag);
  losses.lost(tag, tag.bytes, now);
}

std::uint64_t SourceTraffic::change(const SourceLoad& load, std::unique_ptr<DestinationPolicy> destinations, Time now) {
  losses_ = nullptr;
  load_.bits_per_second = load.bits_per_second;
  load_.interval_numerator = load.interval_numerator;
  load_.interval_denominator = load.interval_denominator;
  destinations_ = std::move(destinations);
  set_interval();
  if (is_closed() || follows()) return ios_;
  if (load_.is_silent())
    silence(now);
  else if (!region_.is_scheduled(*this) && !ended()) {
    next_io_ = now;
    schedule_next();
  }
  return ios_;
}

void SourceTraffic::again(std::uint64_t block, Time issued, Time now) {
  listener_.about_to_ask(now);
  Io io;
  io.block = block;
  io.issued = issued;
  io.ready = now;
  ready_.push(io);
  departures_.asks(source_, load_.io, now);
  listener_.asked(messages_of(load_.io), now);
}

void SourceTraffic::silence(Time) {
  losses_ = nullptr;
  if (region_.is_scheduled(*this)) region_.cancel(*this);
}

std::uint64_t SourceTraffic::next_size() {
  if (traced()) return traced_io(ios_).bytes;
  if (load_.sizes == nullptr) return load_.io;
  drawn_sizes_.push(load_.sizes->draw(size_draws_));
  return drawn_sizes_[drawn_sizes_.size() - 1];
}

void SourceTraffic::io_ready(Time issued, Time now) {
  listener_.about_to_ask(now);
  const std::uint64_t bytes = next_size();
  Io io;
  io.block = ios_++;
  io.issued = issued;
  io.ready = now;
  ready_.push(io);
  departures_.asks(source_, bytes, now);
  if (is_closed()) open_.push_back({io.block, bytes});
  listener_.asked(messages_of(bytes), now);
}

void SourceTraffic::delivered(const Tag& tag, std::uint64_t bytes, Time now) {
  if (!is_closed()) return;
  // I/Os arrive nearly in their order.
  const auto found =
      std::find_if(open_.begin(), open_.end(), [&tag](const Open& open) { return open.block == tag.block; });
  if (found == open_.end() || found->left < bytes)
    throw ModelError(std::string(name_) + ": more has arrived of I/O " + std::to_string(tag.block) +
                     " than is under way");
  found->left -= bytes;
  if (found->left > 0) return;
  open_.erase(found);
  if (ended()) return;
  if (__builtin_expect(losses_ == nullptr, 1))
    io_ready(now, now);
  else
    ++paused_;
}

void SourceTraffic::take_io() {
  sending_ = {{}, true, load_.io, 0, 0, {}};
  if (at_start_left_ > 0) {
    sending_.io.block = ios_ - at_start_left_--;
    return;
  }
  sending_.io = ready_.pop();
  if (traced()) sending_.bytes = traced_io(sending_.io.block).bytes;
  if (load_.sizes != nullptr) sending_.bytes = drawn_sizes_.pop();
}

SourceTraffic::Piece SourceTraffic::next_piece() {
  if (!sending_.under_way) take_io();
  Piece piece;
  piece.offset = sending_.sent;
  piece.bytes = std::min(load_.message, sending_.bytes - piece.offset);
  piece.destination = destination_of(sending_.io, sending_.index, sending_.last);
  return piece;
}

void SourceTraffic::describe(const Piece& piece, Tag& tag) {
  const Io& io = sending_.io;
  tag.block = io.block;
  tag.sequence = sequence_++;
  tag.offset = piece.offset;
  tag.issued = io.issued;
  tag.ready = io.ready;
  tag.stream = piece.destination.stream;
  tag.source = source_;
  tag.destination = piece.destination.endpoint;
  tag.traffic_class = load_.traffic_class;
  tag.has_data = false;
  tag.data_offset = made_;

  made_ += piece.bytes;
  sending_.sent += piece.bytes;
  ++sending_.index;
  sending_.last = piece.destination;
  sending_.under_way = sending_.sent < sending_.bytes;
}

Message& SourceTraffic::next_message() {
  const Piece piece = next_piece();
  Message& message = pool_.allocate(addressing_(piece.destination), static_cast<unsigned>(piece.bytes));
  describe(piece, message.tag());
  departures_.departs(message.tag());
  return message;
}

std::uint64_t SourceTraffic::next_request(Tag& tag) {
  const Piece piece = next_piece();
  describe(piece, tag);
  tag.bytes = static_cast<std::uint32_t>(piece.bytes);
  requests_->describe(tag);
  departures_.departs(tag);
  return addressing_(piece.destination);
}

}  // namespace isochron
