// SPDX-License-Identifier: Apache-2.0
// The daemon with its node's protocol stack and processor, between senders and viewers: what its packets cost, when
// they come, and that none is lost without being counted. Disks are stand-ins: a block takes a fixed time.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <isochron/core/simulation.h>
#include <isochron/observe/statistic_sink.h>
#include <isochron/software/voyager/media_daemon.h>
#include <isochron/software/voyager/stream_sink.h>
#include <isochron/software/voyager/stream_source.h>
#include <support/child_process.h>

namespace isochron::testbench {
namespace {

struct NodePlan {
  MediaDaemon::Config daemon;
  ProtocolStack::Config stack;
  std::vector<MediaStream> streams;  ///< numbered from 0
  Time block_time = 10 * millisecond;
  Time end = 2 * second;
  std::uint64_t seed = 1;
};

bool is_received(const MediaStream& stream) {
  return stream.action == StreamAction::record || stream.action == StreamAction::receive ||
         stream.action == StreamAction::relay;
}

/// A node whose network takes no time.
class MediaNode {
 public:
  explicit MediaNode(const NodePlan& plan)
      : plan_(plan),
        files(files_of(plan)),
        daemon("daemon", domain, plan.daemon, 0, plan.streams, files, plan.seed),
        stack("stack", domain, plan.stack, processor, static_cast<std::uint32_t>(plan.streams.size()), &daemon),
        senders("senders", domain, sent_to(plan), 1, plan.seed),
        viewers("viewers", 1, static_cast<std::uint32_t>(plan.streams.size())) {
    senders.packets(0).bind(stack.arrived);
    stack.received.bind(daemon.received);
    daemon.send.bind(stack.send);
    stack.sent.bind(viewers.packets(0));
    daemon.requests.bind(disks_);
  }

  /// What all parts report; throws if one of them has lost something.
  ReplicationRecord run() {
    simulate_to(region, plan_.end);
    ReplicationRecord record;
    StatisticSink sink(record, 0, plan_.end);
    for (Measured* const part : std::vector<Measured*>{&processor, &daemon, &stack, &senders, &viewers})
      part->report(sink);
    std::uint64_t began = senders.sent();
    std::uint64_t ended = viewers.received() + stack.inside();
    for (const ProtocolStack::Place place :
         {ProtocolStack::Place::source, ProtocolStack::Place::interface, ProtocolStack::Place::socket})
      ended += stack.dropped(place);
    for (std::size_t i = 0; i < daemon.streams(); ++i) {
      const MediaDaemon::Counts& counts = daemon.counts(i);
      const StreamAction action = daemon.stream(i).action;
      if (!is_received(daemon.stream(i))) began += counts.offered;
      if (action == StreamAction::record || action == StreamAction::receive) ended += counts.passed;
      ended += counts.dropped;
    }
    if (began != ended)
      throw std::runtime_error(std::to_string(began) + " packets began, " + std::to_string(ended) + " are known of");
    if (pool.outstanding() != stack.inside() + blocks_away_) throw std::runtime_error("payloads are left");
    return record;
  }

  Region region{"region"};
  MessagePool pool{1};
  Domain domain{region, pool, Phases::shortcut};
  Processor processor{"processor", domain, {}};

 private:
  const NodePlan& plan_;

 public:
  StripedFile files;
  MediaDaemon daemon;
  ProtocolStack stack;
  StreamSource senders;
  StreamSink viewers;

 private:
  static StripedFile::Config files_of(const NodePlan& plan) {
    StripedFile::Config config;
    config.block = plan.daemon.block;
    config.files = plan.streams.size();
    return config;
  }
  static std::vector<StreamSource::Stream> sent_to(const NodePlan& plan) {
    std::vector<StreamSource::Stream> streams;
    for (const MediaStream& stream : plan.streams)
      if (is_received(stream)) streams.push_back({stream.number, stream.rate, stream.packet, 0, 1, 0, stream.begin});
    return streams;
  }
  void ask(Payload& block, Time now) {
    block.acquire();
    ++blocks_away_;
    region.call_at(now + plan_.block_time, [this, &block] {
      --blocks_away_;
      daemon.done.inlet().accept(block, region.now());
      block.release();
    });
  }

