// SPDX-License-Identifier: Apache-2.0
// A node that receives or sends streams, as in Voyager's Figure 3 and Table 4: what of the processor they take, where
// loss begins, and what is left when the kernel has no time. Each number of streams is a run of its own.
#include <algorithm>
#include <ostream>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <isochron/core/simulation.h>
#include <isochron/observe/statistic_sink.h>
#include <isochron/software/voyager/protocol_stack.h>
#include <isochron/software/voyager/stream_sink.h>
#include <isochron/software/voyager/stream_source.h>

#include "support/child_process.h"

namespace isochron::testbench {
namespace {

struct StackLoad {
  bool sends = false;
  std::uint32_t packet = 4096;
  std::uint64_t rate = 5'000'000;
  unsigned streams = 1;

  /// Of the processor, a packet with the default costs.
  double work() const {
    const ProtocolStack::Config config;
    return seconds(sends ? config.send_work(packet) : config.receive_work(packet));
  }
  double packets_a_second() const { return static_cast<double>(rate) / 8 / packet; }
  double a_stream() const { return work() * packets_a_second(); }
};

/// Of the window.
struct LoadFigures {
  double utilisation = 0;
  double offered = 0;  ///< packets a second
  double through = 0;
  double interface = 0;
  double kernel = 0;
  double user = 0;
  double events = 0;  ///< of the region, a packet that went through, without the source's

  double loss() const { return 1 - through / offered; }
};

constexpr Time load_from = 5 * second;
constexpr Time load_to = 25 * second;

LoadFigures under(const StackLoad& load) {
  std::istringstream text(run_in_child([&load] {
    Region region("region");
    MessagePool pool(1);
    const Domain domain{region, pool, Phases::shortcut};
    std::vector<StreamSource::Stream> streams;
    for (unsigned i = 0; i < load.streams; ++i) streams.push_back({i, load.rate, load.packet, 0, 8, 0, 0});
    StreamSource source("source", domain, streams, 1, 1);
    Processor processor("processor", domain, {});
    ProtocolStack stack("stack", domain, {}, processor, load.streams);
    StreamSink read("read", 1, load.streams);
    StreamSink viewers("viewers", 1, load.streams);
    source.packets(0).bind(load.sends ? stack.send : stack.arrived);
    stack.received.bind(read.packets(0));
    stack.sent.bind(viewers.packets(0));
    const StreamSink& end = load.sends ? viewers : read;
    simulate_to(region, load_from);
    const std::uint64_t events = region.events() - source.sent();
    const std::uint64_t before = end.received();
    source.start_window(region.now());
    processor.start_window(region.now());
    stack.start_window(region.now());
    simulate_to(region, load_to);
    ReplicationRecord record;
    StatisticSink sink(record, load_from, load_to);
    source.report(sink);
    processor.report(sink);
    stack.report(sink);
    const auto& figures = record.components.at("stack");
    const double length = seconds(load_to - load_from);
    const auto through = static_cast<double>(end.received() - before);
    // Each packet is sent at a time of its own, by one event of the source.
    const auto new_events = static_cast<double>(region.events() - source.sent() - events);
    std::ostringstream out;
    out.precision(17);
    out << record.components.at("processor").at("utilisation") << " "
        << record.components.at("source").at("packets") / length << " " << through / length << " "
        << figures.at("dropped_interface") / length << " " << figures.at("kernel") << " " << figures.at("user") << " "
        << new_events / std::max(through, 1.0);
    if (pool.outstanding() != stack.inside()) return std::string("packets are left");
    return out.str();
  }));
  LoadFigures figures;
  text >> figures.utilisation >> figures.offered >> figures.through >> figures.interface >> figures.kernel >>
      figures.user >> figures.events;
  EXPECT_TRUE(static_cast<bool>(text)) << text.str();
  return figures;
}

/// A row of Table 4: per cent of the processor a stream.
struct Table4Row {
  StackLoad load;
  double percent = 0;
};

std::ostream& operator<<(std::ostream& out, const Table4Row& row) {
  return out << (row.load.sends ? "send" : "receive") << row.load.packet;
}

const Table4Row table_4[] = {{{false, 4096}, 10.5}, {{false, 8192}, 6.6}, {{true, 4096}, 12.6}, {{true, 8192}, 8.2}};

class ProtocolStackRows : public testing::TestWithParam<Table4Row> {};

// Utilisation is streams times the work of their packets below 95 %, and loss begins at the first number of streams
// that is more than the processor can do. Received packets are 2 events, sent ones 1.
TEST_P(ProtocolStackRows, isLinearUntilTheProcessorIsFull) {
  StackLoad load = GetParam().load;
  EXPECT_NEAR(100 * load.a_stream(), GetParam().percent, GetParam().percent / 100);
  const auto last = static_cast<unsigned>(1 / load.a_stream());  // that fit
  for (load.streams = 1; load.streams <= last + 2; ++load.streams) {
    const LoadFigures figures = under(load);
    const double expected = load.streams * load.a_stream();
    if (expected < 0.95) {
      EXPECT_NEAR(figures.utilisation, expected, 0.001 * expected) << load.streams;
    }
    EXPECT_NEAR(figures.kernel + figures.user, figures.utilisation, 1e-9) << load.streams;
    if (load.streams <= last) {
      EXPECT_NEAR(figures.loss(), 0, 0.001) << load.streams;
      EXPECT_NEAR(figures.kernel, figures.utilisation / 2, 0.001) << load.streams;
      EXPECT_NEAR(figures.events, load.sends ? 1 : 2, 0.01) << load.streams;
    } else {
      EXPECT_GT(figures.loss(), 0.001) << load.streams;
      EXPECT_NEAR(figures.utilisation, 1, 1e-6) << load.streams;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Table4, ProtocolStackRows, testing::ValuesIn(table_4),
                         [](const testing::TestParamInfo<Table4Row>& row) {
                           return testing::PrintToString(row.param);
                         });

// Sending has no kernel work that somebody else could take from it: it sends what the processor can do.
TEST(ProtocolStackLoad, sendsAsMuchAsItCan) {
  StackLoad load{true, 8192};
  load.streams = 20;
  const LoadFigures figures = under(load);
  EXPECT_NEAR(figures.through, 1 / load.work(), 0.001 / load.work());
  EXPECT_NEAR(figures.kernel, 0.5, 1e-6);
}

// Of l packets a second the kernel does its half k of all, and the application has what is left: (1 - l k) / k packets
// a second go through. From the number of streams on at which the kernel alone fills the processor, nothing does.
TEST(ProtocolStackLoad, kernelWorkTakesItAllInTheEnd) {
  StackLoad load;
  const double half = load.work() / 2;
  for (const unsigned streams : {11u, 14u, 17u, 19u, 20u, 24u}) {
    load.streams = streams;
    const double offered = streams * load.packets_a_second();
    const double left = std::max(0.0, 1 - offered * half);
    const LoadFigures figures = under(load);
    EXPECT_NEAR(figures.utilisation, 1, 1e-6);
    EXPECT_NEAR(figures.through, left / half, 0.002 / half) << streams;
    EXPECT_NEAR(figures.kernel, 1 - left, 0.001) << streams;
    EXPECT_NEAR(figures.interface, std::max(0.0, offered - 1 / half), 0.002 / half) << streams;
  }
  EXPECT_GT(20 * load.packets_a_second() * half, 1);  // a livelock it is
}

}  // namespace
}  // namespace isochron::testbench
