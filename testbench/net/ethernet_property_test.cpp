// SPDX-License-Identifier: Apache-2.0
// Random messages over hubs and switches, against a reference that goes through the frames one by one and knows neither
// regions nor queues. Many come in one instant.
#include <algorithm>
#include <sstream>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "net/ethernet_bench.h"
#include "support/child_process.h"

namespace isochron::testbench {
namespace {

using EthernetShot = EthernetBench::Shot;

/// One at a time, from the beginning of the simulation on: when so many bytes have crossed a medium that never pauses.
class ReferenceMedium {
 public:
  explicit ReferenceMedium(std::uint64_t rate) : rate_(rate) {}

  /// The end of a frame that may begin at `ready`.
  Time carry(Time ready, std::uint64_t bytes) {
    const Time begin = std::max(ready, free);
    free = begin + time_of(bytes_ + bytes) - time_of(bytes_);
    busy += free - begin;
    bytes_ += bytes;
    return free;
  }
  Time free = 0;
  Time busy = 0;

 private:
  Time time_of(std::uint64_t bytes) const {
    __extension__ typedef unsigned __int128 Wide;
    return static_cast<Time>(static_cast<Wide>(bytes) * 8 * second / rate_);
  }

  std::uint64_t rate_;
  std::uint64_t bytes_ = 0;
};

struct ReferenceFrame {
  const EthernetShot* shot = nullptr;
  std::uint64_t bytes = 0;
  Time ready = 0;
};

struct ReferenceResult {
  std::map<std::uint64_t, Time> arrived;
  Time busy = 0;  ///< of all media together
  std::uint64_t wire_bytes = 0;
};

/// Each station's frames, in their order.
std::vector<std::vector<ReferenceFrame>> frames_of(const Ethernet::Config& config, unsigned stations,
                                                   const std::vector<EthernetShot>& shots) {
  std::vector<std::vector<ReferenceFrame>> frames(stations);
  std::vector<const EthernetShot*> sorted;
  sorted.reserve(shots.size());
  for (const EthernetShot& shot : shots) sorted.push_back(&shot);
  std::sort(sorted.begin(), sorted.end(), [](const EthernetShot* a, const EthernetShot* b) {
    return a->at != b->at ? a->at < b->at : a->sequence < b->sequence;
  });
  const std::uint64_t room = config.mtu - config.headers;
  for (const EthernetShot* const shot : sorted) {
    std::uint64_t left = shot->bytes;
    do {
      const std::uint64_t data = std::min(left, room);
      left -= data;
      const std::uint64_t payload = data + config.headers;
      frames[shot->from].push_back({shot, 38 + (payload < 46 ? 46 : payload), shot->at});
    } while (left > 0);
  }
  return frames;
}

ReferenceResult reference_hub(const Ethernet::Config& config, unsigned stations,
                              const std::vector<EthernetShot>& shots) {
  const auto frames = frames_of(config, stations, shots);
  std::vector<std::size_t> sent(stations, 0);
  ReferenceMedium medium(config.rate);
  ReferenceResult result;
  unsigned turn = 0;
  Time now = 0;
  for (;;) {
    Time next = end_of_time;
    const ReferenceFrame* chosen = nullptr;
    for (unsigned i = 0; i < stations && chosen == nullptr; ++i) {
      const unsigned station = (turn + i) % stations;
      if (sent[station] == frames[station].size()) continue;
      const ReferenceFrame& frame = frames[station][sent[station]];
      next = std::min(next, frame.ready);
      if (frame.ready <= now) chosen = &frame;
    }
    if (chosen == nullptr) {
      if (next == end_of_time) break;
      now = next;
      continue;
    }
    now = medium.carry(now, chosen->bytes);
    result.wire_bytes += chosen->bytes;
    result.arrived[chosen->shot->sequence] = now;  // of the last frame in the end
    ++sent[chosen->shot->from];
    turn = (chosen->shot->from + 1) % stations;
  }
  result.busy = medium.busy;
  return result;
}

ReferenceResult reference_switch(const Ethernet::Config& config, unsigned stations,
                                 const std::vector<EthernetShot>& shots) {
  ReferenceResult result;
  std::vector<std::vector<ReferenceFrame>> at_output(stations);
  for (const std::vector<ReferenceFrame>& frames : frames_of(config, stations, shots)) {
    ReferenceMedium up(config.rate);
    for (const ReferenceFrame& frame : frames) {
      at_output[frame.shot->to].push_back({frame.shot, frame.bytes, up.carry(frame.ready, frame.bytes)});
      result.wire_bytes += 2 * frame.bytes;
    }
    result.busy += up.busy;
  }
  for (std::vector<ReferenceFrame>& frames : at_output) {
    std::stable_sort(frames.begin(), frames.end(), [](const ReferenceFrame& a, const ReferenceFrame& b) {
      return a.ready != b.ready ? a.ready < b.ready : a.shot->from < b.shot->from;
    });
    ReferenceMedium down(config.rate);
    for (const ReferenceFrame& frame : frames)
      result.arrived[frame.shot->sequence] = down.carry(frame.ready, frame.bytes);
    result.busy += down.busy;
  }
  return result;
}

/// What differs; nothing: empty.
std::string difference(const Ethernet::Config& config, unsigned stations, const std::vector<EthernetShot>& shots) {
  const bool is_hub = config.kind == Ethernet::Kind::hub;
  const ReferenceResult expected =
      is_hub ? reference_hub(config, stations, shots) : reference_switch(config, stations, shots);
  EthernetBench bench(config, stations);
  std::uint64_t bytes = 0;
  for (const EthernetShot& shot : shots) {
    bench.shoot(shot);
    bytes += shot.bytes;
  }
  const Time late = 10 * second;
  bench.run(late);
  std::ostringstream text;
  if (bench.pool.outstanding() > 0) text << bench.pool.outstanding() << " messages are left; ";
  for (const EthernetShot& shot : shots) {
    if (bench.times[shot.sequence] != 1) text << shot.sequence << " came " << bench.times[shot.sequence] << " times; ";
    if (bench.arrived[shot.sequence] != expected.arrived.at(shot.sequence))
      text << shot.sequence << " came at " << bench.arrived[shot.sequence] << ", not "
           << expected.arrived.at(shot.sequence) << "; ";
  }
  // In order between each two stations, and at the right one.
  std::map<std::uint64_t, const EthernetShot*> by_sequence;
  for (const EthernetShot& shot : shots) by_sequence[shot.sequence] = &shot;
  for (unsigned to = 0; to < stations; ++to) {
    std::map<unsigned, const EthernetShot*> last;
    for (const std::uint64_t sequence : bench.order[to]) {
      const EthernetShot& shot = *by_sequence.at(sequence);
      if (shot.to != to) text << sequence << " came to " << to << "; ";
      const EthernetShot*& before = last[shot.from];
      if (before != nullptr && (before->at > shot.at || (before->at == shot.at && before->sequence > shot.sequence)))
        text << sequence << " was overtaken by " << before->sequence << "; ";
      before = &shot;
    }
  }
  if (bench.bytes != bytes || bench.ethernet.bytes() != bytes) text << "bytes are not those sent; ";
  if (bench.ethernet.messages() != shots.size()) text << "messages are not those sent; ";
  if (bench.ethernet.wire_bytes() != expected.wire_bytes) text << "other bytes on the wire; ";
  const std::uint64_t media = is_hub ? 1 : 2 * stations;
  if (bench.ethernet.busy(late) != expected.busy / media) text << "another time on the wire; ";
  if (bench.beyond_rate) text << "more than the rate; ";
  return text.str();
}

RC_GTEST_PROP(EthernetProperty, everyMessageComesOnceInOrderAndInTime, ()) {
  Ethernet::Config config;
  config.kind = *rc::gen::element(Ethernet::Kind::hub, Ethernet::Kind::switched);
  // One whose bytes take whole picoseconds, so that much ends in one instant, and others.
  config.rate = *rc::gen::weightedOneOf<std::uint64_t>(
      {{2, rc::gen::just<std::uint64_t>(100'000'000)}, {1, rc::gen::inRange<std::uint64_t>(1'000'000, 2'000'000'000)}});
  config.mtu = *rc::gen::element<std::uint64_t>(1500, 1500, 100, 47);
  config.headers = *rc::gen::element<std::uint64_t>(40, 0);
  const unsigned stations = *rc::gen::element(2u, 3u, 4u, 6u);
  const std::size_t count = *rc::gen::element<std::size_t>(1, 10, 40, 60);
  const Time instants = *rc::gen::element<Time>(1, 10, 100);
  std::vector<EthernetShot> shots(count);
  for (std::size_t i = 0; i < count; ++i) {
    EthernetShot& shot = shots[i];
    shot.from = *rc::gen::inRange(0u, stations);
    shot.to = (shot.from + *rc::gen::inRange(1u, stations)) % stations;
    shot.at = *rc::gen::inRange<Time>(0, instants) * 6'720 * nanosecond;  // of a shortest frame at 100 Mb/s
    shot.bytes = *rc::gen::weightedOneOf<unsigned>(
        {{4, rc::gen::element(0u, 6u, 1460u, 1461u, 2920u)}, {1, rc::gen::inRange(0u, 5000u)}});
    // Not in the order of the calls, and each once: 61 is prime and count less.
    shot.sequence = (i * 37) % 61;
  }
  const std::string wrong = run_in_child([&] { return difference(config, stations, shots); });
  RC_ASSERT(wrong == "");
}

}  // namespace
}  // namespace isochron::testbench
