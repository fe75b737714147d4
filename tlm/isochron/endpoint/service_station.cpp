// SPDX-License-Identifier: Apache-2.0
#include <isochron/endpoint/service_station.h>

#include <limits>

#include <isochron/core/random_stream.h>
#include <isochron/observe/timed_wait.h>
#include <isochron/protocol/traffic_class.h>
#include <isochron/protocol/transaction.h>

namespace isochron {

/// One of the servers, as it serves one class.
class ServiceStation::Server final : public Region::Activity {
 public:
  Server(ServiceStation& station, unsigned number, unsigned traffic_class)
      : station_(station), number_(number), class_(traffic_class) {}

  unsigned number() const { return number_; }
  unsigned traffic_class() const { return class_; }
  void complete(Time now) override { station_.completed(*this, now); }

  Payload* payload = nullptr;  ///< that it serves, or holds

 private:
  ServiceStation& station_;
  unsigned number_;
  unsigned class_;
};

struct ServiceStation::Probes {
  PhaseProbe phase;
  NumberProbe depth;
  NumberProbe serving;
  UtilisationProbe utilisation;
};

ParameterTable ServiceStation::Config::parameters(Queue kind) {
  constexpr Range times{0, 1000 * second};
  ParameterTable table;
  if (kind == Queue::limited)
    table.count_or("queue", queue, "unlimited", {1, 1'000'000}, "messages of a class that wait for a server");
  table.count("servers", servers, {1, 1024}, "messages that are served at a time");
  table.choice(
      "service", service.law, {"constant", "uniform", "exponential", "seek"},
      "law of the time that a message is served: always the same, uniform, exponential, or as the arm of a disk "
      "seeks, with a density that falls from 0 to three times the mean",
      "seek: Gennart et al., section 3.2");
  table.duration("service_mean", service.mean, times, "time that a message is served, in the mean");
  table.duration("service_min", service.min, times, "shortest service");
  table.duration("service_max", service.max, times, "longest service");
  table.counts_where(table.is("service", {"constant", "exponential", "seek"}), {"service_mean"},
                     {"service_min", "service_max"});
  table.counts_where(table.is("service", {"uniform"}), {"service_min", "service_max"}, {"service_mean"});
  classes.add_to(table);
  table.check([this]() -> std::vector<ParameterProblem> {
    if (service.law != ServiceLaw::Law::uniform || service.min <= service.max) return {};
    return {{"service_min",
             "the shortest service is longer than the longest",
             "make service_min <= service_max",
             {"service_min", "service_max"},
             {{"service_min", service.max}, {"service_max", service.min}}}};
  });
  return table;
}

Capacity ServiceStation::Config::capacity(std::uint64_t bytes) const {
  const double one = service.mean_seconds();
  if (one == 0) return Capacity::of_rate(0);
  const double all = static_cast<double>(servers) * static_cast<double>(bytes) / one;
  return {all, all};
}

ServiceStation::ServiceStation(const char* name, const Domain& domain, const Config& config, std::uint64_t seed,
                               Client& client)
    : name_(name),
      region_(domain.region),
      client_(client),
      law_(config.service),
      draws_(random_stream(seed, name, "service")),
      limit_(config.queue),
      count_(config.servers),
      queue_(config.classes.service()),
      by_class_(config.classes.count()) {
  for (OfClass& one : by_class_) one.places = limit_;
  for (unsigned c = 0; c < classes(); ++c)
    for (unsigned i = 0; i < config.servers; ++i) {
      servers_.push_back(std::make_unique<Server>(*this, places(), c));
      region_.join(*servers_.back(), Region::Rank::link);
    }
  for (auto server = servers_.rbegin(); server != servers_.rend(); ++server)
    by_class_[(*server)->traffic_class()].idle.push_back(server->get());
  for (unsigned c = 0; c < classes(); ++c) able_ |= class_bit(c);
  region_.join(static_cast<Region::Requester&>(*this), Region::Rank::link);
}

ServiceStation::~ServiceStation() = default;

bool ServiceStation::take_place(unsigned traffic_class, Time now) {
  if (!has_limit()) return true;
  OfClass& mine = by_class_[traffic_class];
  if (mine.places == 0) {
    mine.asked.enter(now);
    return false;
  }
  --mine.places;
  return true;
}

void ServiceStation::arrived(Payload& payload, std::uint64_t cost, Time now) {
  const unsigned traffic_class = class_of(payload, classes());
  queue_.push(traffic_class, cost, {&payload, now});
  depth_.change(now, 1);
  by_class_[traffic_class].depth.change(now, 1);
  show(now);
  if (ready() != 0) region_.request(*this);
}

void ServiceStation::ask(Time now) {
  while (ready() != 0) serve_next(now);
}

void ServiceStation::serve_next(Time now) {
  const unsigned traffic_class = queue_.next(able_);
  const Waiting waiting = queue_.pop_of(traffic_class, able_);
  OfClass& mine = by_class_[traffic_class];
  Server& server = *mine.idle.back();
  mine.idle.pop_back();
  if (mine.idle.empty()) able_ &= ~class_bit(traffic_class);
  server.payload = waiting.payload;
  depth_.change(now, -1);
  mine.depth.change(now, -1);
  wait_.add(now - waiting.since);
  if (by_class_.size() > 1) mine.wait.add(now - waiting.since);
  serving_.change(now, 1);
  if (__builtin_expect(probes_ != nullptr, 0)) probes_->phase.event(now, Phase::begin, transaction_of(server.payload));
  show(now);
  region_.schedule(server, now + law_.draw(draws_));
  if (has_limit()) free_place(traffic_class, now);
}

void ServiceStation::free_place(unsigned traffic_class, Time now) {
  OfClass& mine = by_class_[traffic_class];
  if (!mine.asked.inside()) {
    ++mine.places;
    return;
  }
  mine.asked.leave(now);
  client_.place_granted(traffic_class, now);
}

void ServiceStation::completed(Server& server, Time now) {
  Payload& payload = *server.payload;
  OfClass& mine = by_class_[server.traffic_class()];
  const std::uint64_t length = payload.get_data_length();
  bytes_ += length;
  mine.bytes += length;
  ++messages_;
  ++mine.messages;
  serving_.change(now, -1);
  if (__builtin_expect(probes_ != nullptr, 0)) probes_->phase.event(now, Phase::end, transaction_of(server.payload));
  if (client_.served(payload, server.number(), now)) {
    free(server, now);
    return;
  }
  held_.change(now, 1);
  if (++mine.held == 1) mine.holds.enter(now);
  show(now);
  // The time of the server is another class's.
  if (ready() != 0) region_.request(*this);
}

void ServiceStation::release(unsigned server, Time now) {
  OfClass& mine = by_class_[servers_[server]->traffic_class()];
  held_.change(now, -1);
  if (--mine.held == 0) mine.holds.leave(now);
  free(*servers_[server], now);
}

void ServiceStation::free(Server& server, Time now) {
  server.payload = nullptr;
  by_class_[server.traffic_class()].idle.push_back(&server);
  able_ |= class_bit(server.traffic_class());
  show(now);
  if (ready() != 0) region_.request(*this);
}

void ServiceStation::start_window(Time now) {
  serving_.start_window(now);
  held_.start_window(now);
  depth_.start_window(now);
  wait_.start_window(now);
  bytes_ = messages_ = 0;
  for (OfClass& one : by_class_) {
    one.holds.start_window(now);
    one.depth.start_window(now);
    one.wait.start_window(now);
    one.bytes = one.messages = 0;
  }
}

void ServiceStation::report(StatisticSink& sink) const {
  StatisticSink::Part part = sink.part(name_);
  part.rate("bandwidth", bytes_);
  part.count("messages", messages_);
  part.mean("utilisation", serving_, count_);
  part.mean("held", held_, servers_.size());
  part.mean("queue_depth", depth_);
  part.distribution("wait", wait_);
  for (unsigned c = 0; c < classes() && classes() > 1; ++c) {
    const OfClass& one = by_class_[c];
    StatisticSink::Part of_class = sink.part(path_of_class(name_, c));
    of_class.rate("bandwidth", one.bytes);
    of_class.count("messages", one.messages);
    of_class.mean("queue_depth", one.depth);
    of_class.distribution("wait", one.wait);
  }
}

std::vector<StatisticInfo> ServiceStation::statistics() {
  return {{"bandwidth", "B/s", "bytes of messages whose service has ended"},
          {"messages", "1", "messages whose service has ended"},
          {"utilisation", "1", "fraction of the servers that serve, mean over time"},
          {"held", "1", "fraction of the servers that hold a message which cannot go on, mean over time and classes"},
          {"queue_depth", "1", "messages that wait for a server, mean over time"},
          {"wait", "s", "from the arrival of a message until its service began", true},
          {"class[c].bandwidth", "B/s", "bandwidth of a class, with several classes"},
          {"class[c].messages", "1", "messages of a class, with several classes"},
          {"class[c].queue_depth", "1", "queue_depth of a class, with several classes"},
          {"class[c].wait", "s", "wait of a class, with several classes", true}};
}

void ServiceStation::report_waits(std::vector<Wait>& waits, const std::string& behind) const {
  for (unsigned c = 0; c < classes(); ++c)
    if (by_class_[c].holds.inside())
      waits.push_back(TimedWait::make(owner_of(c), "a buffer", classes() == 1 ? behind : path_of_class(behind, c),
                                      by_class_[c].holds, region_.now()));
  if (queue_.empty() || serving_.level() == 0) return;
  if (classes() == 1) {
    waits.push_back({name_, "the end", "a service"});
    return;
  }
  for (unsigned c = 0; c < classes(); ++c)
    if (queue_.size(c) > 0 && !by_class_[c].holds.inside()) waits.push_back({owner_of(c), "the end", "a service"});
}

std::string ServiceStation::owner_of(unsigned traffic_class) const {
  return classes() == 1 ? name_ : path_of_class(name_, traffic_class);
}

void ServiceStation::list_probes(ProbeList& list) {
  own_probes_ = std::make_unique<Probes>();
  list.add(own_probes_->phase, name_, "BEGIN: is served; END: done with");
  list.add(own_probes_->depth, name_, "queue_depth", 0xffffffff, "messages that wait for a server");
  list.add(own_probes_->serving, name_, "serving", count_, "servers that serve a message");
  list.add(own_probes_->utilisation, name_, "fraction of the time that a server serves");
}

void ServiceStation::start_trace(Time now) {
  probes_ = own_probes_.get();
  probes_->phase.clear(now);
  show(now);
}

void ServiceStation::show_traced(Time now) {
  probes_->depth.set(now, queue_.size());
  probes_->serving.set(now, static_cast<std::uint64_t>(serving_.level()));
  probes_->utilisation.set(now, serving_.level() > 0);
}

}  // namespace isochron
