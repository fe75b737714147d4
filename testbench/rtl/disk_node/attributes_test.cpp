// SPDX-License-Identifier: Apache-2.0
// AxID, AxQOS, AxPROT and AxCACHE on the pins are those of the ports' registers.
#include <array>
#include <set>

#include "node_fixture.h"

namespace isochron::rtl {
namespace {

using disk_node::BusError;
using disk_node::BusPort;
using disk_node::Code;
using disk_node::PortAttributes;

constexpr std::array<BusPort, 3> ports{BusPort::a, BusPort::b, BusPort::rings};
constexpr std::array<PortAttributes, 3> chosen{
    {{0xf, 0x2, 7, 1, 0xa, 0x5}, {0x0, 0xb, 4, 3, 0x3, 0xc}, {0x6, 0x9, 1, 6, 0xf, 0x7}}};

unsigned reads(const PortAttributes& a) {
  return a.id << 11 | a.quality << 7 | a.read_protection << 4 | a.read_cache;
}
unsigned writes(const PortAttributes& a) {
  return a.id << 11 | a.quality << 7 | a.write_protection << 4 | a.write_cache;
}

class NodeAttributes : public NodeFixture {};

TEST_F(NodeAttributes, of_all_ports_are_those_of_their_registers) {
  driver.run(false);
  for (unsigned port = 0; port < ports.size(); ++port) driver.set_attributes(ports[port], chosen[port]);
  driver.run(true);
  std::array<std::set<unsigned>, 3> read;
  std::array<std::set<unsigned>, 3> written;
  bench.watch([&](const NodeOutputs& out) {
    for (unsigned port = 0; port < ports.size(); ++port) {
      if (out.axi[port].arvalid) read[port].insert(out.axi[port].read_attributes());
      if (out.axi[port].awvalid) written[port].insert(out.axi[port].write_attributes());
    }
  });
  std::vector<disk_node::Request> requests;
  for (unsigned i = 0; i < 8; ++i) {
    requests.push_back(read_of(i, 10 * i, blocks(1 + i % 3)));
    requests.back().write = i & 1;
    requests.back().port_b = i & 2;
  }
  carry_out(requests);
  for (const auto& request : requests) EXPECT_EQ(code(request), Code::done);
  for (unsigned port = 0; port < ports.size(); ++port) {
    EXPECT_EQ(read[port], std::set<unsigned>{reads(chosen[port])}) << port;
    EXPECT_EQ(written[port], std::set<unsigned>{writes(chosen[port])}) << port;
  }
  expect_idle();
}

TEST_F(NodeAttributes, stand_while_anything_may_begin_or_is_under_way) {
  for (const auto port : ports) EXPECT_THROW(driver.set_attributes(port, {}), BusError);
  driver.run(false);
  for (unsigned port = 0; port < ports.size(); ++port) driver.set_attributes(ports[port], chosen[port]);

  // A request under way while the ring stands
  const auto request = read_of(0, 0, blocks(2));
  bench.channel().timing.latency_least = bench.channel().timing.latency_most = 3000;
  driver.start(request);
  for (const auto port : ports) EXPECT_THROW(driver.set_attributes(port, {}), BusError);
  ASSERT_TRUE(bench.run_until([&] { return driver.result().has_value(); }, 20000));
  model.apply(request);
  expect_idle();
  for (unsigned port = 0; port < ports.size(); ++port) {
    EXPECT_EQ(reads(driver.attributes(ports[port])), reads(chosen[port]));
    EXPECT_EQ(writes(driver.attributes(ports[port])), writes(chosen[port]));
    driver.set_attributes(ports[port], {});
    EXPECT_EQ(reads(driver.attributes(ports[port])), 0x23u);
  }
}

}  // namespace
}  // namespace isochron::rtl
