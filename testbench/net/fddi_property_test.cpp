// SPDX-License-Identifier: Apache-2.0
// Random messages over random rings, against a reference that walks the token from station to station, with a timer
// that counts down and a late counter, and knows neither regions nor queues nor closed forms.
#include <algorithm>
#include <set>
#include <sstream>
#include <utility>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "net/fddi_bench.h"
#include "support/child_process.h"

namespace isochron::testbench {
namespace {

using FddiShot = FddiBench::Shot;

/// TRT and late counter as the standard has them.
class CountdownTimer {
 public:
  explicit CountdownTimer(Time target) : target_(target), left_(target) {}

  /// The token has come; returns the holding time.
  Time token(Time now) {
    Time passed = now - seen_;
    seen_ = now;
    while (passed >= left_) {
      passed -= left_;
      left_ = target_;
      ++late_;
    }
    left_ -= passed;
    if (late_ > 0) {
      late_ = 0;
      return 0;
    }
    const Time holding = left_;
    left_ = target_;
    return holding;
  }

 private:
  Time target_;
  Time left_;
  Time seen_ = 0;
  unsigned late_ = 0;
};

class ReferenceRing {
 public:
  struct Frame {
    const FddiShot* shot = nullptr;
    std::uint64_t bytes = 0;
    bool last = false;
  };
  struct Visit {
    unsigned station = 0;
    Time time = 0;
  };
  struct Sent {
    Time begin = 0;
    Time end = 0;
    std::uint64_t bytes = 0;
  };

  ReferenceRing(const Fddi::Config& config, unsigned stations, const std::vector<FddiShot>& shots)
      : config_(config), queues_(stations), sent_of_(stations, 0), timers_(stations, CountdownTimer(config.ttrt)) {
    std::vector<const FddiShot*> sorted;
    sorted.reserve(shots.size());
    for (const FddiShot& shot : shots) sorted.push_back(&shot);
    std::sort(sorted.begin(), sorted.end(), [](const FddiShot* a, const FddiShot* b) {
      return a->at != b->at ? a->at < b->at : a->sequence < b->sequence;
    });
    for (const FddiShot* const shot : sorted) {
      std::uint64_t left = shot->bytes;
      do {
        const std::uint64_t data = std::min(left, config.mtu - config.headers);
        left -= data;
        queues_[shot->from].push_back({shot, config.overhead + config.headers + data, left == 0});
        ++unsent_;
      } while (left > 0);
    }
  }

  /// From station 0 at time 0, until every message has come and `beyond` has gone by.
  void run(Time beyond) {
    Time time = 0;
    unsigned station = 0;
    for (;;) {
      time += hop(station);
      station = (station + 1) % count();
      if (unsent_ == 0 && time >= all_here + beyond) return;
      visits.push_back({station, time});
      time = visit(station, time);
    }
  }

  std::map<std::uint64_t, Time> arrived;
  Time all_here = 0;
  std::vector<Visit> visits;
  std::vector<Sent> sent;

 private:
  unsigned count() const { return static_cast<unsigned>(queues_.size()); }
  Time place(unsigned station) const { return station * config_.station_delay + station * config_.cable / count(); }
  Time hop(unsigned station) const { return place(station + 1) - place(station); }
  Time time_of(std::uint64_t bytes) const {
    __extension__ typedef unsigned __int128 Wide;
    return static_cast<Time>((static_cast<Wide>(bytes) * 16 * second / config_.rate + 1) / 2);
  }

  /// Returns when the token leaves.
  Time visit(unsigned station, Time now) {
    const std::vector<std::uint64_t>& listed = config_.synchronous_stations;
    const bool is_synchronous = std::count(listed.begin(), listed.end(), station) > 0;
    const Time holding = timers_[station].token(now);
    Time time = now;
    std::vector<Frame>& queue = queues_[station];
    for (std::size_t& next = sent_of_[station]; next < queue.size(); ++next) {
      const Frame& frame = queue[next];
      const Time length = time_of(frame.bytes);
      if (frame.shot->at > time) break;
      if (is_synchronous ? time + length - now > config_.synchronous : time - now >= holding) break;
      sent.push_back({time, time + length, frame.bytes});
      time += length;
      --unsent_;
      Time there = time;
      for (unsigned at = station; at != frame.shot->to; at = (at + 1) % count()) there += hop(at);
      if (!frame.last) continue;
      arrived[frame.shot->sequence] = there;
      all_here = std::max(all_here, there);
    }
    return time == now ? now : time + time_of(11);
  }

