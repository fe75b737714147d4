// SPDX-License-Identifier: Apache-2.0
#include <isochron/protocol/classed_link_sender.h>

#include <algorithm>

#include <isochron/observe/probe_list.h>
#include <isochron/observe/statistic_sink.h>
#include <isochron/observe/timed_wait.h>
#include <isochron/protocol/transaction.h>

namespace isochron {

/// Queue and buffers of one class.
class ClassedLinkSenderBase::ClassPort final : public OutputPort {
 public:
  ClassPort(ClassedLinkSenderBase& owner, unsigned traffic_class, unsigned buffers, BufferFreed freed)
      : OutputPort(buffers, freed), owner_(owner), class_(traffic_class) {}

  std::string path() const override { return path_of_class(owner_.path(), class_); }

  bool empty() const { return queue_.empty(); }
  Payload& front() { return *queue_.front(); }
  Payload& take(Time now) { return pop_head(now); }
  void free_buffer(Time now) { release_buffer(now); }

  void start_window(Time now) override {
    OutputPort::start_window(now);
    wait_buffer.start_window(now);
    bytes = 0;
  }
  void report(StatisticSink& sink) override {
    OutputPort::report(sink);
    StatisticSink::Part part = sink.part(path());
    part.rate("bandwidth", bytes);
    part.fraction("wait_buffer", wait_buffer);
  }

  TimeIn wait_buffer;
  std::uint64_t bytes = 0;  ///< sent

 private:
  void head_arrived(Time now) override {
    owner_.heads_ |= class_bit(class_);
    owner_.head_arrived(now);
  }

