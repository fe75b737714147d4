// SPDX-License-Identifier: Apache-2.0
#include <isochron/endpoint/message_source.h>

#include <isochron/observe/probe_list.h>

namespace isochron {

struct MessageSource::Probes {
  NumberProbe depth;
  NumberProbe ios;
};

MessageSource::MessageSource(const sc_core::sc_module_name& name, const Domain& domain, const SourceLoad& load,
                             std::unique_ptr<DestinationPolicy> destinations, Addressing addressing,
                             Departures& departures, std::uint32_t source)
    : sc_module(name), domain_(domain), departures_(departures) {
  add_traffic(load, std::move(destinations), std::move(addressing), source);
  sending_ = traffics_.front().get();
  domain_.region.join(static_cast<Region::Requester&>(*this), Region::Rank::bus);

  SC_HAS_PROCESS(MessageSource);
  SC_METHOD(start);  // at time 0
}

MessageSource::~MessageSource() = default;

void MessageSource::add_traffic(const SourceLoad& load, std::unique_ptr<DestinationPolicy> destinations,
                                Addressing addressing, std::uint32_t source) {
  traffics_.push_back(std::make_unique<SourceTraffic>(name(), domain_, load, std::move(destinations),
                                                      std::move(addressing), departures_, source,
                                                      static_cast<SourceTraffic::Listener&>(*this)));
}

void MessageSource::start() {
  for (const std::unique_ptr<SourceTraffic>& one : traffics_) one->start();
}

void MessageSource::asked(std::int64_t messages, Time now) {
  change_depth(now, messages);
  request();
}

void MessageSource::take_turn() {
  SourceTraffic* next = nullptr;
  for (const std::unique_ptr<SourceTraffic>& one : traffics_)
    if (one->has_message() && (next == nullptr || one->first_asked() < next->first_asked())) next = one.get();
  sending_ = next;
}

void MessageSource::change_depth(Time now, std::int64_t by) {
  depth_.change(now, by);
  const bool waits = depth_.level() > 0;
  if (waits && !wait_link_.inside()) wait_link_.enter(now);
  if (!waits && wait_link_.inside()) wait_link_.leave(now);
  show(now);
}

Statistics<MessageSource> MessageSource::statistics(const std::string& where) {
  Statistics<MessageSource> table;
  table.rate("bandwidth", &MessageSource::bytes_, "bytes that left " + where);
  table.count("messages", &MessageSource::messages_, "messages that left " + where);
  table.mean("queue_depth", &MessageSource::depth_, "messages ready and not gone, mean over time");
  table.fraction("wait_link", &MessageSource::wait_link_, "fraction of time with a message ready that cannot leave");
  return table;
}

void MessageSource::list_probes(ProbeList& list) {
  own_probes_ = std::make_unique<Probes>();
  list.add(own_probes_->depth, name(), "queue_depth", 0xffffffff, "messages that are ready and not gone");
  list.add(own_probes_->ios, name(), "ios", 0xffffffff, "I/Os asked for so far");
}

void MessageSource::start_trace(Time now) {
  probes_ = own_probes_.get();
  show_traced(now);
}

void MessageSource::show_traced(Time now) {
  probes_->depth.set(now, static_cast<std::uint64_t>(depth_.level()));
  std::uint64_t ios = 0;
  for (const std::unique_ptr<SourceTraffic>& one : traffics_) ios += one->ios();
  probes_->ios.set(now, ios);
}

void MessageSource::describe(TypeInfo& info, const std::string& where) {
  info.kind = "device";
  info.source = "our own";
  info.statistics = statistics(where).infos();
}

}  // namespace isochron
