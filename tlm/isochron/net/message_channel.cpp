// SPDX-License-Identifier: Apache-2.0
#include <isochron/net/message_channel.h>

#include <string>
#include <utility>

#include <isochron/core/error.h>
#include <isochron/observe/probe_list.h>
#include <isochron/observe/statistic_sink.h>

namespace isochron {

/// An inlet and the outlet of the same number.
class MessageChannel::Lane final : private Inlet {
 public:
  Lane(MessageChannel& channel, unsigned index)
      : in(("in[" + std::to_string(index) + "]").c_str(), *this),
        out(("out[" + std::to_string(index) + "]").c_str()),
        channel_(channel),
        index_(index) {}

  InletPort in;
  OutletPort out;
  // Of messages that leave by `out`.
  TimeIn busy;
  std::uint64_t messages = 0;
  std::uint64_t bytes = 0;
  std::uint64_t dropped = 0;
  std::uint64_t dropped_before = 0;  ///< the window
  std::uint64_t inside = 0;          ///< now

  /// Whoever sends here, as it is called in reports.
  std::string sender() const { return in.far() == nullptr ? in.path() : in.far()->path(); }
  void start_window(Time now) {
    busy.start_window(now);
    dropped_before += dropped;
    messages = bytes = dropped = 0;
  }

 private:
  void accept(Payload& payload, Time now) override { channel_.send(index_, payload, now); }

