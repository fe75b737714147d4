// SPDX-License-Identifier: Apache-2.0
// Random requests and failures, against a replay that knows neither regions nor counters: at every instant it counts
// anew who is where.
#include <algorithm>
#include <set>
#include <sstream>
#include <tuple>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "software/calliope/coordinator_bench.h"
#include "support/child_process.h"

namespace isochron::testbench {
namespace {

using Request = CoordinatorBench::Request;
using Order = CoordinatorBench::Order;

struct Failure {
  unsigned unit = 0;
  Time at = 0;
  Time back = 0;
};

struct RandomServer {
  Coordinator::Config config;
  std::vector<Request> requests;
  std::vector<Failure> failures;  ///< one after the other, for a unit
};

class NaiveServer {
 public:
  explicit NaiveServer(const RandomServer& server)
      : server_(server), config_(server.config), known_(server.requests.size()) {}

  void run() {
    for (Time now = next(0); now != end_of_time; now = next(now + 1)) step(now);
  }

  std::vector<Order> orders;
  std::uint64_t ended = 0;
  std::uint64_t lost = 0;
  std::uint64_t queued() const { return again_.size() + waiting_.size(); }
  /// Of a unit, now.
  std::uint64_t free_space(unsigned unit) const {
    std::uint64_t left = config_.space;
    for (const Known& one : known_) {
      if (one.request == nullptr || !one.request->records || one.unit != unit) continue;
      if (one.at_unit) left -= bytes(one, one.request->estimate);
      if (one.over) left -= bytes(one, one.request->length);
    }
    return left;
  }

 private:
  struct Known {
    const Request* request = nullptr;
    bool at_unit = false;
    bool over = false;  ///< to its end
    unsigned unit = 0;
    unsigned disk = 0;
    Time began = 0;
    Time played = 0;
    bool again = false;

    Time end() const { return began + request->length - played; }
  };
  struct Work {
    Time came = 0;
    std::size_t session = 0;
    bool request = true;  ///< else the notice of an end ...
    Time began = 0;       ///< ... at a unit that began then

    bool operator<(const Work& other) const {
      return std::tie(came, session, request) < std::tie(other.came, other.session, other.request);
    }
  };

  std::uint64_t bytes(const Known& one, Time length) const {
    // Whole milliseconds at whole bytes a millisecond.
    return length / millisecond * (config_.rate / 8000) * one.request->members;
  }

  /// The first instant from `from` on in which something happens.
  Time next(Time from) const {
    Time first = end_of_time;
    const auto consider = [&](Time time) {
      if (time >= from) first = std::min(first, time);
    };
    for (const Request& request : server_.requests) consider(request.at);
    for (const Failure& failure : server_.failures) {
      consider(failure.at);
      consider(failure.back);
    }
    for (const Work& notice : notices_) consider(notice.came);
    if (busy_) consider(until_);
    return first;
  }

  bool up(unsigned unit, Time now) const {
    return std::none_of(server_.failures.begin(), server_.failures.end(), [&](const Failure& failure) {
      return failure.unit == unit && failure.at <= now && now < failure.back;
    });
  }

  void step(Time now) {
    const bool through = busy_ && until_ == now;
    if (through) busy_ = false;
    for (const Work& notice : notices_) {
      if (notice.came != now) continue;
      if (config_.ending == 0)
        end(notice);
      else
        came_.insert(notice);
    }
    if (through && !work_.request) end(work_);
    for (std::size_t i = 0; i < known_.size(); ++i) {
      Known& one = known_[i];
      if (one.at_unit && !up(one.unit, now)) fail(i, now);
    }
    for (std::vector<std::size_t>* const queue : {&again_, &waiting_})
      for (std::size_t i = 0; i < queue->size();)
        if (place((*queue)[i], now))
          queue->erase(queue->begin() + static_cast<std::ptrdiff_t>(i));
        else
          ++i;
    if (through && work_.request && !place(work_.session, now))
      (known_[work_.session].again ? again_ : waiting_).push_back(work_.session);
    for (std::size_t i = 0; i < server_.requests.size(); ++i)
      if (server_.requests[i].at == now) {
        known_[i].request = &server_.requests[i];
        came_.insert({now, i, true, 0});
      }
    start(now);
  }

