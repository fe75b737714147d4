// SPDX-License-Identifier: Apache-2.0
// AxID, AxQOS, AxPROT and AxCACHE on the pins are those of the ports' registers.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <set>

#include "chain_fixture.h"

namespace isochron::rtl {
namespace {

using block_mover::BusError;
using block_mover::BusPort;
using block_mover::Move;
using block_mover::MoveError;
using block_mover::Operation;
using block_mover::Port;
using block_mover::PortAttributes;

constexpr std::array<BusPort, 3> ports{BusPort::a, BusPort::b, BusPort::descriptors};

unsigned reads(const PortAttributes& a) {
  return a.id << 11 | a.quality << 7 | a.read_protection << 4 | a.read_cache;
}
unsigned writes(const PortAttributes& a) {
  return a.id << 11 | a.quality << 7 | a.write_protection << 4 | a.write_cache;
}

class Attributes : public ChainFixture {
 protected:
  struct Seen {
    std::set<unsigned> reads;
    std::set<unsigned> writes;
  };

  Attributes() {
    bench.watch([this](const ShellInputs& in, const ShellOutputs& out) {
      for (unsigned port = 0; port < seen.size(); ++port) {
        if (out.axi[port].arvalid && !in.rst) seen[port].reads.insert(out.axi[port].read_attributes());
        if (out.axi[port].awvalid && !in.rst) seen[port].writes.insert(out.axi[port].write_attributes());
      }
    });
  }

  PortAttributes some_attributes() {
    PortAttributes a;
    a.read_cache = static_cast<std::uint8_t>(random.below(16));
    a.write_cache = static_cast<std::uint8_t>(random.below(16));
    a.read_protection = static_cast<std::uint8_t>(random.below(8));
    a.write_protection = static_cast<std::uint8_t>(random.below(8));
    a.quality = static_cast<std::uint8_t>(random.below(16));
    a.id = static_cast<std::uint8_t>(random.below(16));
    return a;
  }

  void choose() {
    for (unsigned port = 0; port < ports.size(); ++port) {
      chosen[port] = some_attributes();
      driver.set_attributes(ports[port], chosen[port]);
    }
    seen = {};
  }

  Move move_between(Port from, Port to, std::uint32_t number) {
    auto move = some_move(number, 3000);
    move.source_port = from;
    move.destination_port = to;
    return move;
  }

  std::array<PortAttributes, 3> chosen;
  std::array<Seen, 3> seen;
};

TEST_F(Attributes, are_those_of_a_reset_at_first) {
  Move move = move_between(Port::a, Port::b, 0);
  driver.start(move);
  ASSERT_TRUE(wait_until_idle());
  EXPECT_EQ(seen[0].reads, std::set<unsigned>{reads({})});
  EXPECT_EQ(seen[1].writes, std::set<unsigned>{writes({})});
  EXPECT_EQ(reads({}), 0x23u);
}

TEST_F(Attributes, of_direct_moves_are_those_of_their_ports) {
  for (std::uint32_t i = 0; i < 12; ++i) {
    choose();
    const auto from = i % 2 ? Port::b : Port::a;
    const auto to = i / 2 % 2 ? Port::b : Port::a;
    driver.start(move_between(from, to, i));
    ASSERT_TRUE(wait_until_idle());
    for (unsigned port = 0; port < 2; ++port) {
      const bool read = static_cast<unsigned>(from) == port;
      const bool written = static_cast<unsigned>(to) == port;
      EXPECT_EQ(seen[port].reads, read ? std::set<unsigned>{reads(chosen[port])} : std::set<unsigned>{}) << i;
      EXPECT_EQ(seen[port].writes, written ? std::set<unsigned>{writes(chosen[port])} : std::set<unsigned>{}) << i;
    }
    EXPECT_TRUE(seen[2].reads.empty() && seen[2].writes.empty());
  }
}

TEST_F(Attributes, of_chained_moves_are_those_of_their_ports_and_of_port_d) {
  for (unsigned stall : {0u, 50u}) {
    for (unsigned port = 0; port < 3; ++port) bench.port(port).timing.stall_all(stall);
    choose();
    std::vector<Move> moves;
    for (std::uint32_t i = 0; i < 24; ++i) moves.push_back(some_move(i, i % 3 ? 60 : 3000));
    // One to a stream, and one from a pattern, between the others.
    moves[7].destination_port = Port::stream;
    moves[13].operation = Operation::fill;
    const auto addresses = build(moves);
    driver.start_chain(addresses.front());
    ASSERT_TRUE(wait_until_idle(60000));
    expect_done(addresses, moves);
    for (unsigned port = 0; port < 3; ++port) {
      EXPECT_EQ(seen[port].reads, std::set<unsigned>{reads(chosen[port])}) << port;
      EXPECT_EQ(seen[port].writes, std::set<unsigned>{writes(chosen[port])}) << port;
    }
  }
}

TEST_F(Attributes, stand_while_anything_is_under_way) {
  choose();
  bench.port(1).timing.latency = 400;
  driver.start(move_between(Port::b, Port::a, 0));
  for (const auto port : ports) EXPECT_THROW(driver.set_attributes(port, {}), BusError);
  ASSERT_TRUE(wait_until_idle());
  // A chain that waits at its tail is under way too.
  const auto addresses = build({move_between(Port::a, Port::b, 1), move_between(Port::a, Port::b, 2)});
  driver.start_chain(addresses[0], addresses[0]);
  ASSERT_TRUE(bench.run_until([&] { return driver.status().at_tail; }, 5000));
  for (const auto port : ports) EXPECT_THROW(driver.set_attributes(port, {}), BusError);
  driver.move_tail(addresses[1]);
  ASSERT_TRUE(wait_until_idle());
  for (unsigned port = 0; port < ports.size(); ++port) {
    EXPECT_EQ(reads(driver.attributes(ports[port])), reads(chosen[port]));
    EXPECT_EQ(writes(driver.attributes(ports[port])), writes(chosen[port]));
  }
  choose();
}

TEST_F(Attributes, beyond_their_bits_are_refused_by_the_driver) {
  ASSERT_EQ(driver.capabilities().id_bits, 4u);
  PortAttributes a;
  a.read_cache = 16;
  EXPECT_THROW(driver.set_attributes(BusPort::a, a), std::invalid_argument);
  a = {};
  a.write_protection = 8;
  EXPECT_THROW(driver.set_attributes(BusPort::a, a), std::invalid_argument);
  a = {};
  a.quality = 16;
  EXPECT_THROW(driver.set_attributes(BusPort::a, a), std::invalid_argument);
  a = {};
  a.id = 16;
  EXPECT_THROW(driver.set_attributes(BusPort::a, a), std::invalid_argument);
  a.id = 15;
  driver.set_attributes(BusPort::a, a);
  EXPECT_EQ(driver.attributes(BusPort::a).id, 15u);
}

}  // namespace
}  // namespace isochron::rtl
