// SPDX-License-Identifier: Apache-2.0
#include <isochron/storage/disk.h>

#include <algorithm>
#include <cmath>

#include <isochron/core/error.h>
#include <isochron/protocol/transaction.h>

namespace isochron {

namespace {
constexpr const char* gennart = "Gennart et al., section 3.2";
}

ParameterTable Disk::Config::parameters() {
  ParameterTable table;
  table.choice("latency", latency.law, {"triangular", "deterministic"}, "law of the time before a transfer begins",
               gennart);
  table.duration("mean_seek", latency.mean, {0, 100 * second}, "mean latency", gennart);
  table.data_rate("rate", rate, {8, 1'000'000'000'000}, "of the medium", "Gennart et al., Table 2");
  table.choice("freed", freed, {"after_medium", "after_scsi"}, "when the next request may begin",
               "open in Gennart et al., section 3.2");
  return table;
}

ParameterTable Disk::Config::all_parameters() {
  ParameterTable table;
  table.choice("latency", latency.law, {"triangular", "deterministic", "mechanical"},
               "law of the time before a transfer begins; mechanical: the arm's way and the rotation",
               "Gennart et al., section 3.2; mechanical: PS2, section 6");
  table.duration("mean_seek", latency.mean, {0, 100 * second}, "mean latency", gennart);
  table.data_rate("rate", rate, {8, 1'000'000'000'000}, "of the medium",
                  "Gennart et al., Table 2; 3.3 MiB/s in PS2, section 6");
  table.choice("freed", freed, {"after_medium", "after_scsi"}, "when the next request may begin",
               "open in Gennart et al., section 3.2");
  table.bytes_or("chunk", chunk, "request", {1, 1 << 30},
                 "what goes to the bus at a time, as soon as it is off the medium; request: all of it", "our own");
  table.choice("chunks", chunks, {"overlapped", "one_by_one"},
               "when the medium goes on with a request's next chunk: at once, or when the one before is across",
               "our own");
  table.choice("order", order, {"fifo", "elevator"}, "which of the requests that wait is next", "our own");
  table.flag("failed", failed, "it must not be asked for anything", "our own");
  table.include(mechanics.parameters());
  classes.add_to(table);
  const Condition mechanical = table.is("latency", {"mechanical"});
  table.counts_where(mechanical, {"order", "seek", "rotation", "capacity", "zones", "outer_rate", "inner_rate"},
                     {"mean_seek"});
  table.counts_where(table.is("latency", {"triangular", "deterministic"}), {"mean_seek"},
                     {"seek.overhead", "seek.settle", "seek.root", "seek.linear", "rotation"});
  table.counts_where({"chunk", "a size", [this] { return chunk > 0; }}, {"chunks"});
  table.counts_where({"zones", "1", [this] { return !has_zones(); }}, {"rate"}, {"outer_rate", "inner_rate"});
  return table;
}

Capacity Disk::Config::capacity(std::uint64_t bytes) const {
  const auto request = static_cast<double>(bytes);
  const Time before = is_mechanical() ? mechanics.mean_random_access() : latency.mean;
  const double on_medium = has_zones() ? request * mechanics.mean_byte_time() : request / Capacity::of_rate(rate).alone;
  const double of_requests = request / (seconds(before) + on_medium);
  return {of_requests, of_requests};
}

double Disk::Config::least_service(std::uint64_t bytes, std::uint64_t span) const {
  double before = seconds(latency.mean);
  std::uint64_t fastest = rate;
  if (is_mechanical()) {
    const double part = std::min(1.0, static_cast<double>(span) / static_cast<double>(mechanics.capacity));
    before = seconds(mechanics.overhead + mechanics.settle + mechanics.rotation / 2) +
             seconds(mechanics.root) * 8 / 15 * std::sqrt(part);
    if (mechanics.zones > 1) fastest = mechanics.outer_rate;
  }
  return before + 8 * static_cast<double>(bytes) / static_cast<double>(fastest);
}

Disk::Disk(const sc_core::sc_module_name& name, const Domain& domain, const Config& config, const Seed& seed)
    : sc_module(name),
      FaultyStation(domain.region),
      socket("socket", domain, *this),
      domain_(domain),
      config_(config),
      rate_(Rate::bits_per_second(config.rate)),
      latencies_(seed, this->name(), "disk latency"),
      rotations_(seed, this->name(), "rotation"),
      requests_(config.classes.count()),
      turns_(config.classes.service()) {
  domain_.region.join(static_cast<Region::Activity&>(*this), Region::Rank::timer);
  domain_.region.join(static_cast<Region::Update&>(*this));
}

void Disk::read(const Tag& tag, std::uint64_t address, std::uint64_t position, std::uint64_t bytes, Time now) {
  if (config_.failed) throw ModelError(std::string(name()) + ": a disk that has failed was asked for data");
  if (config_.is_mechanical() && (bytes > config_.mechanics.capacity || position > config_.mechanics.capacity - bytes))
    throw ModelError(std::string(name()) + ": " + std::to_string(bytes) + " B at position " + std::to_string(position) +
                     " are not on a disk of " + std::to_string(config_.mechanics.capacity) + " B");
  const unsigned traffic_class = std::min<unsigned>(tag.traffic_class, turns_.classes() - 1);
  requests_[traffic_class].push(now, tag.sequence, {tag, address, position, bytes});
  depth_.change(now, 1);
  show(now);
  if (!busy_.inside()) domain_.region.request_update(*this);
}

void Disk::update(Time now) {
  if (busy_.inside() || waiting() == 0) return;
  if (pace_.stands_still()) {
    if (dead_) fail_waiting(now);
    return;
  }
  serving_ = take_next();
  depth_.change(now, -1);
  busy_.enter(now);
  show(now);
  if (probes_ != nullptr) probes_->event(now, Phase::begin, served());
  transfer_from_ = now + draw_latency();
  arm_ = serving_.position + serving_.bytes;
  off_medium_ = 0;
  to_cross_ = serving_.bytes;
  read_chunk(now);
}

Disk::Request Disk::take_next() {
  ClassMask present = 0;
  for (unsigned c = 0; c < requests_.size(); ++c)
    if (!requests_[c].empty()) present |= class_bit(c);
  const auto bytes = [this](unsigned traffic_class) {
    bool inwards = inwards_;
    return requests_[traffic_class][next_of(requests_[traffic_class], inwards)].bytes;
  };
  const unsigned chosen = turns_.next(present, bytes);
  turns_.take(chosen, present, present, bytes);
  ArrivalQueue<Request>& requests = requests_[chosen];
  const std::size_t next = next_of(requests, inwards_);
  Request request = requests[next];
  requests.remove(next);
  return request;
}

std::size_t Disk::next_of(const ArrivalQueue<Request>& requests, bool& inwards) const {
  if (config_.order == Order::fifo || !config_.is_mechanical()) return 0;
  const std::size_t next = nearest(requests, inwards);
  if (next < requests.size()) return next;
  inwards = !inwards;
  return nearest(requests, inwards);
}

std::size_t Disk::nearest(const ArrivalQueue<Request>& requests, bool inwards) const {
  std::size_t best = requests.size();
  std::uint64_t way = 0;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    const std::uint64_t position = requests[i].position;
    if (inwards ? position < arm_ : position > arm_) continue;
    const std::uint64_t distance = inwards ? position - arm_ : arm_ - position;
    if (best < requests.size() && distance >= way) continue;
    best = i;
    way = distance;
  }
  return best;
}