  InletOf<MediaNode> asked_{*this, &MediaNode::ask};
  InletPort disks_{"disks", asked_};
  std::uint64_t blocks_away_ = 0;
};

MediaStream stream_of(std::uint32_t number, StreamAction action, std::uint64_t rate, std::uint32_t packet) {
  MediaStream stream;
  stream.number = number;
  stream.action = action;
  stream.rate = rate;
  stream.packet = packet;
  stream.file = number;
  stream.destination = 1;
  return stream;
}

std::uint64_t picoseconds(double seconds) {
  return static_cast<std::uint64_t>(std::llround(seconds * 1e12));
}

// Alone on its node a played packet is late by the stack's work and, where both ways cost it, the file system's.
TEST(MediaNode, aPlayedPacketIsLateByItsWork) {
  for (const bool both_ways : {false, true}) {
    NodePlan plan;
    plan.daemon.file_packet = 100 * microsecond;
    plan.daemon.file_byte = 10 * nanosecond;
    plan.daemon.both_ways = both_ways;
    plan.streams = {stream_of(0, StreamAction::play, 5'000'000, 4096)};
    plan.streams[0].begin = 300 * millisecond;
    run_in_child([&] {
      MediaNode node(plan);
      node.run();
      const Time work =
          577 * microsecond + 4096ull * 60'800 + (both_ways ? 100 * microsecond + 4096ull * 10 * nanosecond : 0);
      const HistogramSample lateness = node.viewers.lateness().sample();
      // 1.69 s less a phase, 6.5536 ms a packet.
      if (lateness.count < 256 || lateness.count > 258) throw std::runtime_error("packets");
      if (picoseconds(lateness.min) != work || picoseconds(lateness.max) != work) throw std::runtime_error("lateness");
      return std::string();
    });
  }
}

// The slope of Table 6: every recorded packet is its work of the processor, and no other.
TEST(MediaNode, recordingCostsTheProcessorItsWork) {
  NodePlan plan;
  plan.daemon.file_packet = 300 * microsecond;
  plan.daemon.file_byte = 20 * nanosecond;
  for (std::uint32_t number = 0; number < 4; ++number)
    plan.streams.push_back(stream_of(number, StreamAction::record, 5'000'000, 8192));
  MediaNode node(plan);
  const ReplicationRecord record = node.run();
  const Time work = 511 * microsecond + 8192ull * 43'200 + 300 * microsecond + 8192ull * 20 * nanosecond;
  std::uint64_t packets = 0;
  std::uint64_t blocks = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    packets += node.daemon.counts(i).passed;
    blocks += node.daemon.counts(i).passed / 8;
    // 13.1072 ms a packet, from within the first interval on; the last one may still be on its way.
    EXPECT_GE(node.daemon.counts(i).passed, 151u);
    EXPECT_LE(node.daemon.counts(i).passed, 153u);
    EXPECT_EQ(node.daemon.counts(i).dropped, 0u);
  }
  const auto written = static_cast<std::uint64_t>(record.components.at("daemon").at("blocks"));
  EXPECT_EQ(written + node.pool.outstanding() - node.stack.inside(), blocks);
  const double busy = record.components.at("processor").at("utilisation") * 2;
  EXPECT_NEAR(busy, static_cast<double>(packets) * seconds(work), 4 * seconds(work));
}

// A block is 8 packets, and takes 250 ms, 19.07 packets. One that is asked for when another is over is in time for the
// fourth after that. With two buffers two blocks of four are played: half.
TEST(MediaNode, slowDisksHalveAStream) {
  NodePlan plan;
  plan.block_time = 250 * millisecond;
  plan.end = 20 * second;
  plan.streams = {stream_of(0, StreamAction::play, 5'000'000, 8192)};
  MediaNode node(plan);
  node.run();
  const MediaDaemon::Counts& counts = node.daemon.counts(0);
  // As many are due as if none had been dropped: 19.75 s less a phase, 13.1072 ms a packet.
  EXPECT_GE(counts.offered, 1506u);
  EXPECT_LE(counts.offered, 1507u);
  EXPECT_NEAR(static_cast<double>(counts.passed), static_cast<double>(counts.offered) / 2, 8);
  EXPECT_EQ(node.viewers.received(), counts.passed);
  // None is sent later than it was due and its work.
  EXPECT_EQ(node.viewers.lateness().sample().max, node.viewers.lateness().sample().min);
}

// A timer, a job of the processor: two events a packet, and a disk's event a block.
TEST(MediaNode, aPlayedPacketIsTwoEvents) {
  NodePlan plan;
  plan.streams = {stream_of(0, StreamAction::play, 5'000'000, 4096)};
  MediaNode node(plan);
  const ReplicationRecord record = node.run();
  const auto packets = static_cast<double>(node.daemon.counts(0).offered);
  const double blocks = record.components.at("daemon").at("blocks");
  EXPECT_LE(static_cast<double>(node.region.events()), 2 * packets + blocks + 2);
}

rc::Gen<NodePlan> node_plans() {
  return rc::gen::exec([] {
    NodePlan plan;
    plan.seed = *rc::gen::arbitrary<std::uint64_t>();
    plan.block_time = *rc::gen::element(10, 100, 400) * millisecond;
    plan.daemon.buffers = *rc::gen::inRange<std::uint64_t>(2, 4);
    plan.daemon.block = *rc::gen::element<std::uint64_t>(8192, 10'000, 65'536);
    plan.daemon.file_packet = *rc::gen::element<std::uint64_t>(0, 400) * microsecond;
    plan.daemon.both_ways = *rc::gen::arbitrary<bool>();
    plan.stack.socket = *rc::gen::element<std::uint64_t>(16'384, 65'536);
    plan.stack.interrupts = *rc::gen::element<std::uint64_t>(1, 50);
    const auto streams = *rc::gen::inRange(1u, 16u);
    for (std::uint32_t number = 0; number < streams; ++number) {
      const auto action = *rc::gen::element(StreamAction::play, StreamAction::record, StreamAction::relay,
                                            StreamAction::receive, StreamAction::send);
      plan.streams.push_back(stream_of(number, action, *rc::gen::element<std::uint64_t>(128'000, 5'000'000, 4'999'999),
                                       *rc::gen::element<std::uint32_t>(512, 4096, 8192)));
      plan.streams.back().begin = *rc::gen::element<Time>(0, 0, 500 * millisecond);
    }
    plan.end = *rc::gen::inRange<Time>(100, 2000) * millisecond;
    return plan;
  });
}

/// All that is counted in a run.
std::string run_of(const NodePlan& plan) {
  return run_in_child([&] {
    MediaNode node(plan);
    const ReplicationRecord record = node.run();
    std::ostringstream text;
    text << node.viewers.fingerprint() << " " << node.daemon.fingerprint();
    for (const auto& [part, values] : record.components)
      for (const auto& [name, value] : values) text << "\n" << part << " " << name << " " << std::hexfloat << value;
    return text.str();
  });
}

// run() throws if a packet or a payload is lost.
RC_GTEST_PROP(MediaNodeTraffic, isConservedAndRepeatable, ()) {
  const NodePlan plan = *node_plans();
  RC_ASSERT(run_of(plan) == run_of(plan));
}

}  // namespace
}  // namespace isochron::testbench
