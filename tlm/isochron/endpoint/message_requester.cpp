// SPDX-License-Identifier: Apache-2.0
#include <isochron/endpoint/message_requester.h>

#include <string>

#include <isochron/core/error.h>
#include <isochron/observe/probe_list.h>
#include <isochron/observe/timed_wait.h>
#include <isochron/protocol/transaction.h>

namespace isochron {

struct MessageRequester::Probes {
  PhaseProbe phase;
  NumberProbe waiting;
  NumberProbe tags;
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

std::uint32_t MessageRequester::take_request() {
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
  slot.tag.stream = number;
  slot.left = slot.tag.bytes;
  ++taken_;
  return number;
}

void MessageRequester::begin_request(std::uint32_t number, Time now) {
  --taken_;
  waiting_.change(now, -1);
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

void MessageRequester::served(std::uint32_t number, std::uint64_t bytes, Time now) {
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
}

}  // namespace isochron