  void start(Time now) {
    if (busy_ || (anew_.empty() && came_.empty())) return;
    if (!anew_.empty()) {
      work_ = {now, anew_.front(), true, 0};
      anew_.erase(anew_.begin());
    } else {
      work_ = *came_.begin();
      came_.erase(came_.begin());
    }
    const Time end_work = config_.processor * config_.ending / 1'000'000;
    until_ = now + (work_.request ? config_.processor - end_work : end_work);
    busy_ = true;
  }

  /// Unless it is about a time at a unit that has failed since.
  void end(const Work& notice) {
    Known& one = known_[notice.session];
    if (one.at_unit && one.began == notice.began) finish(one);
  }

  void finish(Known& one) {
    one.at_unit = false;
    one.over = true;
    ++ended;
  }

  void fail(std::size_t session, Time now) {
    Known& one = known_[session];
    if (one.end() <= now) {
      finish(one);
      return;
    }
    one.at_unit = false;
    one.played += now - one.began;
    if (config_.policy == Coordinator::Policy::end || one.request->records || config_.copies == 1) {
      ++lost;
      return;
    }
    one.again = true;
    anew_.push_back(session);
  }

  std::uint64_t streams(unsigned unit, int disk) const {
    std::uint64_t sum = 0;
    for (const Known& one : known_)
      for (unsigned member = 0; one.at_unit && one.unit == unit && member < one.request->members; ++member)
        if (disk < 0 || (one.disk + member) % config_.disks == static_cast<unsigned>(disk)) ++sum;
    return sum;
  }

  bool place(std::size_t session, Time now) {
    Known& one = known_[session];
    std::set<unsigned> units;
    for (unsigned unit = 0; unit < config_.units; ++unit)
      for (std::uint64_t copy = 0; copy < config_.copies; ++copy)
        if (one.request->records || (one.request->content + copy * config_.stride) % config_.units == unit)
          units.insert(unit);
    std::set<std::tuple<std::uint64_t, unsigned, unsigned>> possible;
    for (const unsigned unit : units) {
      const int disk = first_disk(one, unit);
      bool fits = up(unit, now) && streams(unit, -1) + one.request->members <= config_.streams_a_unit;
      if (one.request->records && bytes(one, one.request->estimate) > free_space(unit)) fits = false;
      std::vector<std::uint64_t> on(config_.disks);
      for (unsigned member = 0; member < one.request->members; ++member)
        ++on[(static_cast<unsigned>(disk) + member) % config_.disks];
      for (unsigned d = 0; d < config_.disks; ++d)
        if (on[d] > 0 &&
            streams(unit, static_cast<int>(d)) + on[d] > (config_.streams_a_unit + config_.disks - 1) / config_.disks)
          fits = false;
      if (fits) possible.insert({streams(unit, -1), unit, static_cast<unsigned>(disk)});
    }
    if (possible.empty()) return false;
    one.at_unit = true;
    one.unit = std::get<1>(*possible.begin());
    one.disk = std::get<2>(*possible.begin());
    one.began = now;
    orders.push_back({now, static_cast<std::uint32_t>(session), one.unit, one.disk});
    notices_.push_back({one.end(), session, false, now});
    return true;
  }

  int first_disk(const Known& one, unsigned unit) const {
    if (!one.request->records) return static_cast<int>(one.request->content / config_.units % config_.disks);
    int best = 0;
    for (int disk = 1; disk < static_cast<int>(config_.disks); ++disk)
      if (streams(unit, disk) < streams(unit, best)) best = disk;
    return best;
  }