  ClassedLinkSenderBase& owner_;
  unsigned class_;
};

struct ClassedLinkSenderBase::Probes {
  PhaseProbe phase;
  UtilisationProbe utilisation;
  TransactionId on_link;
};

ClassedLinkSenderBase::ClassedLinkSenderBase(const Domain& domain, unsigned buffers, BufferFreed freed,
                                             const ClassService& service)
    : region_(domain.region), turns_(service), freed_(freed) {
  for (unsigned c = 0; c < service.classes; ++c)
    ports_.push_back(std::make_unique<ClassPort>(*this, c, buffers, freed));
  region_.join(*this, Region::Rank::link);
}

ClassedLinkSenderBase::~ClassedLinkSenderBase() = default;

OutputPort& ClassedLinkSenderBase::port(unsigned traffic_class) {
  return *ports_.at(traffic_class);
}
const OutputPort& ClassedLinkSenderBase::port(unsigned traffic_class) const {
  return *ports_.at(traffic_class);
}
const TimeIn& ClassedLinkSenderBase::wait_buffer(unsigned traffic_class) const {
  return ports_.at(traffic_class)->wait_buffer;
}
std::uint64_t ClassedLinkSenderBase::bytes(unsigned traffic_class) const {
  return ports_.at(traffic_class)->bytes;
}

void ClassedLinkSenderBase::head_arrived(Time now) {
  if (!statistics_.busy.inside())
    region_.request(*this);
  else if (!statistics_.wait_link.inside())
    statistics_.wait_link.enter(now);
}

ClassMask ClassedLinkSenderBase::alike_at_far_end(unsigned traffic_class) {
  if (far_classes_ == 0) far_classes_ = link_->classes();
  if (traffic_class + 1 < far_classes_) return class_bit(traffic_class);
  return ~(class_bit(far_classes_ - 1) - 1);
}

ClassMask ClassedLinkSenderBase::ready() {
  ClassMask found = 0;
  for (unsigned c = 0; c < classes(); ++c) {
    if ((heads_ & class_bit(c)) == 0) continue;
    if ((granted_ & class_bit(c)) != 0 || (waiting_ & alike_at_far_end(c)) == 0) found |= class_bit(c);
  }
  return found;
}

void ClassedLinkSenderBase::ask(Time now) {
  if (statistics_.busy.inside()) return;
  while (const ClassMask among = ready()) {
    const unsigned next =
        turns_.next(among, [this](unsigned c) -> std::uint64_t { return ports_[c]->front().get_data_length(); });
    if ((granted_ & class_bit(next)) == 0) {
      note(now, Phase::request, &ports_[next]->front());
      if (!link_->request(ports_[next]->front(), now)) {
        waiting_ |= class_bit(next);
        ports_[next]->wait_buffer.enter(now);
        continue;
      }
    }
    start(next, among, now);
    return;
  }
  if (has_head() && !statistics_.wait_buffer.inside()) statistics_.wait_buffer.enter(now);
}

void ClassedLinkSenderBase::credit_received(const Payload& packet, Time now) {
  const unsigned traffic_class = class_of(packet, classes());
  waiting_ &= ~class_bit(traffic_class);
  granted_ |= class_bit(traffic_class);
  ports_[traffic_class]->wait_buffer.leave(now);
  if (!statistics_.busy.inside()) region_.request(*this);
}

void ClassedLinkSenderBase::start(unsigned traffic_class, ClassMask among, Time now) {
  ClassPort& port = *ports_[traffic_class];
  Payload& packet = port.front();
  const std::uint64_t bytes = packet.get_data_length();
  turns_.take(traffic_class, among, heads_,
              [this](unsigned c) -> std::uint64_t { return ports_[c]->front().get_data_length(); });
  port.take(now);
  granted_ &= ~class_bit(traffic_class);
  if (port.empty()) heads_ &= ~class_bit(traffic_class);
  if (statistics_.wait_buffer.inside()) statistics_.wait_buffer.leave(now);
  statistics_.busy.enter(now);
  statistics_.bytes += bytes;
  port.bytes += bytes;
  sending_ = traffic_class;
  note(now, Phase::send, &packet);
  link_->send(packet, now);
  if (has_head()) statistics_.wait_link.enter(now);
  if (freed_ == BufferFreed::on_send) port.free_buffer(now);
}

void ClassedLinkSenderBase::transmitter_free(Time now) {
  statistics_.busy.leave(now);
  ++statistics_.messages;
  note(now, Phase::sent, nullptr);
  if (freed_ == BufferFreed::on_arrival) ports_[sending_]->free_buffer(now);
  if (statistics_.wait_link.inside()) statistics_.wait_link.leave(now);
  if (has_head()) region_.request(*this);
}

void ClassedLinkSenderBase::start_window(Time now) {
  statistics_.start_window(now);
  for (const auto& port : ports_) port->start_window(now);
}

void ClassedLinkSenderBase::report(StatisticSink& sink) {
  LevelOverTime all;
  for (const auto& port : ports_) {
    port->report(sink);
    all.add(port->depth(), sink.end());
  }
  StatisticSink::Part part = sink.part(path());
  part.stage(statistics_);
  part.mean("queue_depth", all);
}

void ClassedLinkSenderBase::describe_classes(TypeInfo& info, const std::string& port) {
  const std::string of_class = port + ".class[c].";
  info.statistics.push_back({of_class + "bandwidth", "B/s", "bytes of the class that have left, with several classes"});
  info.statistics.push_back({of_class + "queue_depth", "1", "messages of the class in the port, mean over time"});
  info.statistics.push_back(
      {of_class + "wait_buffer", "1", "fraction of time with a message of the class that lacks the next buffer"});
}

void ClassedLinkSenderBase::report_waits(std::vector<Wait>& waits) const {
  for (const auto& port : ports_)
    if (port->wait_buffer.inside())
      waits.push_back(TimedWait::make(port->path(), "a buffer", link_->buffer_owner(*port->head()), port->wait_buffer,
                                      region_.now()));
}

void ClassedLinkSenderBase::list_probes(ProbeList& list) {
  own_probes_ = std::make_unique<Probes>();
  list.add(own_probes_->phase, path(),
           "REQUEST: asks for a buffer at the far end; SEND: is on the link; SENT: is across");
  list.add(own_probes_->utilisation, path(), "fraction of the time that the link is transmitting");
  for (const auto& port : ports_) list.add(*port);
}

void ClassedLinkSenderBase::start_trace(Time now) {
  probes_ = own_probes_.get();
  probes_->phase.clear(now);
  probes_->utilisation.set(now, statistics_.busy.inside());
}

void ClassedLinkSenderBase::note_traced(Time now, Phase phase, const Payload* packet) {
  if (packet != nullptr) probes_->on_link = transaction_of(packet);
  // A window may begin in the middle of a transfer.
  if (!probes_->on_link.none) probes_->phase.event(now, phase, probes_->on_link);
  probes_->utilisation.set(now, statistics_.busy.inside());
}

}  // namespace isochron