Time Disk::draw_latency() {
  if (!config_.is_mechanical()) return config_.latency.draw(latencies_.open());
  return config_.mechanics.seek(arm_, serving_.position) + config_.mechanics.draw_rotation(rotations_.open());
}

Time Disk::medium_time(std::uint64_t bytes) const {
  return config_.has_zones() ? config_.mechanics.transfer(serving_.position, bytes) : rate_.time_of(bytes);
}

void Disk::read_chunk(Time now) {
  const std::uint64_t left = serving_.bytes - off_medium_;
  chunk_ = config_.chunk == 0 ? left : std::min(left, config_.chunk);
  off_medium_ += chunk_;
  is_reading_ = true;
  // Counted from the first byte: no chunk adds a rounding.
  ends_ = pace_.schedule(domain_.region, *this, now, transfer_from_ + medium_time(off_medium_));
}

void Disk::expect_faults(const FaultContext& context) {
  FaultyStation::expect_faults(context);
  losses_ = &context.losses;
}

void Disk::set_condition(const PartCondition& condition, Time now) {
  FaultyStation::set_condition(condition, now);
  const bool fails = condition.dead && !dead_;
  dead_ = condition.dead;
  if (fails) fail_served(now);
  if (!busy_.inside() && waiting() > 0) domain_.region.request_update(*this);
}

