// SPDX-License-Identifier: Apache-2.0
// Virtual shared disks under random requests, against a simulation that goes nanosecond by nanosecond and knows neither
// regions nor when anything ends.
#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <ostream>
#include <sstream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <isochron/core/simulation.h>

#include "software/voyager/vsd_bench.h"
#include "support/child_process.h"
#include "support/transfer_bench.h"

namespace isochron::testbench {
namespace {

/// A request; its place among all is its stream.
struct VsdShot {
  Time at = 0;  ///< ns
  unsigned client = 0;
  std::uint32_t disk = 0;
  bool write = false;
  unsigned bytes = 1;
};
std::ostream& operator<<(std::ostream& out, const VsdShot& shot) {
  return out << "[" << shot.at << ": " << (shot.write ? "write " : "read ") << shot.bytes << " B of " << shot.disk
             << " by " << shot.client << "]";
}

struct VsdCase {
  VsdBench::Shape shape;  ///< every time a byte takes is whole nanoseconds, and the stage's are always the same
  std::vector<VsdShot> shots;
};

/// When each is done, ns.
std::string vsd_ends_text(const std::vector<Time>& ends) {
  std::ostringstream text;
  for (const Time end : ends) text << end << " ";
  return text.str();
}

/// One after another, first come, first served, of one nanosecond by key.
struct TickServer {
  static constexpr std::size_t none = ~std::size_t{0};
  using Key = std::tuple<Time, std::uint64_t, std::uint64_t, std::uint64_t>;

  std::map<Key, std::size_t> queue;
  std::size_t served = none;
  Time end = 0;
};

class TickVsd {
 public:
  explicit TickVsd(const VsdCase& drawn)
      : shape_(drawn.shape),
        shots_(drawn.shots),
        stages_(drawn.shape.clients + drawn.shape.servers),
        disks_(std::size_t{drawn.shape.servers} * drawn.shape.disks),
        strings_(std::size_t{drawn.shape.servers} * drawn.shape.strings),
        step_(drawn.shots.size(), 0),
        wakes_(drawn.shots.size(), end_of_time),
        ends_(drawn.shots.size(), end_of_time) {}

  std::string run() {
    while (std::find(ends_.begin(), ends_.end(), end_of_time) != ends_.end()) {
      for (std::vector<TickServer>* const servers : {&stages_, &disks_, &strings_})
        for (TickServer& server : *servers) {
          if (server.served == TickServer::none || server.end > now_) continue;
          moving_.push_back(std::exchange(server.served, TickServer::none));
        }
      for (std::size_t i = 0; i < shots_.size(); ++i) {
        if (wakes_[i] == now_) moving_.push_back(i);
        if (shots_[i].at == now_) tickets_[{shots_[i].client, shots_[i].disk}].waiting.emplace(std::pair(now_, i), i);
      }
      // Those that come to a disk are numbered by who asks, then by stream.
      std::sort(moving_.begin(), moving_.end(), [this](std::size_t one, std::size_t other) {
        return std::pair(shots_[one].client, one) < std::pair(shots_[other].client, other);
      });
      for (const std::size_t i : moving_) enter(i);
      moving_.clear();
      for (auto& [place, ticket] : tickets_)
        while (!ticket.waiting.empty() && ticket.taken < shape_.vsd.outstanding) {
          const std::size_t i = ticket.waiting.begin()->second;
          ticket.waiting.erase(ticket.waiting.begin());
          ++ticket.taken;
          enter(i);
        }
      for (std::vector<TickServer>* const servers : {&stages_, &disks_, &strings_})
        for (TickServer& server : *servers) begin(server);
      ++now_;
    }
    return vsd_ends_text(ends_);
  }

 private:
  enum class Step { stage, request, bus, disk, string, answer };
  struct Ticket {
    std::map<std::pair<Time, std::size_t>, std::size_t> waiting;
    std::uint64_t taken = 0;
  };

