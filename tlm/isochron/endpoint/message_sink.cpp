// SPDX-License-Identifier: Apache-2.0
#include <isochron/endpoint/message_sink.h>

#include <string>

#include <isochron/core/error.h>
#include <isochron/observe/probe_list.h>
#include <isochron/protocol/stream_check.h>
#include <isochron/protocol/transaction.h>

namespace isochron {

struct MessageSink::Probes {
  UtilisationProbe utilisation;
  NumberProbe taken;
  PhaseProbe arrivals;
};

ParameterTable MessageSink::Config::parameters() {
  ParameterTable table;
  table.data_rate_or("rate", rate, "unlimited", {8, 1'000'000'000'000},
                     "at which it takes one message after another; unlimited: it takes what comes");
  table.count("buffers", buffers, {1, 1'000'000}, "for messages that it has not taken in whole");
  table.counts_where({"rate", "a rate", [this] { return rate > 0; }}, {"buffers"});
  return table;
}

MessageSink::MessageSink(const sc_core::sc_module_name& name, const Domain& domain, const Config& config,
                         Arrivals& arrivals, Region::Rank rank)
    : sc_module(name), region_(domain.region), arrivals_(arrivals), buffers_(config.buffers), free_(config.buffers) {
  if (config.rate == 0) return;
  if (buffers_ == 0) throw ModelError(std::string(this->name()) + ": a sink with a rate needs a buffer");
  clock_.emplace(Rate::bits_per_second(config.rate));
  region_.join(static_cast<Region::Activity&>(*this), Region::Rank::link);
  region_.join(static_cast<Region::Requester&>(*this), rank);
}

MessageSink::~MessageSink() = default;

bool MessageSink::take_buffer(Time now) {
  if (!clock_) return true;
  if (free_ == 0) {
    withheld_.enter(now);
    return false;
  }
  --free_;
  free_times_.taken();
  show(now);
  return true;
}

void MessageSink::arrived(const Payload& payload, Time now) {
  const Tag& tag = tag_of(payload);
  if (tag.has_data) require_stream_data(payload, name());
  const std::uint64_t bytes = payload.get_data_length();
  bytes_ += bytes;
  ++messages_;
  if (__builtin_expect(probes_ != nullptr, 0)) probes_->arrivals.event(now, Phase::end, transaction_of(payload));
  const bool goes_on = arrivals_.arrives(tag, bytes, now);
  if (!clock_) return;
  if (!goes_on) {
    free_buffer(now);
    show(now);
    return;
  }
  untaken_.push(bytes);
  if (untaken_.size() > 1) return;
  taking_.enter(now);
  show(now);
  region_.schedule(*this, now + clock_->take(bytes));
}

void MessageSink::complete(Time now) {
  untaken_.pop();
  free_buffer(now);
  if (untaken_.empty())
    taking_.leave(now);
  else
    region_.schedule(*this, now + clock_->take(untaken_.front()));
  show(now);
}

void MessageSink::free_buffer(Time now) {
  ++free_;
  free_times_.freed(now);
  if (withheld_.inside()) region_.request(*this);
}

void MessageSink::ask(Time now) {
  withheld_.leave(now);
  --free_;
  free_times_.taken();
  show(now);
  granted(now);
}

Statistics<MessageSink> MessageSink::statistics() {
  Statistics<MessageSink> table;
  table.rate("bandwidth", &MessageSink::bytes_, "bytes arrived");
  table.count("messages", &MessageSink::messages_, "messages arrived");
  table.when(&MessageSink::has_rate);
  table.fraction("utilisation", &MessageSink::taking_, "fraction of time that it takes a message (with a rate)");
  table.fraction("withheld", &MessageSink::withheld_,
                 "fraction of time with a message that waits for a buffer (with a rate)");
  return table;
}

void MessageSink::report_waits(std::vector<Wait>& waits) const {
  if (withheld_.inside()) waits.push_back({name(), "the last bit", "the message that it takes"});
}

void MessageSink::list_probes(ProbeList& list) {
  own_probes_ = std::make_unique<Probes>();
  list.add(own_probes_->arrivals, name(), "END: a message has arrived");
  if (!clock_) return;
  list.add(own_probes_->utilisation, name(), "fraction of the time that it takes a message");
  list.add(own_probes_->taken, name(), "taken", buffers_, "buffers that messages have");
}

void MessageSink::start_trace(Time now) {
  probes_ = own_probes_.get();
  probes_->arrivals.clear(now);
  show(now);
}

void MessageSink::show_traced(Time now) {
  if (!clock_) return;
  probes_->utilisation.set(now, taking_.inside());
  probes_->taken.set(now, buffers_ - free_);
}

TypeInfo MessageSink::describe(const char* type, const char* summary, const PortInfo& port) {
  TypeInfo info;
  info.name = type;
  info.kind = "device";
  info.summary = summary;
  info.source = "our own";
  info.ports = {port};
  info.statistics = statistics().infos();
  Config config;
  info.describe_parameters(config.parameters());
  return info;
}

}  // namespace isochron
