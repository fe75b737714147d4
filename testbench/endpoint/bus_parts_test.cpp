// SPDX-License-Identifier: Apache-2.0
// Sources, bridges and sinks on buses: 1024 B are 8 slices of the paper's lumps, 1920 ns, and 1 us at 8.192 Gb/s.
#include <gmock/gmock.h>

#include <isochron/bus/pci_bus.h>
#include <isochron/endpoint/bus_sink.h>
#include <isochron/endpoint/bus_source.h>
#include <isochron/fabric/bus_bridge.h>

#include "support/parts_bench.h"

namespace isochron::testbench {
namespace {

using testing::ElementsAre;

constexpr Time ns = nanosecond;

class BusParts : public PartsTest {
 protected:
  PciBus::Model model() const {
    return GetParam() == Phases::shortcut ? PciBus::Model::fast : PciBus::Model::reference;
  }
  std::unique_ptr<BusSource> bus_source(const std::string& name, const SourceLoad& load, std::uint32_t endpoint,
                                        std::vector<std::uint32_t> to) {
    return std::make_unique<BusSource>(name.c_str(), domain, load, std::make_unique<InTurn>(std::move(to)), address_of,
                                       books, endpoint);
  }
};

INSTANTIATE_TEST_SUITE_P(Modes, BusParts, both_modes, name_of_mode);

TEST_P(BusParts, aSourceHasOneTransactionOutstanding) {
  const auto from = bus_source("source", at_start(1, 3072, 1024), 0, {0});
  PciBus bus("bus", domain, PciConfig(), model(), 1, 1);
  BusSink end("sink", domain, {}, books);
  from->out.bind(bus.device(0));
  bus.window(0).bind(end.in);
  bus.map(EndpointAddress::first(0), EndpointAddress::last(0), 0);
  run_empty();
  EXPECT_THAT(books.times(), ElementsAre(1920 * ns, 3840 * ns, 5760 * ns));
  EXPECT_EQ(from->messages(), 3u);
  // The bus takes the first at once; the second is ready until 1920 ns, the third until 3840.
  EXPECT_EQ(from->depth().integral(millisecond), (2 * 1920 + 1920) * ns);
  EXPECT_EQ(from->wait_link().total(millisecond), 3840 * ns);
}

// As a card at 1 Gb/s: 8192 ns taken, while END_REQ is withheld, then 1920 ns on the bus.
TEST_P(BusParts, aSinkWithholdsTheBus) {
  const auto from = bus_source("source", at_start(1, 3072, 1024), 0, {0});
  PciBus bus("bus", domain, PciConfig(), model(), 1, 1);
  BusSink end("sink", domain, {1'000'000'000, 1}, books);
  from->out.bind(bus.device(0));
  bus.window(0).bind(end.in);
  bus.map(EndpointAddress::first(0), EndpointAddress::last(0), 0);
  run_empty();
  EXPECT_THAT(books.times(), ElementsAre(1920 * ns, 12'032 * ns, 22'144 * ns));
  EXPECT_EQ(end.withheld().total(millisecond), 2 * 8192 * ns);
  EXPECT_EQ(end.taking().total(millisecond), 3 * 8192 * ns);
}

// With three buffers everything is granted at once.
TEST_P(BusParts, aSinkWithBuffersTakesWhatComes) {
  const auto from = bus_source("source", at_start(1, 3072, 1024), 0, {0});
  PciBus bus("bus", domain, PciConfig(), model(), 1, 1);
  BusSink end("sink", domain, {1'000'000'000, 3}, books);
  from->out.bind(bus.device(0));
  bus.window(0).bind(end.in);
  bus.map(EndpointAddress::first(0), EndpointAddress::last(0), 0);
  run_empty();
  EXPECT_THAT(books.times(), ElementsAre(1920 * ns, 3840 * ns, 5760 * ns));
  EXPECT_EQ(end.taking().total(millisecond), 3 * 8192 * ns);
}

// One bus, a bridge with three links to bridges of three other buses, a sink on each. A message is 1920 ns on the first
// bus, 1 us on its link, 1920 ns on the second bus.
TEST_P(BusParts, aBridgeHasAnyNumberOfLinks) {
  constexpr unsigned ways = 3;
  const auto from = bus_source("source", at_start(2, 3072, 1024), 0, {0, 1, 2});
  PciBus bus("bus", domain, PciConfig(), model(), 1, ways);
  BusBridge<GeneralLink> bridge("bridge", domain, ways, 0, 2, BufferFreed::on_send);
  from->out.bind(bus.device(0));
  std::vector<std::unique_ptr<GeneralSerialLink>> links;
  std::vector<std::unique_ptr<BusBridge<GeneralLink>>> bridges;
  std::vector<std::unique_ptr<PciBus>> buses;
  std::vector<std::unique_ptr<BusSink>> sinks;
  for (unsigned i = 0; i < ways; ++i) {
    const std::string index = std::to_string(i);
    links.push_back(link("link" + index, 8'192'000'000));
    bridges.push_back(
        std::make_unique<BusBridge<GeneralLink>>(("far" + index).c_str(), domain, 0, 1, 2, BufferFreed::on_send));
    buses.push_back(std::make_unique<PciBus>(("bus" + index).c_str(), domain, PciConfig(), model(), 1, 1));
    sinks.push_back(std::make_unique<BusSink>(("sink" + index).c_str(), domain, MessageSink::Config(), books));
    bus.window(i).bind(bridge.window(i).socket);
    bus.map(EndpointAddress::first(i), EndpointAddress::last(i), i);
    bridge.sender(i).socket.bind(links[i]->in);
    links[i]->out.bind(bridges[i]->receiver(0).socket);
    bridges[i]->to_bus().socket.bind(buses[i]->device(0));
    buses[i]->window(0).bind(sinks[i]->in);
    buses[i]->map(EndpointAddress::first(i), EndpointAddress::last(i), 0);
  }
  EXPECT_EQ(bridge.links_out(), ways);
  EXPECT_FALSE(bridge.has_to_bus());
  EXPECT_TRUE(bridges[0]->has_to_bus());
  run_empty();
  ASSERT_EQ(books.arrivals.size(), 6u);
  for (std::uint64_t i = 0; i < 6; ++i) {
    EXPECT_EQ(books.arrivals[i].sequence, i);
    EXPECT_EQ(books.arrivals[i].destination, i % ways);
    EXPECT_EQ(books.arrivals[i].at, (1920 * (i + 1) + 1000 + 1920) * ns);
  }
}

}  // namespace
}  // namespace isochron::testbench