  const Fddi::Config& config_;
  std::vector<std::vector<Frame>> queues_;
  std::vector<std::size_t> sent_of_;
  std::vector<CountdownTimer> timers_;
  std::size_t unsent_ = 0;
};

/// What the window from `from` to `to` is to have.
struct ReferenceWindow {
  ReferenceWindow(const ReferenceRing& ring, unsigned stations, Time from, Time to) {
    std::vector<Time> last(stations, end_of_time);
    for (const ReferenceRing::Visit& visit : ring.visits) {
      if (visit.time >= to) break;
      const Time before = std::exchange(last[visit.station], visit.time);
      if (before == end_of_time || visit.time < from) continue;
      ++rotations;
      rotation_sum += visit.time - before;
      longest = std::max(longest, visit.time - before);
    }
    for (const ReferenceRing::Sent& sent : ring.sent) {
      busy += std::clamp(sent.end, from, to) - std::clamp(sent.begin, from, to);
      if (sent.begin >= from && sent.begin < to) wire_bytes += sent.bytes;
    }
  }

  std::uint64_t rotations = 0;
  Time rotation_sum = 0;
  Time longest = 0;
  Time busy = 0;
  std::uint64_t wire_bytes = 0;
};

/// From `from` on the first time at which the token comes nowhere and no frame begins: what is in a window then does
/// not depend on who is called first.
Time quiet_time(const ReferenceRing& ring, Time from) {
  std::set<Time> loud;
  for (const ReferenceRing::Visit& visit : ring.visits) loud.insert(visit.time);
  for (const ReferenceRing::Sent& sent : ring.sent) loud.insert(sent.begin);
  while (loud.count(from) > 0) ++from;
  return from;
}

std::string window_difference(Fddi& fddi, const ReferenceWindow& expected, Time to) {
  std::ostringstream text;
  const FddiRotations& token = fddi.rotations(to);
  if (token.number() != expected.rotations) text << token.number() << " rotations, not " << expected.rotations << "; ";
  if (token.sum() != expected.rotation_sum) text << "rotations of " << token.sum() << "; ";
  if (token.longest() != expected.longest)
    text << "longest rotation " << token.longest() << ", not " << expected.longest << "; ";
  if (fddi.busy(to) != expected.busy) text << "busy for " << fddi.busy(to) << ", not " << expected.busy << "; ";
  if (fddi.wire_bytes() != expected.wire_bytes) text << "other bytes on the ring; ";
  return text.str();
}

/// What differs, in a run whose window begins after `part` millionths of it; nothing: empty.
std::string ring_difference(const Fddi::Config& config, unsigned stations, const std::vector<FddiShot>& shots,
                            std::uint64_t part) {
  ReferenceRing reference(config, stations, shots);
  reference.run(millisecond);
  const Time to = quiet_time(reference, reference.all_here + millisecond / 2);
  const Time from = quiet_time(reference, reference.all_here / 1'000'000 * part);
  FddiBench bench(config, stations);
  std::uint64_t bytes = 0;
  for (const FddiShot& shot : shots) {
    bench.shoot(shot);
    bytes += shot.bytes;
  }
  std::ostringstream text;
  bench.run(from);
  text << window_difference(bench.fddi, ReferenceWindow(reference, stations, 0, from), from);
  bench.fddi.start_window(from);
  bench.run(to);
  const ReferenceWindow window(reference, stations, from, to);
  text << window_difference(bench.fddi, window, to);

  if (bench.pool.outstanding() > 0) text << bench.pool.outstanding() << " messages are left; ";
  for (const FddiShot& shot : shots) {
    if (bench.times[shot.sequence] != 1) text << shot.sequence << " came " << bench.times[shot.sequence] << " times; ";
    if (bench.arrived[shot.sequence] != reference.arrived.at(shot.sequence))
      text << shot.sequence << " came at " << bench.arrived[shot.sequence] << ", not "
           << reference.arrived.at(shot.sequence) << "; ";
  }
  if (bench.bytes != bytes) text << "bytes are not those sent; ";

  // In order between each two stations, and at the right one.
  std::map<std::uint64_t, const FddiShot*> by_sequence;
  for (const FddiShot& shot : shots) by_sequence[shot.sequence] = &shot;
  for (unsigned at = 0; at < stations; ++at) {
    std::map<unsigned, const FddiShot*> last;
    for (const std::uint64_t sequence : bench.order[at]) {
      const FddiShot& shot = *by_sequence.at(sequence);
      if (shot.to != at) text << sequence << " came to " << at << "; ";
      const FddiShot*& before = last[shot.from];
      if (before != nullptr && (before->at > shot.at || (before->at == shot.at && before->sequence > shot.sequence)))
        text << sequence << " was overtaken by " << before->sequence << "; ";
      before = &shot;
    }
  }

  // What the timed token promises (K. Sevcik and M. Johnson, IEEE TSE 13(3), 1987): two target times at most, one in
  // the mean, but for what is not made up for yet at each station.
  const ReferenceWindow whole(reference, stations, 0, to);
  if (std::max(whole.longest, window.longest) > 2 * config.ttrt) text << "a rotation of " << whole.longest << "; ";
  if (whole.rotation_sum > (whole.rotations + stations) * config.ttrt) text << "rotations too long in the mean; ";
  return text.str();
}

RC_GTEST_PROP(FddiProperty, everyMessageComesOnceInOrderAndInTime, ()) {
  Fddi::Config config;
  // One whose bytes take whole nanoseconds, so that much happens in one instant, and others.
  config.rate = *rc::gen::weightedOneOf<std::uint64_t>(
      {{2, rc::gen::just<std::uint64_t>(100'000'000)}, {1, rc::gen::inRange<std::uint64_t>(10'000'000, 500'000'000)}});
  config.mtu = *rc::gen::element<std::uint64_t>(4352, 1000, 100);
  config.headers = *rc::gen::element<std::uint64_t>(28, 0);
  config.station_delay = *rc::gen::element<Time>(600 * nanosecond, 1 * nanosecond, 10 * microsecond);
  config.cable = *rc::gen::element<Time>(5 * microsecond, 0, 1 * microsecond, 300 * microsecond);
  const unsigned stations = *rc::gen::element(2u, 2u, 3u, 5u, 8u);
  const Time frame = config.time_of(config.frame_bytes(config.segment()));
  config.synchronous = frame * *rc::gen::inRange<Time>(10, 30) / 10;
  for (unsigned i = 0; i < stations; ++i)
    if (*rc::gen::inRange(0, 4) == 0) config.synchronous_stations.push_back(i);
  // From the shortest that is allowed to one that nobody feels.
  config.ttrt = config.least_ttrt(stations) + frame * *rc::gen::element<Time>(0, 0, 1, 3, 10, 1000) / 2;
  const std::size_t count = *rc::gen::element<std::size_t>(1, 10, 60, 200);
  const Time instants = *rc::gen::element<Time>(1, 10, 100, 1000);
  std::vector<FddiShot> shots(count);
  for (std::size_t i = 0; i < count; ++i) {
    FddiShot& shot = shots[i];
    shot.from = *rc::gen::inRange(0u, stations);
    shot.to = (shot.from + *rc::gen::inRange(1u, stations)) % stations;
    shot.at = *rc::gen::inRange<Time>(0, instants) * 3'100 * nanosecond;  // half a rotation of two stations
    shot.bytes = *rc::gen::weightedOneOf<unsigned>(
        {{4, rc::gen::element(0u, 72u, 100u, 4096u, 4325u)}, {1, rc::gen::inRange(0u, 9000u)}});
    // Not in the order of the calls, and each once: 211 is prime and count less.
    shot.sequence = (i * 37) % 211;
  }
  const std::uint64_t part = *rc::gen::inRange<std::uint64_t>(0, 1'000'000);
  const std::string wrong = run_in_child([&] { return ring_difference(config, stations, shots, part); });
  RC_ASSERT(wrong == "");
}

// A timer that is asked in closed form, against one that counts down at each visit.
RC_GTEST_PROP(FddiProperty, aTimerInClosedFormIsOneThatCountsDown, ()) {
  const Time target = *rc::gen::inRange<Time>(2, 200);
  const Time latency = *rc::gen::inRange<Time>(1, target);
  FddiTimer timer(target);
  CountdownTimer countdown(target);
  Time now = 0;
  for (const Time gap : *rc::gen::container<std::vector<Time>>(10, rc::gen::inRange<Time>(1, 600))) {
    now += gap;
    const std::uint64_t late = timer.late_passes(now, latency);
    const std::uint64_t times = *rc::gen::inRange<std::uint64_t>(1, 12);
    CountdownTimer ahead = countdown;
    for (std::uint64_t i = 0; i <= late; ++i) RC_ASSERT((ahead.token(now + i * latency) > 0) == (i == late));
    timer.pass(now, latency, times);
    for (std::uint64_t i = 0; i < times; ++i) countdown.token(now + i * latency);
    now += (times - 1) * latency + gap;
    RC_ASSERT(timer.capture(now) == countdown.token(now));
  }
}

}  // namespace
}  // namespace isochron::testbench
