// SPDX-License-Identifier: Apache-2.0
// Random messages through one channel or two, of all forms, against Lindley's recursion: a message begins when it has
// come and the one before it has ended. It knows neither queues nor events. Many come in one instant.
#include <algorithm>
#include <sstream>
#include <tuple>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "net/message_channel_bench.h"
#include "support/child_process.h"

namespace isochron::testbench {
namespace {

using Routing = MessageChannel::Routing;

/// A message at a channel: where it comes in and when, and what becomes of it.
struct ReferenceMessage {
  const MessageChannelBench::Shot* shot = nullptr;
  unsigned lane = 0;
  Time came = 0;
  unsigned outlet = 0;
  Time begin = 0;
  Time end = 0;
  bool dropped = false;
};

struct ReferenceChannel {
  std::vector<ReferenceMessage> messages;  ///< in the order of service; dropped ones too
  std::vector<Time> busy;                  ///< by outlet
  Time waited = 0;
  std::uint64_t dropped = 0;
};

Time reference_time(std::uint64_t bytes, std::uint64_t rate) {
  __extension__ typedef unsigned __int128 Wide;
  const Wide twice = 2 * static_cast<Wide>(bytes) * 8 * second;
  return static_cast<Time>((twice + rate) / (2 * static_cast<Wide>(rate)));
}

/// What a channel does with `coming`, in any order.
ReferenceChannel reference_channel(const MessageChannelBench::Stage& stage, unsigned lanes,
                                   std::vector<ReferenceMessage> coming) {
  std::sort(coming.begin(), coming.end(), [](const ReferenceMessage& a, const ReferenceMessage& b) {
    return std::tie(a.came, a.lane, a.shot->stream, a.shot->sequence, a.shot->block) <
           std::tie(b.came, b.lane, b.shot->stream, b.shot->sequence, b.shot->block);
  });
  ReferenceChannel result;
  result.busy.resize(lanes);
  for (std::size_t i = 0; i < coming.size(); ++i) {
    ReferenceMessage& message = coming[i];
    message.outlet = stage.config.routing == Routing::by_lane ? message.lane : message.shot->to;
    Time free = 0;
    std::uint64_t waiting = 0;
    for (std::size_t j = 0; j < i; ++j) {
      const ReferenceMessage& before = coming[j];
      if (before.dropped || (stage.config.independent && before.outlet != message.outlet)) continue;
      free = before.end;
      if (before.begin > message.came) ++waiting;
    }
    message.begin = std::max(message.came, free);
    message.end = message.begin + reference_time(message.shot->bytes, stage.rate);
    message.dropped = stage.config.queue > 0 && message.begin > message.came && waiting >= stage.config.queue;
    if (message.dropped) {
      ++result.dropped;
      continue;
    }
    result.busy[message.outlet] += message.end - message.begin;
    result.waited += message.begin - message.came;
  }
  result.messages = std::move(coming);
  return result;
}

void compare_channel(std::ostream& text, MessageChannel& channel, const ReferenceChannel& expected, Time end) {
  if (channel.dropped() != expected.dropped) text << channel.dropped() << " lost, not " << expected.dropped << "; ";
  if (channel.waited() != expected.waited) text << "waited for another time; ";
  if (channel.queue_depth().integral(end) != static_cast<LevelOverTime::Integral>(expected.waited))
    text << "another depth of the queue; ";
  for (unsigned i = 0; i < channel.lanes(); ++i) {
    std::uint64_t messages = 0;
    std::uint64_t bytes = 0;
    std::uint64_t dropped = 0;
    for (const ReferenceMessage& message : expected.messages) {
      if (message.outlet != i) continue;
      messages += message.dropped ? 0 : 1;
      bytes += message.dropped ? 0 : message.shot->bytes;
      dropped += message.dropped ? 1 : 0;
    }
    if (channel.messages(i) != messages || channel.bytes(i) != bytes) text << "other messages at " << i << "; ";
    if (channel.dropped(i) != dropped) text << "other losses at " << i << "; ";
    if (channel.busy(i, end) != expected.busy[i]) text << "busy for another time at " << i << "; ";
  }
}

/// What differs; nothing: empty.
std::string difference(unsigned lanes, const std::vector<MessageChannelBench::Stage>& stages, bool last_first,
                       const std::vector<MessageChannelBench::Shot>& shots) {
  MessageChannelBench bench(lanes, stages, last_first);
  std::vector<ReferenceMessage> coming;
  for (const MessageChannelBench::Shot& shot : shots) {
    bench.shoot(shot);
    ReferenceMessage message;
    message.shot = &shot;
    message.lane = shot.lane;
    message.came = shot.at;
    coming.push_back(message);
  }
  const Time late = second;
  bench.run(late);
  std::ostringstream text;
  std::vector<std::tuple<std::uint64_t, unsigned, Time>> expected;
  for (std::size_t i = 0; i < stages.size(); ++i) {
    const ReferenceChannel channel = reference_channel(stages[i], lanes, coming);
    compare_channel(text, bench.channel(i), channel, late);
    coming.clear();
    for (ReferenceMessage message : channel.messages) {
      if (message.dropped) continue;
      if (i + 1 == stages.size()) expected.emplace_back(message.shot->id, message.outlet, message.end);
      message.lane = message.outlet;
      message.came = message.end;
      coming.push_back(message);
    }
  }
  std::vector<std::tuple<std::uint64_t, unsigned, Time>> found;
  for (const auto& [id, arrival] : bench.arrived) found.emplace_back(id, arrival.outlet, arrival.at);
  std::sort(expected.begin(), expected.end());
  std::sort(found.begin(), found.end());
  if (found != expected) text << "others have come, elsewhere or at other times; ";
  if (bench.pool.outstanding() > 0) text << bench.pool.outstanding() << " messages are left; ";
  return text.str();
}

rc::Gen<MessageChannelBench::Stage> any_stage() {
  return rc::gen::exec([] {
    MessageChannelBench::Stage stage;
    stage.config.routing = *rc::gen::element(Routing::by_lane, Routing::by_destination);
    stage.config.independent = *rc::gen::arbitrary<bool>();
    stage.config.queue = *rc::gen::element<std::uint64_t>(0, 1, 2, 5);
    // One whose bytes take whole nanoseconds, so that much ends in one instant, and others.
    stage.rate =
        *rc::gen::weightedOneOf<std::uint64_t>({{2, rc::gen::just<std::uint64_t>(8'000'000'000)},
                                                {1, rc::gen::inRange<std::uint64_t>(1'000'000'000, 20'000'000'000)}});
    return stage;
  });
}

RC_GTEST_PROP(MessageChannelProperty, everyMessageComesInTimeOrIsLostInItsTurn, ()) {
  const unsigned lanes = *rc::gen::inRange(1u, 5u);
  const std::vector<MessageChannelBench::Stage> stages =
      *rc::gen::container<std::vector<MessageChannelBench::Stage>>(*rc::gen::inRange<std::size_t>(1, 3), any_stage());
  const bool last_first = *rc::gen::arbitrary<bool>();
  const std::size_t count = *rc::gen::element<std::size_t>(1, 10, 40, 60);
  const Time instants = *rc::gen::element<Time>(1, 10, 100);
  std::vector<MessageChannelBench::Shot> shots(count);
  for (std::size_t i = 0; i < count; ++i) {
    MessageChannelBench::Shot& shot = shots[i];
    shot.lane = *rc::gen::inRange(0u, lanes);
    shot.to = *rc::gen::inRange(0u, lanes);
    shot.at = *rc::gen::inRange<Time>(0, instants) * 10 * nanosecond;
    shot.bytes =
        *rc::gen::weightedOneOf<unsigned>({{3, rc::gen::element(10u, 20u, 50u)}, {1, rc::gen::inRange(1u, 200u)}});
    shot.id = i;
    shot.stream = *rc::gen::inRange<std::uint32_t>(0, 3);
    shot.sequence = *rc::gen::inRange<std::uint64_t>(0, 3);
    // Not in the order of the calls, and each once: 61 is prime and count less.
    shot.block = (i * 37) % 61;
  }
  const std::string wrong = run_in_child([&] { return difference(lanes, stages, last_first, shots); });
  RC_ASSERT(wrong == "");
}

}  // namespace
}  // namespace isochron::testbench