  /// What a request goes through, in this order.
  std::vector<Step> way(const VsdShot& shot) const {
    std::vector<Step> way = shot.write ? std::vector{Step::request, Step::bus, Step::disk, Step::string, Step::answer}
                                       : std::vector{Step::request, Step::disk, Step::string, Step::bus, Step::answer};
    if (shape_.vsd.shared == 0) return way;
    const bool at_client = shape_.vsd.stage == VsdConfig::Stage::client;
    // Beside the network, on its one side or the other.
    if (shot.write)
      way.insert(way.begin() + (at_client ? 0 : 1), Step::stage);
    else
      way.insert(way.end() - (at_client ? 0 : 1), Step::stage);
    return way;
  }
  /// On to what comes next.
  void enter(std::size_t i) {
    const VsdShot& shot = shots_[i];
    const std::vector<Step> steps = way(shot);
    wakes_[i] = end_of_time;
    if (step_[i] == steps.size()) {
      ends_[i] = now_;
      --tickets_[{shot.client, shot.disk}].taken;
      return;
    }
    const unsigned server = shot.disk / shape_.disks;
    switch (steps[step_[i]++]) {
      case Step::stage:
        stages_[shape_.vsd.stage == VsdConfig::Stage::client ? shot.client : shape_.clients + server]
            .queue[{now_, shot.disk, shot.client, i}] = i;
        break;
      case Step::request:
        wakes_[i] = now_ + shape_.network_byte / nanosecond * (shot.write ? shot.bytes : shape_.vsd.control);
        break;
      case Step::answer:
        wakes_[i] = now_ + shape_.network_byte / nanosecond * (shot.write ? shape_.vsd.control : shot.bytes);
        break;
      case Step::bus:
        wakes_[i] = now_ + shape_.bus_byte / nanosecond * shot.bytes;
        break;
      case Step::disk:
        numbers_[i] = next_number_++;
        disks_[shot.disk].queue[{now_, numbers_[i], 0, 0}] = i;
        break;
      case Step::string: {
        const unsigned string = server * shape_.strings + shot.disk % shape_.disks % shape_.strings;
        strings_[string].queue[{now_, numbers_[i], 0, 0}] = i;
        break;
      }
    }
  }
  void begin(TickServer& server) {
    if (server.served != TickServer::none || server.queue.empty()) return;
    server.served = server.queue.begin()->second;
    server.queue.erase(server.queue.begin());
    const std::vector<Step> steps = way(shots_[server.served]);
    const Step step = steps[step_[server.served] - 1];
    const Time byte = step == Step::stage  ? shape_.vsd.shared / nanosecond
                      : step == Step::disk ? shape_.vsd.own / nanosecond
                                           : shape_.string_byte;
    server.end = now_ + byte * shots_[server.served].bytes;
  }

