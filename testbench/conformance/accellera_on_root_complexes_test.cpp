// SPDX-License-Identifier: Apache-2.0
// Accellera's initiators as bus masters of a host: alone at its port, where several words are under way, and behind a
// bus that leads to two hosts. And its targets as the memory of a host with a device on PCI Express. Catches a word
// that is lost or overtaken, and a phase that is forgotten or given twice.
#include <string>
#include <tuple>

#include <gtest/gtest.h>

#include <isochron/bus/fifo_bus.h>
#include <isochron/pcie/pcie_link.h>
#include <isochron/pcie/root_complex.h>

#include "conformance/accellera_on_a_bus.h"
#include "pcie/pcie_end.h"

namespace isochron::testbench {
namespace {

/// A host without devices. Its reads take 300 ns, and a word is written in 4 ns.
class Host {
 public:
  Host(const char* name, const Domain& domain, std::uint64_t accesses, std::uint64_t first)
      : root_(name, domain, config(accesses), 0, requests_, 1, RootComplex::Called{},
              RootComplex::BusMemory{first, 0x1000, MemoryContents::Content::kept}) {}
  AtTargetBase& bus() { return root_.bus(); }
  /// Bytes that were read and written until `now`.
  std::uint64_t bytes(Time now) {
    ReplicationRecord record;
    StatisticSink sink(record, 0, now);
    root_.report(sink);
    const auto& figures = record.components.at(root_.bus().name());
    return static_cast<std::uint64_t>((figures.at("read") + figures.at("written")) * seconds(now) + 0.5);
  }

 private:
  static RootComplexConfig config(std::uint64_t accesses) {
    RootComplexConfig one;
    one.ports = 0;
    one.write_rate = 8'000'000'000;
    one.bus_accesses = accesses;
    return one;
  }

  RequestBoard requests_;
  RootComplex root_;
};

const char* style_of(Phases phases) {
  return phases == Phases::shortcut ? "_shortcut_" : "_explicit_";
}

using Pairing = std::tuple<std::string, Phases, std::uint64_t>;
class OnARootComplex : public testing::TestWithParam<Pairing> {};
std::string name_of(const testing::TestParamInfo<Pairing>& tested) {
  const auto& [initiator, phases, accesses] = tested.param;
  return initiator + style_of(phases) + std::to_string(accesses);
}
INSTANTIATE_TEST_SUITE_P(Accellera, OnARootComplex,
                         testing::Combine(testing::Values("annotated", "explicit", "select", "lt"),
                                          testing::Values(Phases::shortcut, Phases::explicit_four),
                                          testing::Values(1, 3, 64)),
                         name_of);

// The generator checks what it reads; every word went over the port once.
TEST_P(OnARootComplex, dataAreWrittenAndReadBack) {
  const auto& [kind, phases, accesses] = GetParam();
  // Accellera's select_initiator, which waits for END_REQ of a request, goes on at BEGIN_RESP of an earlier one whose
  // END_REQ came with TLM_UPDATED, and so breaks the request exclusion rule where a request is held back.
  if (kind == "select" && accesses < AccelleraInitiator::transactions) return;
  report_what_accellera_finds();
  Region region("region");
  MessagePool pool(4);
  Host host("host", Domain{region, pool, phases}, accesses, 0);
  const auto initiator = make_accellera_initiator(kind, "initiator", 1, 0x100, 0x800);
  initiator->socket().bind(host.bus());
  simulate_to(region, millisecond);
  EXPECT_EQ(host.bytes(millisecond), 4 * AccelleraInitiator::transactions);
  EXPECT_EQ(pool.outstanding(), 0u);
}

using Style = std::tuple<std::string, Phases, std::uint64_t>;
class BehindABus : public testing::TestWithParam<Style> {};
INSTANTIATE_TEST_SUITE_P(Accellera, BehindABus,
                         testing::Combine(testing::Values("annotated", "explicit", "select", "lt", "mixed"),
                                          testing::Values(Phases::shortcut, Phases::explicit_four),
                                          testing::Values(1, 4)),
                         name_of);

TEST_P(BehindABus, dataAreWrittenAndReadBack) {
  const auto& [kind, phases, accesses] = GetParam();
  Region region("region");
  MessagePool pool(4);
  const Domain domain{region, pool, phases};
  const Rate rate = Rate::bits_per_second(8 * 40'000'000);
  FifoBus bus(
      "bus", domain,
      std::make_unique<RatedTransfers>(std::vector<RatedTransfers::Rates>(AccelleraOnABus::places, {rate, rate})), 0,
      AccelleraOnABus::places, AccelleraOnABus::windows);
  AccelleraOnABus peers(bus, domain, kind);
  Host host0("host0", domain, accesses, 0);
  Host host1("host1", domain, accesses, 0x800);
  bus.window(0).bind(host0.bus());
  bus.window(1).bind(host1.bus());
  peers.run(region, pool);
  EXPECT_EQ(bus.transfers(), peers.transactions());
  EXPECT_EQ(host0.bytes(AccelleraOnABus::end) + host1.bytes(AccelleraOnABus::end), bus.bytes());
}

class Writer final : public RequestOwner {
 public:
  void served(const Tag&, std::uint64_t bytes, Time) override { written += bytes; }
  std::uint64_t written = 0;
};

using Target = std::tuple<std::string, Phases, Time>;
class AsMemoryOfAHost : public testing::TestWithParam<Target> {};
INSTANTIATE_TEST_SUITE_P(Accellera, AsMemoryOfAHost,
                         testing::Combine(testing::Values("1_phase", "2_phase", "4_phase", "ooo_2_phase", "lt"),
                                          testing::Values(Phases::shortcut, Phases::explicit_four),
                                          testing::Values(10 * nanosecond, 700 * nanosecond)),
                         [](const testing::TestParamInfo<Target>& tested) {
                           return std::get<0>(tested.param) + style_of(std::get<1>(tested.param)) +
                                  std::to_string(std::get<2>(tested.param) / nanosecond) + "ns";
                         });

// A device writes 32 times 64 B and reads as much, all at once.
TEST_P(AsMemoryOfAHost, allThatADeviceAsksForIsReadAndWritten) {
  const auto& [kind, phases, accept_delay] = GetParam();
  report_what_accellera_finds();
  Region region("region");
  MessagePool pool(64);
  const Domain domain{region, pool, phases};
  Writer writer;
  RequestBoard requests;
  requests.enter(0, writer, 0, {});
  RootComplexConfig config;
  config.data = RootComplexConfig::Data::memory;
  RootComplex root("root", domain, config, 0, requests, 1, RootComplex::Called{}, std::nullopt,
                   RootComplex::OuterMemory{0, 0x1000});
  PcieEnd card("card", domain, {});
  PcieLink link("link", domain, PcieLinkConfig{});
  const auto memory = make_accellera_target(kind, "memory", 200, to_sc_time(accept_delay));
  card.port.socket.bind(link.a);
  root.port(0).bind(link.b);
  root.out().bind(memory->socket());
  card.at_start = [&card] {
    for (int i = 0; i < 32; ++i) {
      card.send(MessageKind::write_request, 64, 0, 0);
      card.send(MessageKind::read_request, 1, 0, 0, 0, 64);
    }
  };
  simulate_to(region, millisecond);
  EXPECT_EQ(writer.written, 32 * 64u);
  EXPECT_EQ(card.bytes_arrived, 32 * 64u);
  EXPECT_EQ(pool.outstanding(), 0u);
}

}  // namespace
}  // namespace isochron::testbench