void Disk::fail_served(Time now) {
  // What is off the medium is safe.
  if (!is_reading_ && awaited_ == nullptr) return;
  const std::uint64_t sent = is_reading_ ? off_medium_ - chunk_ : off_medium_;
  if (is_reading_) pace_.cancel(domain_.region, *this, now, ends_);
  is_reading_ = false;
  awaited_ = nullptr;
  if (probes_ != nullptr) probes_->event(now, Phase::end, served());
  to_cross_ -= serving_.bytes - sent;
  // Nothing begins before its last chunk is across, also where the disk is back by then.
  if (config_.freed == Freed::after_medium || to_cross_ == 0) free(now);
  fail(serving_, now);
}

void Disk::fail_waiting(Time now) {
  for (ArrivalQueue<Request>& requests : requests_)
    while (!requests.empty()) {
      const Request request = requests.pop();
      depth_.change(now, -1);
      fail(request, now);
    }
  show(now);
}

void Disk::fail(const Request& request, Time now) {
  // Whoever counts it first, and then whoever goes on without it.
  losses_->lost(request.tag, request.bytes, now);
  if (asker_ != nullptr) asker_->request_failed(request.tag, now);
}

void Disk::complete(Time now) {
  is_reading_ = false;
  if (pace_.expects_faults()) transfer_from_ = now - medium_time(off_medium_);  // as if there had been no fault
  const std::uint64_t offset = off_medium_ - chunk_;
  Message& message = domain_.pool.allocate(serving_.address + offset, static_cast<unsigned>(chunk_));
  Tag& tag = message.tag();
  tag.copy_from(serving_.tag);
  tag.ready = now;
  if (config_.chunk != 0) {
    tag.offset = offset;
    tag.bytes = static_cast<std::uint32_t>(serving_.bytes);
  }
  if (medium_ != nullptr) medium_->read(serving_.position + offset, chunk_, message.get_data_ptr());
  if (off_medium_ < serving_.bytes) {
    if (config_.chunks == Chunks::overlapped)
      read_chunk(now);
    else
      awaited_ = &message;
  } else {
    if (probes_ != nullptr) probes_->event(now, Phase::end, served());
    if (config_.freed == Freed::after_medium) free(now);
  }
  outbox_.send(message);
}

void Disk::free(Time now) {
  busy_.leave(now);
  show(now);
  if (waiting() > 0) domain_.region.request_update(*this);
}

void Disk::on_accepted(AtInitiatorBase&, Payload&, Time) {
  outbox_.accepted();
}

void Disk::on_response(AtInitiatorBase&, Payload& payload, Time now) {
  socket.require_ok(payload);
  const unsigned bytes = payload.get_data_length();
  if (awaited_ == &payload) {
    awaited_ = nullptr;
    transfer_from_ = now - medium_time(off_medium_);  // as if there had been no wait
    read_chunk(now);
  }
  socket.complete(payload);
  payload.release();
  if (config_.freed == Freed::after_medium) return;
  // What is under way is of one request.
  to_cross_ -= bytes;
  if (to_cross_ == 0) free(now);
}

Statistics<Disk> Disk::statistics() {
  Statistics<Disk> table;
  table.fraction("utilisation", &Disk::busy_, "fraction of time that it serves a request");
  table.mean("queue_depth", &Disk::depth_, "requests that it has not begun, mean over time");
  return table;
}

void Disk::report_waits(std::vector<Wait>& waits) const {
  socket.report_wait(waits);
}

void Disk::list_probes(ProbeList& list) {
  own_probes_ = std::make_unique<ServerProbes>(list, name(), "requests");
}

void Disk::start_trace(Time now) {
  probes_ = own_probes_.get();
  probes_->start(now, busy_.inside() ? served() : TransactionId{}, waiting());
}

TransactionId Disk::served() const {
  return transaction_of(serving_.tag, serving_.bytes);
}

void Disk::show(Time now) {
  if (probes_ != nullptr) probes_->show(now, busy_.inside() ? served() : TransactionId{}, waiting());
}

TypeInfo Disk::type_info() {
  TypeInfo info;
  info.name = type;
  info.kind = "device";
  info.summary = "Magnetic disk: a latency, then its medium's rate, then the SCSI bus";
  info.source = "Gennart et al., section 3.2; with mechanics PS2, section 6";
  info.ports = {{"socket", "base protocol", "initiator", "towards the SCSI bus"},
                {"requests", calls, "target", "what it is asked for"}};
  info.statistics = statistics().infos();
  info.statistics.push_back(
      {"throughput", "B/s", "bytes of it that are across its adapter, where somebody counts them"});
  info.faults = station_faults();
  info.faults.push_back(
      {"fail", "its requests fail, those that wait and that it serves too, where whoever asks hears of it"});
  Config config;
  info.describe_parameters(config.all_parameters());
  return info;
}

}  // namespace isochron