  const RandomServer& server_;
  const Coordinator::Config& config_;
  std::vector<Known> known_;
  std::vector<std::size_t> again_;  ///< that wait for a unit once more
  std::vector<std::size_t> waiting_;
  std::vector<std::size_t> anew_;  ///< for the processor, before ...
  std::set<Work> came_;            ///< ... what came
  std::vector<Work> notices_;      ///< of all times at units
  bool busy_ = false;
  Time until_ = 0;
  Work work_;
};

std::uint64_t any(std::uint64_t least, std::uint64_t most) {
  return *rc::gen::inRange<std::uint64_t>(least, most + 1);
}

Coordinator::Config any_config() {
  Coordinator::Config config;
  config.processor = any(1, 4) * 2 * millisecond;
  config.ending = *rc::gen::element<std::uint64_t>(0, 0, 500'000);
  config.units = any(1, 5);
  config.streams_a_unit = any(2, 6);
  config.disks = any(1, 3);
  config.copies = any(1, config.units);
  config.rate = 8'000'000;
  config.space = any(0, 2'000'000);
  config.policy = *rc::gen::element(Coordinator::Policy::end, Coordinator::Policy::resume);
  return config;
}

RandomServer any_server() {
  RandomServer server;
  server.config = any_config();
  const std::size_t count = any(1, 60);
  const std::uint64_t pace = *rc::gen::element<std::uint64_t>(2, 8, 30);
  Time at = 0;
  for (std::size_t i = 0; i < count; ++i) {
    Request request;
    request.at = at * millisecond;
    at += any(0, pace);
    request.content = static_cast<std::uint32_t>(any(0, 9));
    request.members = static_cast<unsigned>(any(1, 2));
    request.records = any(0, 3) == 0;
    request.length = any(1, 300) * millisecond;
    request.estimate = request.length + any(0, 300) * millisecond;
    server.requests.push_back(request);
  }
  for (unsigned unit = 0; unit < server.config.units; ++unit) {
    if (any(0, 1) == 0) continue;
    const Time failed = any(1, 600);
    server.failures.push_back({unit, failed * millisecond, (failed + any(1, 400)) * millisecond});
  }
  return server;
}

std::string difference(const RandomServer& server) {
  NaiveServer expected(server);
  expected.run();
  CoordinatorBench bench(server.config);
  for (const Request& request : server.requests) bench.request(request);
  for (const Failure& failure : server.failures) {
    bench.break_connection(failure.unit, failure.at);
    bench.restore(failure.unit, failure.back);
  }
  bench.run(60 * second);
  std::ostringstream text;
  if (bench.pool.outstanding() > 0) text << "messages are left; ";
  if (bench.orders.size() != expected.orders.size())
    text << bench.orders.size() << " orders, not " << expected.orders.size() << "; ";
  for (std::size_t i = 0; i < std::min(bench.orders.size(), expected.orders.size()); ++i) {
    const Order& one = bench.orders[i];
    const Order& other = expected.orders[i];
    if (one == other) continue;
    text << "order " << i << ": session " << one.session << " to unit " << one.unit << "." << one.disk << " at "
         << one.at << ", not " << other.session << " to " << other.unit << "." << other.disk << " at " << other.at;
    break;
  }
  const auto compare = [&](const char* what, std::uint64_t one, std::uint64_t other) {
    if (one != other) text << "; " << what << ": " << one << ", not " << other;
  };
  compare("ended", bench.sessions.count(Session::State::ended), expected.ended);
  compare("lost", bench.sessions.count(Session::State::lost), expected.lost);
  compare("queued", bench.sessions.count(Session::State::queued), expected.queued());
  for (unsigned unit = 0; unit < server.config.units; ++unit)
    compare("space", bench.coordinator.free_space(unit), expected.free_space(unit));
  return text.str();
}

RC_GTEST_PROP(CoordinatorProperty, decidesAsANaiveReplayDoes, ()) {
  const RandomServer server = any_server();
  RC_ASSERT(run_in_child([&] { return difference(server); }) == "");
}

}  // namespace
}  // namespace isochron::testbench
