// SPDX-License-Identifier: Apache-2.0
// What arithmetic says of Voyager: Table 3 and the maxima of section 4, and what its parameters may be.
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "systems/voyager/voyager_case.h"

namespace isochron::testbench {
namespace {

/// As the paper adds it up: processors and virtual shared disks cost nothing, OC-3 is all payload, every disk has
/// files.
VoyagerCase of_table_3() {
  VoyagerCase p;
  p.stripe_nodes = 4;
  p.disks_a_node = 9;
  p.file_packet = p.file_byte = p.file_byte_over_nodes = 0;
  p.stack.receive = p.stack.send = {0, 0};
  p.vsd.shared = 0;
  p.vsd.own = 285'714;  // 28 Mb/s
  p.atm.rate = 155'000'000;
  p.atm.cells = false;
  return p;
}

ResourceBound bound_of(const VoyagerCase& p, const std::string& resource, const std::string& words = "") {
  for (const ResourceBound& one : p.bounds())
    if (one.resource == resource && one.description.find(words) != std::string::npos) return one;
  ADD_FAILURE() << "no bound of " << resource << " " << words;
  return {};
}

double limit(const VoyagerCase& p, const std::string& resource, const std::string& words = "") {
  return bound_of(p, resource, words).limit;
}

/// Streams of 5 Mb/s on one of them.
double on_one(const VoyagerCase& p, const std::string& resource, const std::string& words = "") {
  return std::floor(bound_of(p, resource, words).capacity / 625e3 + 1e-9);
}

TEST(VoyagerBounds, oneOfEachIsTableThree) {
  const VoyagerCase p = of_table_3();
  EXPECT_EQ(on_one(p, "atm"), 31);
  EXPECT_EQ(on_one(p, "microchannel", "thin"), 128);
  EXPECT_EQ(on_one(p, "tb2", "wide"), 64);
  EXPECT_EQ(on_one(p, "switch"), 240);
  EXPECT_EQ(on_one(p, "string"), 32);
  EXPECT_EQ(on_one(p, "disk"), 5);
}

TEST(VoyagerBounds, theMaximaAreThePapers) {
  const VoyagerCase p = of_table_3();
  EXPECT_EQ(limit(p, "atm"), 248);
  EXPECT_EQ(limit(p, "tb2", "wide"), 256);
  EXPECT_EQ(limit(p, "string"), 256);
  EXPECT_EQ(limit(p, "disk"), 201);
  EXPECT_EQ(limit(p, "switch"), 240);
  EXPECT_EQ(limit(p, "microchannel", "thin"), 8 * 64);  // A played stream crosses it twice
  EXPECT_EQ(limit(p, "microchannel", "wide"), 4 * 64);
}

TEST(VoyagerBounds, whatIsTakenAwayIsMissing) {
  const VoyagerCase whole = of_table_3();
  VoyagerCase p = whole;
  p.buses = 4;
  EXPECT_EQ(limit(p, "string"), 128);
  EXPECT_EQ(limit(p, "disk"), 201);
  p.buses = 7;  // one node has one bus, and each node a quarter of every file
  EXPECT_EQ(limit(p, "string"), 128);
  p = whole;
  p.disks = 32;
  p.disks_a_node = 8;
  EXPECT_EQ(limit(p, "disk"), std::floor(32 * 28 / 5.));
  EXPECT_EQ(limit(p, "string"), 256);
  p = whole;
  p.thin_nodes = 7;
  EXPECT_EQ(limit(p, "atm"), 7 * 31);
  EXPECT_EQ(limit(p, "tb2", "thin"), 7 * 64);
  EXPECT_EQ(limit(p, "tb2", "wide"), 256);
  p = whole;
  p.stripe_nodes = 3;
  EXPECT_EQ(limit(p, "tb2", "wide"), 192);
  EXPECT_EQ(limit(p, "string"), 192);
  EXPECT_EQ(limit(p, "disk"), std::floor(27 * 28 / 5.));
}

// 87 cells of 53 B for 4096 B, 172 for 8192: 133.0 and 134.6 Mb/s, 26 streams.
TEST(VoyagerBounds, withCellsFewerAreOnTheLink) {
  for (const auto& [packet, rate] : {std::pair{4096u, 133.03e6}, std::pair{8192u, 134.58e6}}) {
    VoyagerCase p = of_table_3();
    p.atm = AtmLinkConfig();
    p.streams.groups[0].packet = packet;
    EXPECT_EQ(limit(p, "atm"), std::floor(8 * rate / 5e6)) << packet;
    p.thin_nodes = 1;
    EXPECT_EQ(limit(p, "atm"), 26);
  }
}

// What is received goes the other way than what is sent.
TEST(VoyagerBounds, bothWaysOfALinkHaveTheRate) {
  VoyagerCase p = of_table_3();
  p.streams.groups[1] = p.streams.groups[0];
  p.streams.groups[1].action = StreamAction::record;
  EXPECT_EQ(limit(p, "atm", "to the network"), 496);
  EXPECT_EQ(limit(p, "atm", "from the network"), 496);
  p.tb2.duplex = true;
  EXPECT_EQ(limit(p, "tb2", "wide"), 512);
  EXPECT_EQ(limit(p, "string"), 256);
  p.tb2.duplex = false;
  EXPECT_EQ(limit(p, "tb2", "wide"), 256);
}

// Without UDP and IP a frame has the trailer alone: (8192 + 8) / 48 = 170.8.
TEST(VoyagerBounds, rawFramesHaveNoHeaders) {
  const auto cells = [](ProtocolStackConfig::Protocol protocol) {
    VoyagerCase p;
    p.streams.groups[0].packet = 8192;
    p.stack.protocol = protocol;
    return bound_of(p, "atm").load * 8 / 12 / (5e6 / 8 / 8192) / 53;
  };
  EXPECT_NEAR(cells(ProtocolStackConfig::Protocol::aal5), 171, 1e-9);
  EXPECT_NEAR(cells(ProtocolStackConfig::Protocol::udp), 172, 1e-9);
}

TEST(VoyagerBounds, withoutFilesThereAreNoDisks) {
  const auto resources = [](StreamAction action) {
    VoyagerCase p;
    p.streams.groups[0].action = action;
    std::vector<std::string> found;
    for (const ResourceBound& one : p.bounds()) found.push_back(one.resource);
    return found;
  };
  EXPECT_EQ(resources(StreamAction::send), (std::vector<std::string>{"processor", "atm", "microchannel"}));
  EXPECT_EQ(resources(StreamAction::relay), (std::vector<std::string>{"processor", "atm", "atm", "microchannel"}));
}

std::string blamed(const VoyagerCase& p) {
  const std::vector<ParameterProblem> found = p.problems();
  return found.empty() ? "" : found.front().path;
}

TEST(VoyagerParameters, whatCannotBeIsRefused) {
  EXPECT_EQ(blamed({}), "");
  const auto with = [](auto change) {
    VoyagerCase p;
    change(p);
    return blamed(p);
  };
  EXPECT_EQ(with([](VoyagerCase& p) { p.streams.groups[0].count = 0; }), "streams.count");
  EXPECT_EQ(with([](VoyagerCase& p) { p.disks = 35; }), "disks.count");
  EXPECT_EQ(with([](VoyagerCase& p) { p.buses = 3; }), "disks.buses");
  EXPECT_EQ(with([](VoyagerCase& p) { p.buses = 37; }), "disks.buses");
  EXPECT_EQ(with([](VoyagerCase& p) { p.stripe_nodes = 5; }), "files.stripe_nodes");
  EXPECT_EQ(with([](VoyagerCase& p) { p.disks_a_node = 10; }), "files.disks_a_node");
  EXPECT_EQ(with([](VoyagerCase& p) { p.capacity = 11 * p.block; }), "disks.capacity");
  EXPECT_EQ(with([](VoyagerCase& p) { p.block = 2048; }), "streams.packet");
  EXPECT_EQ(with([](VoyagerCase& p) {
              p.streams.groups[2] = {1, 5'000'000, 8192, StreamAction::record};
              p.block = 4096;
            }),
            "streams_3.packet");
  EXPECT_EQ(with([](VoyagerCase& p) {
              p.where = VoyagerCase::Where::local;
              p.disk_rate = 100'000'000;
            }),
            "disks.rate");
  EXPECT_EQ(with([](VoyagerCase& p) {
              p.load = VoyagerCase::Load::raw;
              p.capacity = p.block - 1;
            }),
            "disks.capacity");
}

// Nobody has files: however many disks there are not, and whatever does not fit on them.
TEST(VoyagerParameters, whatIsNotThereIsNoProblem) {
  VoyagerCase p;
  p.streams.groups[0].action = StreamAction::receive;
  p.disks = 5;
  p.buses = 100;
  p.stripe_nodes = 9;
  p.disks_a_node = 1000;
  p.capacity = p.block - 1;
  EXPECT_EQ(blamed(p), "");
  const std::unique_ptr<MachineDescription> machine = p.machine();
  const ParameterTable table = machine->parameters();
  for (const char* const path : {"wide_nodes", "disks.count", "files.block", "vsd.shared", "tb2.rate", "switch.medium"})
    EXPECT_FALSE(table.find(path)->counts()) << path;
  for (const char* const path : {"thin_nodes", "stack.receive.byte", "atm.rate", "microchannel.rate"})
    EXPECT_TRUE(table.find(path)->counts()) << path;
  EXPECT_FALSE(table.find("stack.send.byte")->counts());
}

}  // namespace
}  // namespace isochron::testbench
