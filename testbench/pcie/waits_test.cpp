// SPDX-License-Identifier: Apache-2.0
// What parts on PCI Express say in the report of a machine that stands still: each waits here for something that never
// comes.
#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <isochron/pcie/nt_bridge.h>
#include <isochron/pcie/pcie_link.h>
#include <isochron/pcie/pcie_requester.h>
#include <isochron/pcie/root_complex.h>
#include <isochron/storage/nvme_drive.h>

#include "pcie/pcie_end.h"
#include "support/parts_bench.h"

namespace isochron::testbench {
namespace {

using testing::ContainsRegex;

class PcieWaitsTest : public PartsTest {
 protected:
  void join(PcieSocket& a, PcieSocket& b) {
    const std::string name = "link" + std::to_string(links.size());
    links.push_back(std::make_unique<PcieLink>(name.c_str(), domain, PcieLinkConfig{}));
    a.bind(links.back()->a);
    b.bind(links.back()->b);
  }
  /// Who waits when nothing moves any more.
  std::string waits(std::initializer_list<const Measured*> parts) {
    simulate_to(region, millisecond);
    EXPECT_TRUE(region.idle());
    std::vector<Wait> all;
    for (const Measured* const part : parts) part->report_waits(all);
    for (const auto& link : links) link->report_waits(all);
    return describe_waits(all);
  }
  /// Of a requester that asks an end, which never answers, for transfers of 64 B at time 0.
  std::string waits_of_requester(const PcieRequester::Config& config, RequestLoad::Kind kind, unsigned transfers = 3) {
    PcieRequester card("card", domain, config, books, books);
    SourceLoad load = at_start(transfers, 64, 64);
    load.requests.emplace();
    load.requests->kind = kind;
    card.add_traffic(load, std::make_unique<InTurn>(std::vector<std::uint32_t>{1}), address_of, 0);
    PcieEnd host("host", domain, {}, 1);
    join(card.port(), host.port.socket);
    return waits({&card});
  }