  MessageChannel& channel_;
  unsigned index_;
};

struct MessageChannel::Probes {
  NumberProbe depth;
  std::vector<std::string> senders;
};

MessageChannel::MessageChannel(const sc_core::sc_module_name& name, const Domain& domain, const Config& config,
                               unsigned lanes, std::unique_ptr<const MessageTiming> timing)
    : sc_module(name),
      FaultyStation(domain.region),
      region_(domain.region),
      config_(config),
      timing_(std::move(timing)) {
  if (lanes == 0) throw ModelError(std::string(this->name()) + ": a channel without lanes");
  for (unsigned i = 0; i < lanes; ++i) lanes_.push_back(std::make_unique<Lane>(*this, i));
  MessageMedium::Listener& listener = *this;
  for (unsigned i = 0; i < (config_.independent ? lanes : 1); ++i)
    media_.push_back(std::make_unique<MessageMedium>(region_, pace_, *timing_, config_.queue, listener));
}

MessageChannel::~MessageChannel() = default;

InletPort& MessageChannel::in(unsigned lane) {
  return lanes_.at(lane)->in;
}
OutletPort& MessageChannel::out(unsigned lane) {
  return lanes_.at(lane)->out;
}

void MessageChannel::send(unsigned lane, Payload& payload, Time now) {
  const unsigned outlet = config_.routing == Routing::by_lane ? lane : tag_of(payload).destination;
  if (outlet >= lanes()) throw ModelError(std::string(name()) + ": there is no outlet " + std::to_string(outlet));
  payload.acquire();
  depth_.change(now, 1);
  ++lanes_[outlet]->inside;
  show(now);
  medium_to(outlet).push({&payload, lane, outlet, now}, now);
}

void MessageChannel::begun(const ChannelMessage& message, Time now) {
  depth_.change(now, -1);
  ++begun_;
  waited_ += now - message.came;
  lanes_[message.to]->busy.enter(now);
  show(now);
}

void MessageChannel::across(const ChannelMessage& message, Time now) {
  Lane& lane = *lanes_[message.to];
  lane.busy.leave(now);
  --lane.inside;
  ++lane.messages;
  lane.bytes += message.payload->get_data_length();
  lane.out.hand_on(*message.payload, now);
  message.payload->release();
}

void MessageChannel::dropped(const ChannelMessage& message, Time now) {
  depth_.change(now, -1);
  ++lanes_[message.to]->dropped;
  --lanes_[message.to]->inside;
  count_lost(now, message.payload->get_data_length());
  show(now);
  message.payload->release();
}

void MessageChannel::start_window(Time now) {
  for (const auto& lane : lanes_) lane->start_window(now);
  depth_.start_window(now);
  waited_ = 0;
  begun_ = 0;
}

std::uint64_t MessageChannel::messages() const {
  std::uint64_t sum = 0;
  for (const auto& lane : lanes_) sum += lane->messages;
  return sum;
}
std::uint64_t MessageChannel::messages(unsigned outlet) const {
  return lanes_.at(outlet)->messages;
}

std::uint64_t MessageChannel::bytes() const {
  std::uint64_t sum = 0;
  for (const auto& lane : lanes_) sum += lane->bytes;
  return sum;
}
std::uint64_t MessageChannel::bytes(unsigned outlet) const {
  return lanes_.at(outlet)->bytes;
}

std::uint64_t MessageChannel::dropped() const {
  std::uint64_t sum = 0;
  for (const auto& lane : lanes_) sum += lane->dropped;
  return sum;
}
std::uint64_t MessageChannel::dropped(unsigned outlet) const {
  return lanes_.at(outlet)->dropped;
}

Time MessageChannel::busy(Time now) const {
  Time sum = 0;
  for (const auto& lane : lanes_) sum += lane->busy.total(now);
  return sum / media_.size();
}
Time MessageChannel::busy(unsigned outlet, Time now) const {
  return lanes_.at(outlet)->busy.total(now);
}

std::uint64_t MessageChannel::dropped_so_far() const {
  std::uint64_t sum = 0;
  for (const auto& lane : lanes_) sum += lane->dropped_before + lane->dropped;
  return sum;
}

std::uint64_t MessageChannel::inside() const {
  std::uint64_t sum = 0;
  for (const auto& lane : lanes_) sum += lane->inside;
  return sum;
}
std::uint64_t MessageChannel::inside(unsigned outlet) const {
  return lanes_.at(outlet)->inside;
}

void MessageChannel::report(StatisticSink& sink) {
  StatisticSink::Part figures = sink.part(name());
  figures.fraction("utilisation", busy(sink.end()));
  figures.rate("throughput", bytes());
  figures.count("messages", messages());
  figures.count("dropped", dropped());
  figures.mean("queue_depth", depth_);
  figures.mean_time("wait", waited_, begun_);
  for (const auto& lane : lanes_) {
    StatisticSink::Part of_outlet = sink.part(lane->out.path());
    of_outlet.fraction("utilisation", lane->busy);
    of_outlet.rate("throughput", lane->bytes);
  }
}

void MessageChannel::report_waits(std::vector<Wait>& waits) const {
  for (const auto& medium : media_) {
    if (!medium->busy()) continue;
    const std::string carried = lanes_[medium->carried().from]->in.path();
    std::vector<bool> said(lanes(), false);
    for (std::size_t i = 0; i < medium->waiting(); ++i) {
      const unsigned from = medium->waiting(i).from;
      if (!said[from]) waits.push_back({lanes_[from]->in.path(), "the end of a message", carried});
      said[from] = true;
    }
  }
}

void MessageChannel::list_probes(ProbeList& list) {
  own_probes_ = std::make_unique<Probes>();
  for (const auto& lane : lanes_) own_probes_->senders.push_back(lane->sender());
  list.add(own_probes_->depth, name(), "queue_depth", 0xffff, "messages that wait, for any medium");
  if (!config_.independent) {
    media_[0]->list_probes(list, name(), own_probes_->senders);
    return;
  }
  for (unsigned i = 0; i < lanes(); ++i) media_[i]->list_probes(list, lanes_[i]->out.path(), own_probes_->senders);
}

void MessageChannel::start_trace(Time now) {
  probes_ = own_probes_.get();
  show(now);
  for (const auto& medium : media_) medium->start_trace(now);
}

void MessageChannel::stop_trace() {
  probes_ = nullptr;
  for (const auto& medium : media_) medium->stop_trace();
}

void MessageChannel::show(Time now) {
  if (__builtin_expect(probes_ != nullptr, 0)) probes_->depth.set(now, static_cast<std::uint64_t>(depth_.level()));
}

void MessageChannel::describe(TypeInfo& info) {
  info.kind = "fabric";
  info.faults = station_faults();
  info.ports = {{"in[i]", "hand-over", "target", "messages"},
                {"out[i]", "hand-over", "initiator", "messages that are across"}};
  info.statistics = {{"utilisation", "1", "fraction of time with a message on the medium; mean over several media"},
                     {"throughput", "B/s", "bytes of messages handed on, without any header"},
                     {"messages", "1", "messages handed on"},
                     {"dropped", "1", "messages that found no room"},
                     {"queue_depth", "1", "messages that wait, mean over time"},
                     {"wait", "s", "for a medium, mean over the messages that got one; 0: none did"},
                     {"out[i].utilisation", "1", "fraction of time with a message on the medium that leaves here"},
                     {"out[i].throughput", "B/s", "bytes of messages handed on here"}};
}

}  // namespace isochron