  VsdBench::Shape shape_;
  std::vector<VsdShot> shots_;
  std::vector<TickServer> stages_;
  std::vector<TickServer> disks_;
  std::vector<TickServer> strings_;
  std::vector<std::size_t> step_;
  std::vector<Time> wakes_;
  std::vector<Time> ends_;
  std::vector<std::size_t> moving_;
  std::map<std::pair<unsigned, std::uint32_t>, Ticket> tickets_;
  std::map<std::size_t, std::uint64_t> numbers_;
  std::uint64_t next_number_ = 0;
  Time now_ = 0;
};

/// The library's, all of an instant called in its order or backwards; or what is wrong.
std::string vsd_ends_by_parts(const VsdCase& drawn, bool backwards) {
  VsdBench bench(drawn.shape);
  Script script("script", bench.region);
  std::vector<std::pair<Time, std::function<void()>>> calls;
  for (std::size_t i = 0; i < drawn.shots.size(); ++i) {
    const VsdShot& shot = drawn.shots[i];
    calls.emplace_back(shot.at, [&bench, &shot, i] {
      bench.ask(shot.client, shot.disk, shot.write, static_cast<std::uint32_t>(i), shot.bytes);
    });
  }
  if (backwards) std::reverse(calls.begin(), calls.end());
  for (auto& [time, call] : calls) script.at(time * nanosecond, std::move(call));
  simulate_to(bench.region, second);
  std::vector<Time> ends(drawn.shots.size(), end_of_time);
  for (const auto& [stream, end] : bench.done) ends[stream] = end / nanosecond;
  if (bench.order.size() != drawn.shots.size()) return "a request is lost, or is done twice";
  if (bench.pool.outstanding() > 0) return "payloads are left";

  // What is on its way of a client to a disk: from the network's first sight of it until it is done.
  std::map<std::pair<unsigned, std::uint32_t>, std::vector<std::pair<Time, Time>>> under_way;
  std::map<std::pair<unsigned, std::uint32_t>, std::vector<std::pair<Time, std::uint32_t>>> asked;
  for (const Delay::Passage& each : bench.network->passages) {
    const VsdShot& shot = drawn.shots[each.stream];
    const std::pair place(shot.client, shot.disk);
    if (each.destination == drawn.shape.clients + shot.disk / drawn.shape.disks) {
      under_way[place].emplace_back(each.at, bench.done.at(each.stream));
      asked[place].emplace_back(shot.at, each.stream);
    } else if (each.destination != shot.client) {
      return "something went to a node that nobody meant";
    }
  }
  for (const auto& [place, spans] : under_way)
    for (const auto& [from, to] : spans) {
      const auto at_once = std::count_if(spans.begin(), spans.end(), [from = from](const auto& other) {
        return other.first <= from && from < other.second;
      });
      if (static_cast<std::uint64_t>(at_once) > drawn.shape.vsd.outstanding) return "a disk has too many requests";
    }
  // Those of one client go to a disk in the order in which they came. (With several under way a read passes a write
  // that is in the client's stage.)
  if (drawn.shape.vsd.outstanding == 1)
    for (const auto& [place, order] : asked)
      if (!std::is_sorted(order.begin(), order.end())) return "requests passed each other";
  return vsd_ends_text(ends);
}

VsdCase drawn_case() {
  VsdCase drawn;
  VsdBench::Shape& shape = drawn.shape;
  shape.clients = *rc::gen::inRange(1u, 4u);
  shape.servers = *rc::gen::inRange(1u, 3u);
  shape.disks = *rc::gen::inRange(1u, 4u);
  shape.strings = *rc::gen::inRange(1u, std::min(shape.disks, 2u) + 1);
  shape.vsd.stage = *rc::gen::element(VsdConfig::Stage::client, VsdConfig::Stage::server);
  shape.vsd.service = VsdConfig::Service::deterministic;
  shape.vsd.shared = *rc::gen::inRange<Time>(0, 4) * nanosecond;
  shape.vsd.own = *rc::gen::inRange<Time>(1, 5) * nanosecond;
  shape.vsd.outstanding = *rc::gen::inRange<std::uint64_t>(1, 4);
  shape.vsd.control = *rc::gen::inRange<std::uint64_t>(1, 5);
  shape.disk = shape.vsd.disk();
  shape.network_byte = *rc::gen::inRange<Time>(1, 4) * nanosecond;
  shape.bus_byte = *rc::gen::inRange<Time>(1, 4) * nanosecond;
  shape.string_byte = *rc::gen::inRange(1u, 4u);
  // From all at once to one after the other.
  const Time span = *rc::gen::element<Time>(1, 20, 200);
  drawn.shots = *rc::gen::container<std::vector<VsdShot>>(rc::gen::apply(
      [](Time at, unsigned client, std::uint32_t disk, bool write, unsigned bytes) {
        return VsdShot{at, client, disk, write, bytes};
      },
      rc::gen::inRange<Time>(0, span), rc::gen::inRange(0u, shape.clients),
      rc::gen::inRange<std::uint32_t>(0, shape.servers * shape.disks), rc::gen::arbitrary<bool>(),
      rc::gen::inRange(1u, 9u)));
  return drawn;
}

RC_GTEST_PROP(VsdProperty, requestsEndAsStepByStep, ()) {
  const VsdCase drawn = drawn_case();
  const bool backwards = *rc::gen::arbitrary<bool>();
  const std::string by_parts = run_in_child([&] { return vsd_ends_by_parts(drawn, backwards); });
  RC_ASSERT(by_parts == TickVsd(drawn).run());
}

// With random times in the stage: nothing is lost, none too many is under way, and who is called first says nothing.
RC_GTEST_PROP(VsdProperty, randomTimesLoseNothing, ()) {
  VsdCase drawn = drawn_case();
  drawn.shape.vsd.service = VsdConfig::Service::exponential;
  const std::string forwards = run_in_child([&] { return vsd_ends_by_parts(drawn, false); });
  const std::string backwards = run_in_child([&] { return vsd_ends_by_parts(drawn, true); });
  RC_ASSERT(forwards == backwards);
  RC_ASSERT(forwards.find_first_not_of("0123456789 ") == std::string::npos);
}

}  // namespace
}  // namespace isochron::testbench
