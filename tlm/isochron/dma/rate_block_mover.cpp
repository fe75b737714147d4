// SPDX-License-Identifier: Apache-2.0
#include <isochron/dma/rate_block_mover.h>

#include <algorithm>

#include <isochron/observe/statistic_sink.h>

namespace isochron {

struct RateBlockMover::Probes {
  ServerProbes server;
  NumberProbe bursts;
};

class RateBlockMover::Port final {
 public:
  Port(const char* name, RateBlockMover& mover, unsigned index) : socket(name, mover.domain_, mover, index) {}

  AtInitiatorOf<RateBlockMover> socket;
  RequestQueue<RateBlockMover> outbox{socket};
};

RateBlockMover::RateBlockMover(const sc_core::sc_module_name& name, const Domain& domain, const Config& config,
                               Moved& moved)
    : BlockMover(name), domain_(domain), config_(config), moved_(moved) {
  config_.burst = std::min<std::uint64_t>(config_.burst, domain.pool.capacity());
  ports_[local] = std::make_unique<Port>("local", *this, local);
  ports_[system] = std::make_unique<Port>("system", *this, system);
  domain_.region.join(static_cast<Region::Activity&>(*this), Region::Rank::timer);
  domain_.region.join(static_cast<Region::Update&>(*this));
}

RateBlockMover::~RateBlockMover() = default;

AtInitiatorBase& RateBlockMover::port(unsigned index) {
  return ports_.at(index)->socket;
}

void RateBlockMover::submit_checked(const Move& move, Time now) {
  waiting_.push(now, move.sequence, move);
  depth_.change(now, 1);
  show(now);
  domain_.region.request_update(*this);
}

void RateBlockMover::update(Time now) {
  // A memory that is no bus away answers in the call: bursts, and the next move, go on in the same instant.
  for (;;) {
    if (!moving_) {
      if (waiting_.empty()) break;
      begin(now);
    }
    if (!set_up_) return;
    do {
      write_on();
      read_on();
    } while (!read_.empty());
    if (moving_) break;
  }
  show(now);
}

void RateBlockMover::begin(Time now) {
  move_ = waiting_.pop();
  depth_.change(now, -1);
  busy_.enter(now);
  moving_ = true;
  set_up_ = config_.setup == 0;
  all_read_ = false;
  plane_ = row_ = offset_ = 0;
  show(now);
  if (probes_ != nullptr) probes_->server.event(now, Phase::begin, moving());
  if (!set_up_) domain_.region.schedule(*this, now + config_.setup);
}

void RateBlockMover::complete(Time) {
  set_up_ = true;
  domain_.region.request_update(*this);
}

std::uint64_t RateBlockMover::address_of(const Move::End& end, std::uint64_t offset_in_row) const {
  return end.address + static_cast<std::uint64_t>(end.row_stride * static_cast<std::int64_t>(row_)) +
         static_cast<std::uint64_t>(end.plane_stride * static_cast<std::int64_t>(plane_)) + offset_in_row;
}

void RateBlockMover::read_on() {
  while (!all_read_ && under_way_ < config_.outstanding) {
    const std::uint64_t bytes = std::min(config_.burst, move_.row_bytes - offset_);
    Message& burst = domain_.pool.allocate(address_of(move_.source, offset_), static_cast<unsigned>(bytes));
    burst.set_command(tlm::TLM_READ_COMMAND);
    burst.tag().sequence = move_.sequence;
    burst.tag().offset = address_of(move_.destination, offset_);
    burst.tag().has_data = move_.has_data;
    burst.tag().data_offset = move_.data_offset + (burst.tag().offset - move_.destination.address);
    burst.tag().source = 0;
    burst.tag().stream = 0;
    offset_ += bytes;
    if (offset_ == move_.row_bytes) {
      offset_ = 0;
      if (++row_ == move_.rows) {
        row_ = 0;
        all_read_ = ++plane_ == move_.planes;
      }
    }
    ++under_way_;
    ports_[move_.source.port]->outbox.send(burst);
  }
}

void RateBlockMover::write_on() {
  while (!read_.empty()) {
    Payload& burst = *read_.pop();
    burst.set_command(tlm::TLM_WRITE_COMMAND);
    burst.set_address(tag_of(burst).offset);
    burst.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
    ports_[move_.destination.port]->outbox.send(burst);
  }
}

void RateBlockMover::on_accepted(AtInitiatorBase& socket, Payload&, Time) {
  ports_[socket.index()]->outbox.accepted();
}

void RateBlockMover::on_response(AtInitiatorBase& socket, Payload& payload, Time now) {
  socket.require_ok(payload);
  ports_[socket.index()]->socket.complete(payload);
  domain_.region.request_update(*this);  // what comes next waits until this transfer is over for everybody
  if (payload.is_read()) {
    read_.push(&payload);
    return;
  }
  bytes_ += payload.get_data_length();
  payload.release();
  const bool more = --under_way_ > 0 || !all_read_;
  if (!more) {
    if (probes_ != nullptr) probes_->server.event(now, Phase::end, moving());
    moving_ = false;
    busy_.leave(now);
  }
  show(now);
  if (more) return;
  moved_.moved(move_, now);
}

void RateBlockMover::start_window(Time now) {
  busy_.start_window(now);
  depth_.start_window(now);
  bytes_ = 0;
}

void RateBlockMover::report(StatisticSink& sink) {
  StatisticSink::Part figures = sink.part(name());
  figures.fraction("utilisation", busy_);
  figures.mean("queue_depth", depth_);
  figures.bytes("bytes", bytes_);
}

void RateBlockMover::report_waits(std::vector<Wait>& waits) const {
  for (const std::unique_ptr<Port>& port : ports_) port->socket.report_wait(waits);
}

void RateBlockMover::list_probes(ProbeList& list) {
  own_probes_.reset(new Probes{ServerProbes(list, name(), "moves"), {}});
  list.add(own_probes_->bursts, name(), "bursts", config_.outstanding,
           "bursts between their read request and their write response");
}

void RateBlockMover::start_trace(Time now) {
  probes_ = own_probes_.get();
  probes_->server.start(now, moving(), waiting_.size());
  probes_->bursts.set(now, under_way_);
}

void RateBlockMover::show(Time now) {
  if (probes_ == nullptr) return;
  probes_->server.show(now, moving(), waiting_.size());
  probes_->bursts.set(now, under_way_);
}

}  // namespace isochron
