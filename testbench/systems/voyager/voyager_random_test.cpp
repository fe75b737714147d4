// SPDX-License-Identifier: Apache-2.0
// Random machines and mixes of streams: no packet is lost without a place, no payload is kept, no bound is exceeded.
#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "systems/voyager/voyager_run.h"

namespace isochron::testbench {
namespace {

using rc::gen::element;
using rc::gen::inRange;

StreamGroup drawn_group(std::uint64_t least) {
  StreamGroup group;
  group.count = *inRange<std::uint64_t>(least, 7);
  group.rate = *element<std::uint64_t>(128'000, 1'000'000, 5'000'000, 12'345'678);
  group.packet = *element<std::uint64_t>(512, 1000, 4096, 8192, 9140);
  group.action = *element(StreamAction::play, StreamAction::record, StreamAction::relay, StreamAction::receive,
                          StreamAction::send);
  return group;
}

std::array<StreamGroup, MediaStreams::most_groups> drawn_mix() {
  return {drawn_group(1), drawn_group(0), drawn_group(0), drawn_group(0)};
}

VoyagerCase drawn_machine() {
  VoyagerCase p;
  p.thin_nodes = *inRange<std::uint64_t>(1, 4);
  p.wide_nodes = *inRange<std::uint64_t>(1, 4);
  const std::uint64_t disks_of_node = *inRange<std::uint64_t>(1, 4);
  p.disks = p.wide_nodes * disks_of_node;
  p.buses = *inRange<std::uint64_t>(p.wide_nodes, p.disks + 1);
  p.stripe_nodes = *inRange<std::uint64_t>(1, p.wide_nodes + 1);
  p.disks_a_node = *inRange<std::uint64_t>(1, disks_of_node + 1);
  p.where = *element(VoyagerCase::Where::vsd, VoyagerCase::Where::local);
  p.block = *element<std::uint64_t>(16'384, 65'536, 100'000);
  p.buffers = *inRange<std::uint64_t>(2, 9);
  p.rotation = 1000 * microsecond;
  p.file_work = *element(VoyagerCase::FileWork::both, VoyagerCase::FileWork::record);
  p.vsd.stage = *element(VsdConfig::Stage::client, VsdConfig::Stage::server);
  p.vsd.service = *element(VsdConfig::Service::exponential, VsdConfig::Service::deterministic);
  p.vsd.shared = *element<std::uint64_t>(0, 175'500, 1'000'000);
  p.vsd.outstanding = *inRange<std::uint64_t>(1, 4);
  p.stack.protocol = *element(ProtocolStackConfig::Protocol::udp, ProtocolStackConfig::Protocol::aal5);
  p.stack.copies = *rc::gen::arbitrary<bool>();
  p.stack.socket = *element<std::uint64_t>(10'000, 65'536);
  p.stack.interrupts = *inRange<std::uint64_t>(1, 20);
  p.stack.kernel_share = *element<std::uint64_t>(0, 500'000, 1'000'000);
  p.stack.small = *element<std::uint64_t>(0, 256'000'000);
  p.atm.queue = *element<std::uint64_t>(0, 1, 128);
  p.atm.rate = *element<std::uint64_t>(10'000'000, 149'760'000);
  p.tb2.duplex = *rc::gen::arbitrary<bool>();
  p.sp_switch.medium = *element(SpSwitchConfig::Medium::shared, SpSwitchConfig::Medium::ports);
  return p;
}

double dropped(const Figures& f) {
  return f.at("dropped.source.mean") + f.at("dropped.atm.mean") + f.at("dropped.interface.mean") +
         f.at("dropped.socket.mean") + f.at("dropped.file.mean");
}

RC_GTEST_PROP(VoyagerRandom, whatIsOfferedIsReceivedDroppedOrUnderWay, ()) {
  VoyagerCase p = drawn_machine();
  p.streams.groups = drawn_mix();
  p.streams.step = *element<std::uint64_t>(0, 50 * millisecond);
  RC_ASSERT(p.problems().empty());
  const VoyagerRun run{p, 0, *inRange<std::uint64_t>(500, 3000) * millisecond, 1 + *inRange<std::uint64_t>(0, 99)};
  const Figures f = run_voyager(run);
  RC_ASSERT(f.at("packets.offered.mean") == f.at("packets.received.mean") + dropped(f) + f.at("inside"));
  RC_ASSERT(f.at("flow.generated") == f.at("flow.delivered") + f.at("flow.lost") + f.at("flow.backlog"));
  // A block is a payload, and on its disk's string a second one.
  RC_ASSERT(f.at("payloads") >= f.at("inside") + f.at("blocks"));
  RC_ASSERT(f.at("payloads") <= f.at("inside") + 2 * f.at("blocks"));
  RC_ASSERT(f.at("blocks") <= static_cast<double>(p.streams.files() * p.buffers));
  // What is sent and what is timed fall due as often as the rates say, to a packet.
  double due = 0, streams = 0;
  for (const StreamGroup& group : p.streams.groups) {
    streams += static_cast<double>(group.count);
    due += static_cast<double>(group.count) * group.packets_per_second() * seconds(run.duration);
  }
  RC_ASSERT(f.at("packets.offered.mean") <= due + streams);
  RC_ASSERT(difference(f, run_voyager(run)) == "");
  if (f.at("packets.received.mean") < 50) return;
  VoyagerRun other = run;
  other.seed += 100;
  const Figures g = run_voyager(other);
  RC_ASSERT(f.at("fingerprint.high") != g.at("fingerprint.high") || f.at("fingerprint.low") != g.at("fingerprint.low"));
}

// What a window has is what the whole run has, less what it had before.
RC_GTEST_PROP(VoyagerRandom, aWindowIsADifference, ()) {
  VoyagerCase p = drawn_machine();
  p.streams.groups = drawn_mix();
  const Figures whole = run_voyager({p, 0, 1500 * millisecond});
  const Figures first = run_voyager({p, 0, 700 * millisecond});
  const Figures window = run_voyager({p, 700 * millisecond, 800 * millisecond});
  for (const char* const figure :
       {"packets.offered.mean", "packets.received.mean", "dropped.source.mean", "dropped.atm.mean",
        "dropped.interface.mean", "dropped.socket.mean", "dropped.file.mean"})
    RC_ASSERT(whole.at(figure) == first.at(figure) + window.at(figure));
}

// Streams of one kind, as many as there is no time for: what is carried is below every bound, and near the least where
// that is the processor's, which serves packets in the order in which they come.
RC_GTEST_PROP(VoyagerRandom, noRunExceedsABound, ()) {
  VoyagerCase p = drawn_machine();
  p.vsd.service = VsdConfig::Service::deterministic;
  p.rotation = 0;
  p.streams.groups[0] = drawn_group(1);
  p.streams.groups[0].count = *inRange<std::uint64_t>(1, 40);
  p.streams.groups[0].rate = *element<std::uint64_t>(5'000'000, 12'345'678);
  const Figures f = run_voyager({p, 1 * second, 3 * second});
  // The flow has the packets, in bytes.
  const auto packet = static_cast<double>(p.streams.groups[0].packet);
  RC_ASSERT(f.at("flow.generated") == packet * f.at("packets.offered.mean"));
  RC_ASSERT(f.at("flow.delivered") == packet * f.at("packets.received.mean"));
  RC_ASSERT(f.at("flow.lost") == packet * dropped(f));
  RC_ASSERT(f.at("flow.backlog") == packet * f.at("inside"));
  for (const ResourceBound& one : p.bounds()) {
    // Streams are whole in a bound. What waits in buffers when the window begins may be worked on in it.
    const double waiting = static_cast<double>(p.streams.count() * (p.buffers + 1) * p.block + p.thin_nodes * 700'000);
    const double most = one.limit + 1 + waiting / 3 / p.streams.groups[0].bytes_per_second();
    if (f.at("streams.carried.mean") > most) RC_LOG() << one.resource << ": " << one.description << " " << one.limit;
    RC_ASSERT(f.at("streams.carried.mean") <= most);
  }
  for (const char* const part : {"processor", "atm", "microchannel", "tb2", "switch", "vsd", "string", "disk"}) {
    const auto found = f.find(std::string(part) + ".utilisation.max");
    const double used = found == f.end() ? 0 : found->second;
    RC_ASSERT(used <= 1 + 1e-9);
  }
}

RC_GTEST_PROP(VoyagerRandom, rawDisksWriteNoMoreThanTheirBounds, ()) {
  VoyagerCase p = drawn_machine();
  p.load = VoyagerCase::Load::raw;
  p.vsd.service = VsdConfig::Service::deterministic;
  p.rotation = 0;
  RC_ASSERT(p.problems().empty());
  const VoyagerRun run{p, second, 8 * second};
  const Figures f = run_voyager(run);
  RC_ASSERT(f.at("payloads") >= static_cast<double>(p.disks));
  RC_ASSERT(f.at("payloads") <= static_cast<double>(2 * p.disks));
  RC_ASSERT(difference(f, run_voyager(run)) == "");
  double least = p.bounds().front().limit;
  for (const ResourceBound& one : p.bounds()) least = std::min(least, one.limit);
  const double whole_blocks = static_cast<double>(p.disks * p.block) / 8 / 625e3;
  RC_ASSERT(f.at("streams.carried.mean") <= least + whole_blocks);
  RC_ASSERT(f.at("streams.carried.mean") >= 0.4 * least - whole_blocks);
}

}  // namespace
}  // namespace isochron::testbench
