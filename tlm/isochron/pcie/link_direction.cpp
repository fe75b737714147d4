// SPDX-License-Identifier: Apache-2.0
#include <isochron/pcie/link_direction.h>

#include <algorithm>

#include <isochron/core/error.h>
#include <isochron/observe/probe_list.h>
#include <isochron/observe/timed_wait.h>
#include <isochron/protocol/transaction.h>

namespace isochron {

struct LinkDirection::Probes {
  TransactionProbe packet;
  UtilisationProbe utilisation;
  std::array<NumberProbe, tlp_types> credits;
  std::array<NumberProbe, tlp_types> waiting;
};

LinkDirection::LinkDirection(Region& region, const PcieLinkConfig& config)
    : region_(region),
      clock_(config.rate()),
      simulated_(config.simulates_dllps()),
      acknowledged_(config.policy().acks),
      size_(config.size()),
      replay_(config.replay_buffer),
      owed_(config.policy(), {}, static_cast<unsigned>(config.classes)),
      skips_(config.skips()),
      propagation_(config.propagation),
      credit_latency_(config.credit_latency),
      rate_(config.rate()),
      ack_bytes_(config.simulates_dllps() ? 0 : config.ack_bytes),
      policy_(config.policy()),
      service_(config.service()) {
  set_rate(config.rate());
  region_.join(static_cast<Region::Requester&>(*this), Region::Rank::link);
}

LinkDirection::~LinkDirection() = default;

void LinkDirection::connect(PcieDevice& from, PcieDevice& to, LinkDirection& back) {
  from_ = &from;
  to_ = &to;
  back_ = &back;
  queues_ = &from.queues();
  queues_->serve_classes(service_);
  queues_->measure(size_);
  credits_ = CreditCounters(to.buffers(), service_.classes);
  owed_ = DllpQueue(policy_, from.buffers(), service_.classes);
  counted_ = !credits_.unlimited() || !replay_.unlimited();
  show(region_.now());  // a trace may have begun before
}

bool LinkDirection::choose(TlpQueues::Place& place) const {
  if (!counted_) return queues_->next([](const Payload&, TlpType) { return true; }, place);
  return queues_->next([this](const Payload& packet, TlpType) { return has_room(tlp_of(packet)); }, place);
}

void LinkDirection::enqueue(Payload& packet, unsigned input, Time now) {
  const Tlp tlp = tlp_of(packet);
  const bool fits = replay_.unlimited() || size_.bytes(tlp) <= replay_.capacity();
  if (__builtin_expect(!fits || !credits_.can_ever_hold(tlp), 0))
    throw ModelError(from_->path() + " sends " + std::to_string(tlp.data) + " B in one packet, which " +
                     (fits ? "the buffers of " + to_->path() : "the replay buffer") + " cannot hold");
  queues_->push(packet, tlp, input, now);
  if (__builtin_expect(probes_ != nullptr, 0)) show_waiting(tlp.type, now);
  note_waits(now);
}

void LinkDirection::expect_faults(std::uint64_t seed, Losses& losses) {
  losses_ = &losses;
  bit_errors_ = std::make_unique<BitErrors>(seed);
}

void LinkDirection::set_condition(const PartCondition& condition, const PcieLinkConfig& config, Time now) {
  const bool was_dead = dead_;
  dead_ = condition.dead;
  if (dead_ != was_dead && back_ != nullptr) region_.request(*this);  // what waits for credits may go
  const bool goes_down = condition.down && !condition.dead && condition.until > up_from_;
  // What strikes at time 0 does so before the ends are joined.
  if (back_ != nullptr) hold_dllps(now, goes_down ? condition.until : 0);
  if (free_ <= now) free_ = skips_.catch_up(free_, now);
  bit_errors_->set_probability(condition.bit_errors);
  if (config.rate().numerator() != rate_.numerator() || config.rate().denominator() != rate_.denominator()) {
    set_rate(config.rate());
    skips_ = config.skips();
    skips_.pass_to(now);
  }
  if (!goes_down) return;
  // What is on its way out leaves first.
  const Time from = std::max(free_, now);
  up_from_ = condition.until;
  if (from < up_from_) statistics_.down.add(from, up_from_);
  free_ = std::max(free_, up_from_);
  skips_.pass_to(free_);
}

/// Of a packet that comes across wrong, all attempts but the last: each takes its time on the link and, until its Nak
/// is back, what goes behind it is thrown away at the far end.
Time LinkDirection::attempts_end(std::uint64_t bytes, Time now) {
  while (bit_errors_->strike(bytes)) {
    ++statistics_.errors;
    now += clock_.take(bytes) + 2 * propagation_ + rate_.time_of(Dllp::bytes);
  }
  return now;
}

void LinkDirection::set_rate(Rate rate) {
  rate_ = rate;
  clock_ = TransferClock(rate);
  for (const TlpType type : all_tlp_types) header_time_[index_of(type)] = rate_.time_of(size_.overhead(type));
}

LinkDirection::Sent LinkDirection::begin(const TlpQueues::Place& place, Time now) {
  const Tlp tlp = tlp_of(*queues_->queue(place.input, place.traffic_class).head(place.type));
  const std::uint64_t bytes = size_.bytes(tlp);
  Payload& packet = queues_->pop(place, now);
  std::uint64_t taken = bytes;
  if (tlp.type == TlpType::completion && requests_ > 0) {
    --requests_;
    taken += ack_bytes_;
  }
  if (!dead_) {
    credits_.consume(tlp);
    replay_.hold(replay_.unlimited() ? 0 : bytes);
  }
  const Time from = bit_errors_ == nullptr ? now : attempts_end(taken, now);
  free_ = from + clock_.take(taken);
  ++statistics_.tlps;
  statistics_.payload += tlp.data;
  statistics_.tlp_bytes += bytes;
  statistics_.busy.add(now, free_);
  note_waits(now);
  on_link_ = &packet;
  show(now);
  if (dead_) return {tlp, place.input, &packet, bytes, free_, free_, free_, true};
  const Time whole = free_ + propagation_;
  const Time header = std::min(from + header_time_[index_of(tlp.type)] + propagation_, whole);
  return {tlp, place.input, &packet, bytes, free_, whole, to_->ready(packet, header, whole)};
}

void LinkDirection::drop(Payload& packet, Time now) {
  ++statistics_.lost;
  losses_->lost(tag_of(packet), packet.get_data_length(), now);
  packet.release();
}

Time LinkDirection::begin(const Dllp&, Time start) {
  free_ = start + clock_.take(Dllp::bytes);
  ++statistics_.dllps;
  statistics_.dllp_bytes += Dllp::bytes;
  statistics_.busy.add(start, free_);
  on_link_ = nullptr;
  show(start);
  return free_;
}

void LinkDirection::take_effect(const Dllp& dllp, Time now) {
  if (!dllp.is_ack())
    credits_.replenish(dllp.traffic_class, dllp.type, dllp.credits);
  else if (!replay_.unlimited())
    replay_.acknowledge(dllp.acknowledged);
  note_waits(now);
  show(now);
}

void LinkDirection::note_counted_waits(Time now) {
  bool lacks[tlp_types] = {};
  bool lacks_replay = false;
  queues_->for_each_head([&](const Payload& head, TlpType type) {
    const Tlp tlp = tlp_of(head);
    if (!credits_.may_go(tlp))
      lacks[index_of(type)] = true;
    else if (!replay_.has_room(size_.bytes(tlp)))
      lacks_replay = true;
  });
  const auto note = [now](TimeIn& wait, bool waits) {
    if (waits == wait.inside()) return;
    if (waits)
      wait.enter(now);
    else
      wait.leave(now);
  };
  for (std::size_t i = 0; i < tlp_types; ++i) note(statistics_.wait_credit[i], lacks[i]);
  note(statistics_.wait_replay, lacks_replay);
}

void LinkDirection::start_window(Time now) {
  statistics_.tlps = statistics_.payload = statistics_.tlp_bytes = statistics_.dllps = statistics_.dllp_bytes = 0;
  statistics_.errors = statistics_.lost = 0;
  statistics_.busy.start_window(now);
  statistics_.down.start_window(now);
  for (TimeIn& wait : statistics_.wait_credit) wait.start_window(now);
  statistics_.wait_replay.start_window(now);
}

void LinkDirection::report_waits(std::vector<Wait>& waits) const {
  for (const TlpType type : all_tlp_types) {
    const TimeIn& wait = statistics_.wait_credit[index_of(type)];
    if (!wait.inside()) continue;
    unsigned traffic_class = 0;
    queues_->for_each_head([&](const Payload& head, TlpType of) {
      const Tlp tlp = tlp_of(head);
      if (of == type && !credits_.may_go(tlp)) traffic_class = tlp.traffic_class;
    });
    waits.push_back(TimedWait::make(from_->path(), std::string(tlp_type_names[index_of(type)]) + " credits",
                                    to_->holder(traffic_class, type), wait, region_.now()));
  }
  if (statistics_.wait_replay.inside())
    waits.push_back(TimedWait::make(from_->path(), "an Ack", to_->path(), statistics_.wait_replay, region_.now()));
}

void LinkDirection::list_probes(ProbeList& list, const std::string& part, const std::string& prefix) {
  own_probes_ = std::make_unique<Probes>();
  const std::string path = part + "." + prefix;
  list.add(own_probes_->packet, path, "packet", "packet on its way out");
  list.add(own_probes_->utilisation, path, "fraction of the time with a packet or DLLP on its way out");
  for (const TlpType type : all_tlp_types)
    list.add(own_probes_->credits[index_of(type)], path, std::string("credits_") + tlp_type_names[index_of(type)],
             0xffff, "headers of class 0 that the far end has room for; 0 where it is unlimited");
  for (const TlpType type : all_tlp_types)
    list.add(own_probes_->waiting[index_of(type)], path, std::string("queue_") + tlp_type_names[index_of(type)], 0xffff,
             "packets that wait to be sent");
}

void LinkDirection::start_trace(Time now) {
  probes_ = own_probes_.get();
  show_traced(now);
}

void LinkDirection::show_waiting(TlpType type, Time now) {
  probes_->waiting[index_of(type)].set(now, static_cast<std::uint64_t>(queues_->depth(type).level()));
}

void LinkDirection::show_traced(Time now) {
  const bool busy = statistics_.busy.busy(now);
  probes_->packet.set(now, transaction_of(busy ? on_link_ : nullptr));
  probes_->utilisation.set(now, busy);
  if (queues_ != nullptr)
    for (const TlpType type : all_tlp_types) show_waiting(type, now);
  if (credits_.unlimited()) return;
  for (const TlpType type : all_tlp_types) probes_->credits[index_of(type)].set(now, credits_.headers_left(0, type));
}

}  // namespace isochron