  std::vector<std::unique_ptr<PcieLink>> links;
};

INSTANTIATE_TEST_SUITE_P(Modes, PcieWaitsTest, both_modes, name_of_mode);

TEST_P(PcieWaitsTest, requesterForATag) {
  PcieRequester::Config config;
  config.tags = 2;
  EXPECT_THAT(waits_of_requester(config, RequestLoad::Kind::read, 4),
              ContainsRegex("^\n  card waits for a tag of requests without an answer since [0-9.e-]+ s$"));
}

TEST_P(PcieWaitsTest, requesterForATagOfTheLastRequest) {
  PcieRequester::Config config;
  config.tags = 2;
  EXPECT_EQ(waits_of_requester(config, RequestLoad::Kind::read, 3),
            "\n  card waits for a tag of requests without an answer");
}

TEST_P(PcieWaitsTest, requesterForAnswers) {
  EXPECT_EQ(waits_of_requester({}, RequestLoad::Kind::read), "\n  card waits for the answers of its requests");
}

TEST_P(PcieWaitsTest, requesterForTheArrivalOfWrites) {
  PcieRequester::Config config;
  config.writes = 2;
  EXPECT_EQ(waits_of_requester(config, RequestLoad::Kind::write), "\n  card waits for the arrival of its writes");
}

/// A bridge between two ends, with one entry for read requests.
class BridgeWaitsTest : public PcieWaitsTest {
 protected:
  /// `near` sends `packets` at time 0.
  std::string waits_of_bridge(MessageKind kind, unsigned packets, const PciePort::Config& of_far) {
    NtBridge::Config config;
    config.outstanding = 1;
    config.buffers[TlpType::posted] = {1, 0};
    NtBridge bridge("bridge", domain, config);
    PcieEnd near("near", domain, {}, 0);
    PcieEnd far("far", domain, of_far, 1);
    join(near.port.socket, bridge.a());
    join(bridge.b(), far.port.socket);
    far.keeps = [](const Payload&) { return true; };
    near.at_start = [&] {
      for (unsigned i = 0; i < packets; ++i) near.send(kind, 64, 1, 0, 0, 64);
    };
    return waits({&bridge});
  }
};

INSTANTIATE_TEST_SUITE_P(Modes, BridgeWaitsTest, both_modes, name_of_mode);

TEST_P(BridgeWaitsTest, forAnEntry) {
  EXPECT_THAT(waits_of_bridge(MessageKind::read_request, 2, {}),
              ContainsRegex("^\n  bridge waits for an entry of requests without an answer since [0-9.e-]+ s$"));
}

TEST_P(BridgeWaitsTest, forAnswers) {
  EXPECT_EQ(waits_of_bridge(MessageKind::read_request, 1, {}),
            "\n  bridge waits for the answers of requests that it passed on");
}

// One write fills the buffer of the far end, one that of the bridge, and those behind it wait. The chain has the port
// by which the bridge would send on, so that a cycle through it is found.
TEST_P(BridgeWaitsTest, namesThePortThatHasToMove) {
  PciePort::Config one;
  one.buffers[TlpType::posted] = {1, 0};
  EXPECT_THAT(waits_of_bridge(MessageKind::write_request, 4, one),
              ContainsRegex("^\n  near.port waits for posted credits of bridge.b since [0-9.e-]+ s"
                            "\n  bridge.b waits for posted credits of far.port since [0-9.e-]+ s$"));
}

/// Somebody who has given a drive a command.
class Owner final : public RequestOwner {
 public:
  void served(const Tag&, std::uint64_t, Time) override {}
};

// Two commands to write, of which the drive does one at a time; the host does not answer its read.
TEST_P(PcieWaitsTest, driveForDataAndForCommands) {
  Owner owner;
  RequestBoard requests;
  requests.enter(0, owner, 0, {});
  NvmeDrive::Config config;
  config.queue_depth = 1;
  NvmeDrive drive("drive", domain, config, requests, 1);
  PcieEnd host("host", domain, {}, 0);
  join(host.port.socket, drive.port());
  host.at_start = [&] {
    for (int i = 0; i < 2; ++i) host.send(MessageKind::write_request, 64, 1, 0);
  };
  EXPECT_EQ(waits({&drive}),
            "\n  drive waits for data of its host"
            "\n  drive waits for the end of commands under way");
}

/// A bus master that never says END_RESP.
class Silent final : public sc_core::sc_module, private AtInitiatorClient {
 public:
  Silent(const sc_core::sc_module_name& name, const Domain& domain)
      : sc_module(name), socket("socket", domain, static_cast<AtInitiatorClient&>(*this)), domain_(domain) {
    SC_HAS_PROCESS(Silent);
    SC_METHOD(send);
  }
  AtInitiator socket;

 private:
  void send() {
    domain_.region.advance(kernel_now());
    read();
  }
  void read() {
    Message& message = domain_.pool.allocate(64 * sent_++, 64);
    message.set_read();
    socket.send(message);
  }
  void on_accepted(AtInitiator&, Payload&, Time) override {
    if (sent_ < 2) read();
  }
  void on_response(AtInitiator&, Payload&, Time) override {}

  Domain domain_;
  std::uint64_t sent_ = 0;
};

TEST_P(PcieWaitsTest, mastersOfARootComplexForAPlace) {
  RootComplexConfig config;
  config.ports = 0;
  config.bus_accesses = 1;
  const RequestBoard requests;
  RootComplex root("root", domain, config, 0, requests, 1, RootComplex::Called{}, RootComplex::BusMemory{0, 4096});
  Silent master("master", domain);
  master.socket.bind(root.bus());
  EXPECT_EQ(waits({&root}),
            "\n  master.socket waits for a place of root.bus since 0 s"
            "\n  root.bus waits for END_RESP of master.socket");
}

}  // namespace
}  // namespace isochron::testbench
