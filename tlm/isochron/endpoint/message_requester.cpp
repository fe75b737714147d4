// SPDX-License-Identifier: Apache-2.0
#include <isochron/endpoint/message_requester.h>

#include <string>

#include <isochron/core/due_queue.h>
#include <isochron/core/error.h>
#include <isochron/core/ring.h>
#include <isochron/observe/probe_list.h>
#include <isochron/observe/timed_wait.h>
#include <isochron/protocol/transaction.h>

namespace isochron {

struct MessageRequester::Probes {
  PhaseProbe phase;
  NumberProbe waiting;
  NumberProbe tags;
};

struct MessageRequester::Recovery {
  /// Attempts, each until it must have been answered.
  class Deadlines final : public DueQueue<Tag> {
   public:
    // After all that brings answers: what comes in the same instant is in time.
    Deadlines(MessageRequester& owner, Region& region) : DueQueue(region, Region::Rank::timer), owner_(owner) {}
    ~Deadlines() override = default;

   private:
    void due(Tag& attempt, Time now) override { owner_.expire(attempt, now); }

    MessageRequester& owner_;
  };

  Recovery(MessageRequester& owner, LostRequests& lost_requests)
      : hearer(lost_requests), deadlines(owner, owner.domain_.region) {}

  LostRequests& hearer;
  Deadlines deadlines;
  Ring<std::uint32_t> again;  ///< slots of requests that are to be asked for again
  // In this window:
  std::uint64_t timeouts = 0;
  std::uint64_t asked_again = 0;
  std::uint64_t given_up = 0;
  std::uint64_t late = 0;
};

ParameterTable MessageRequester::Config::parameters() {
  ParameterTable table;
  table.count("tags", tags, {1, 65536}, "requests under way at once");
  return table;
}

MessageRequester::MessageRequester(const sc_core::sc_module_name& name, const Domain& domain, const Config& config,
                                   Departures& departures, Arrivals& arrivals)
    : sc_module(name), domain_(domain), departures_(departures), arrivals_(arrivals), tags_(config.tags) {
  if (config.tags == 0) throw ModelError(std::string(this->name()) + ": a requester needs a tag");
  domain_.region.join(static_cast<Region::Requester&>(*this), Region::Rank::bus);

  SC_HAS_PROCESS(MessageRequester);
  SC_METHOD(start);  // at time 0
}

MessageRequester::~MessageRequester() = default;

SourceTraffic& MessageRequester::add_traffic(const SourceLoad& load, std::unique_ptr<DestinationPolicy> destinations,
                                             SourceTraffic::Addressing addressing, std::uint32_t source) {
  if (!load.requests) throw ModelError(std::string(name()) + ": a requester asks for something");
  traffics_.push_back(std::make_unique<SourceTraffic>(name(), domain_, load, std::move(destinations),
                                                      std::move(addressing), departures_, source,
                                                      static_cast<SourceTraffic::Listener&>(*this)));
  return *traffics_.back();
}

void MessageRequester::start() {
  for (const std::unique_ptr<SourceTraffic>& one : traffics_) one->start();
}

void MessageRequester::asked(std::int64_t requests, Time now) {
  waiting_.change(now, requests);
  note_wait(now);
  domain_.region.request(*this);
}

void MessageRequester::expect_losses(LostRequests& hearer) {
  recovery_ = std::make_unique<Recovery>(*this, hearer);
}

std::uint32_t MessageRequester::take_request() {
  if (__builtin_expect(recovery_ != nullptr, 0) && !recovery_->again.empty()) {
    ++taken_;
    return recovery_->again.pop();
  }
  SourceTraffic* first = nullptr;
  for (const std::unique_ptr<SourceTraffic>& one : traffics_)
    if (one->has_message() && (first == nullptr || one->first_asked() < first->first_asked())) first = one.get();
  if (free_.empty()) {
    free_.push_back(static_cast<std::uint32_t>(slots_.size()));
    slots_.emplace_back();
  }
  const std::uint32_t number = free_.back();
  free_.pop_back();
  Slot& slot = slots_[number];
  slot.address = first->next_request(slot.tag);
  slot.tag.stream = RequestSlot::stream(number, 0);
  slot.left = slot.tag.bytes;
  slot.attempt = 0;
  slot.fault = LostRequests::no_fault;
  ++taken_;
  return number;
}

void MessageRequester::begin_request(std::uint32_t number, Time now) {
  --taken_;
  waiting_.change(now, -1);
  if (__builtin_expect(recovery_ != nullptr, 0))
    recovery_->deadlines.push(now + load_of(slots_[number].tag.source).timeout, slots_[number].tag);
  if (__builtin_expect(probes_ != nullptr, 0))
    probes_->phase.event(now, Phase::begin, transaction_of(slots_[number].tag, slots_[number].left));
  note_wait(now);
}

void MessageRequester::take_tag(Time now) {
  --tags_;
  in_use_.change(now, 1);
  note_wait(now);
}

void MessageRequester::return_tag(Time now) {
  ++tags_;
  in_use_.change(now, -1);
  note_wait(now);
  domain_.region.request(*this);
}

const RequestLoad& MessageRequester::load_of(std::uint32_t source) const {
  for (const std::unique_ptr<SourceTraffic>& one : traffics_)
    if (one->source() == source) return one->requests();
  throw ModelError(std::string(name()) + ": no traffic of it has number " + std::to_string(source));
}

Message& MessageRequester::message_of(std::uint32_t number, std::uint64_t offset, std::uint64_t bytes) {
  const Slot& slot = slots_[number];
  Message& message = domain_.pool.allocate(slot.address, static_cast<unsigned>(bytes));
  static_cast<Tag&>(message.tag()) = slot.tag;
  message.tag().bytes = static_cast<std::uint32_t>(bytes);
  message.tag().offset = offset;
  return message;
}

void MessageRequester::served(const Tag& tag, std::uint64_t bytes, Time now) {
  if (!is_awaited(tag)) return;
  count_served(RequestSlot::of(tag), bytes, now);
}

void MessageRequester::message_lost(const Tag& tag, std::uint32_t fault) {
  const std::uint32_t number = RequestSlot::of(tag);
  if (number < slots_.size() && slots_[number].left > 0 && RequestSlot::is_same(slots_[number].tag, tag))
    slots_[number].fault = fault;
}

void MessageRequester::note_late() {
  ++recovery_->late;
}

void MessageRequester::expire(const Tag& attempt, Time now) {
  const std::uint32_t number = RequestSlot::of(attempt);
  Slot& slot = slots_[number];
  if (slot.left == 0 || !RequestSlot::is_same(slot.tag, attempt)) return;  // it has been answered
  ++recovery_->timeouts;
  withdraw(number, now);
  tags_ += slot.tags;
  in_use_.change(now, -static_cast<std::int64_t>(slot.tags));
  slot.tags = 0;
  if (slot.attempt < load_of(slot.tag.source).retries) {
    ++recovery_->asked_again;
    ++slot.attempt;
    slot.tag.stream = RequestSlot::stream(number, slot.attempt);
    slot.left = slot.tag.bytes;
    recovery_->again.push(number);
    waiting_.change(now, 1);
  } else {
    ++recovery_->given_up;
    slot.left = 0;
    const Tag tag = slot.tag;
    const std::uint32_t fault = slot.fault;
    free_.push_back(number);
    if (__builtin_expect(probes_ != nullptr, 0)) probes_->phase.event(now, Phase::end, transaction_of(tag, tag.bytes));
    recovery_->hearer.request_lost(tag, tag.bytes, fault, now);
  }
  note_wait(now);
  domain_.region.request(*this);
}

void MessageRequester::count_served(std::uint32_t number, std::uint64_t bytes, Time now) {
  Slot& slot = slots_[number];
  if (bytes > slot.left)
    throw ModelError(std::string(name()) + ": more has come back of request " + std::to_string(slot.tag.sequence) +
                     " than it asked for");
  slot.left -= bytes;
  if (slot.left == 0) done(number, now);
}

void MessageRequester::finish(std::uint32_t number, Time now) {
  const Tag tag = slots_[number].tag;
  free_.push_back(number);
  if (__builtin_expect(probes_ != nullptr, 0)) probes_->phase.event(now, Phase::end, transaction_of(tag, tag.bytes));
  ++requests_;
  (tag.kind == MessageKind::read_request ? read_ : written_) += tag.bytes;
  arrivals_.arrives(tag, tag.bytes, now);
}

void MessageRequester::note_wait(Time now) {
  const bool waits = waits_for_tag();
  if (waits && !wait_tag_.inside()) wait_tag_.enter(now);
  if (!waits && wait_tag_.inside()) wait_tag_.leave(now);
  show(now);
}

Statistics<MessageRequester> MessageRequester::statistics() {
  Statistics<MessageRequester> table;
  table.rate("read", &MessageRequester::read_, "bytes that came back");
  table.rate("written", &MessageRequester::written_, "bytes that arrived where they were to be written");
  table.count("requests", &MessageRequester::requests_, "requests that were done");
  table.mean("tags_in_use", &MessageRequester::in_use_, "tags of requests that have not been answered, mean over time");
  table.mean("queue_depth", &MessageRequester::waiting_, "requests that have not begun to leave, mean over time");
  table.fraction("wait_tag", &MessageRequester::wait_tag_, "fraction of time with a request that waits for a tag");
  return table;
}

Statistics<MessageRequester> MessageRequester::recovery_statistics() {
  Statistics<MessageRequester> table;
  const auto of = [](std::uint64_t Recovery::*number) {
    return [number](const MessageRequester& one) { return (*one.recovery_).*number; };
  };
  table.count("timeouts", of(&Recovery::timeouts), "requests that were not answered in time (with faults)");
  table.count("asked_again", of(&Recovery::asked_again), "of these, those that were asked for again (with faults)");
  table.count("given_up", of(&Recovery::given_up), "requests that are lost (with faults)");
  table.count("late", of(&Recovery::late),
              "messages that came for requests that were over, and were dropped (with faults)");
  return table;
}

const Statistics<MessageRequester>& MessageRequester::recovery_table() {
  static const Statistics<MessageRequester> made = recovery_statistics();
  return made;
}

void MessageRequester::start_window(Time now) {
  WithStatistics::start_window(now);
  if (recovery_) recovery_->timeouts = recovery_->asked_again = recovery_->given_up = recovery_->late = 0;
}

void MessageRequester::report(StatisticSink& sink) {
  WithStatistics::report(sink);
  if (recovery_) recovery_table().report(*this, sink);
}

void MessageRequester::report_waits(std::vector<Wait>& waits) const {
  if (wait_tag_.inside())
    waits.push_back(TimedWait::make(name(), "a tag", "requests without an answer", wait_tag_, domain_.region.now()));
  else if (in_use_.level() > 0)
    waits.push_back({name(), "the answers", "its requests"});
}

void MessageRequester::list_probes(ProbeList& list) {
  own_probes_ = std::make_unique<Probes>();
  list.add(own_probes_->phase, name(), "BEGIN: a request begins to leave; END: it has been answered");
  list.add(own_probes_->waiting, name(), "queue_depth", 0xffffffff, "requests that have not begun to leave");
  list.add(own_probes_->tags, name(), "tags_in_use", tags_, "tags of requests that have not been answered");
}

void MessageRequester::start_trace(Time now) {
  probes_ = own_probes_.get();
  probes_->phase.clear(now);
  show_traced(now);
}

void MessageRequester::show_traced(Time now) {
  probes_->waiting.set(now, static_cast<std::uint64_t>(waiting_.level()));
  probes_->tags.set(now, static_cast<std::uint64_t>(in_use_.level()));
}

void MessageRequester::describe(TypeInfo& info) {
  info.kind = "device";
  info.source = "our own";
  info.statistics = statistics().infos();
  for (StatisticInfo& one : recovery_table().infos()) info.statistics.push_back(std::move(one));
}

}  // namespace isochron
