// SPDX-License-Identifier: Apache-2.0
// Machine files as lists of parts: arrays, conditions, types within types, and routes by the fewest hops.
#include <gtest/gtest.h>

#include <isochron/compose/composed_machine.h>
#include <isochron/compose/flattener.h>
#include <isochron/compose/routes.h>

#include "support/no_overrides.h"
#include "unit/compose/temporary_machine.h"

namespace isochron {
namespace {

using testbench::netlist_of;
using testbench::TemporaryMachine;

std::vector<std::string> paths_of(const Netlist& netlist) {
  std::vector<std::string> paths;
  for (const FlatPart& part : netlist.parts) paths.push_back(part.path);
  return paths;
}

TEST(Netlist, ArraysConditionsAndTypesInOrder) {
  const Netlist netlist = netlist_of(R"(
parameters:
  n: {type: count, default: 2}
  extra: {type: flag, default: false}
types:
  pair:
    parameters: {size: {type: count, default: 1}}
    ports: {"out[size]": "a[i].out", "in[size]": "b[i].in"}
    parts:
      "a[size]": {type: source}
      "b[size]": {type: sink}
  outer:
    parts:
      inner: {type: pair, size: 2}
    connect:
      - {for: {i: 2}, from: "inner.out[i]", to: "inner.in[1 - i]", link: {type: serial_link, name: "l[i]"}}
parts:
  "o[n]": {type: outer}
  left_out: {type: source, when: extra}
)");
  EXPECT_EQ(paths_of(netlist),
            (std::vector<std::string>{"o[0].inner.a[0]", "o[0].inner.a[1]", "o[0].inner.b[0]", "o[0].inner.b[1]",
                                      "o[0].l[0]", "o[0].l[1]", "o[1].inner.a[0]", "o[1].inner.a[1]", "o[1].inner.b[0]",
                                      "o[1].inner.b[1]", "o[1].l[0]", "o[1].l[1]"}));
  ASSERT_EQ(netlist.connections.size(), 8u);
  EXPECT_EQ(netlist.parts[netlist.connections[0].from].path, "o[0].inner.a[0]");
  EXPECT_EQ(netlist.parts[netlist.connections[1].to].path, "o[0].inner.b[1]");
  EXPECT_EQ(netlist.parts[0].plan.fabric, "link");
}

/// A ring of switches, a source and a sink at each: the way round is the shorter one, at equal lengths the first that
/// was joined, or the ways take turns.
TEST(Routes, FewestHopsThenOrder) {
  const std::string ring = R"(
parameters: {n: {type: count, default: 6}}
parts:
  "s[n]": {type: source}
  "x[n]": {type: switch, inputs: 3, outputs: 3}
  "d[n]": {type: sink}
connect:
  - {for: {i: n}, from: "s[i].out", to: "x[i].in[0]", link: {type: serial_link, name: "from[i]"}}
  - {for: {i: n}, from: "x[i].out[0]", to: "d[i].in", link: {type: serial_link, name: "to[i]"}}
  - {for: {i: n}, from: "x[i].out[1]", to: "x[(i + 1) mod n].in[1]", link: {type: serial_link, name: "up[i]"}}
  - {for: {i: n}, from: "x[i].out[2]", to: "x[(i + n - 1) mod n].in[2]", link: {type: serial_link, name: "down[i]"}}
traffic:
  - {name: t, from: "s[*]", to: "d[*]", rate: 1 MB/s}
)";
  const Netlist netlist = netlist_of(ring);
  const Routes routes(netlist, 2);
  const auto length = [&](std::size_t from, std::uint32_t to) { return routes.hops(from, {0, 0}, to, 0).size(); };
  for (std::size_t from = 0; from < 6; ++from)
    for (std::uint32_t to = 0; to < 6; ++to) {
      const std::size_t up = (to + 6 - from) % 6, steps = std::min(up, 6 - up);
      // Source, its link, switches with links between, the last link, sink.
      EXPECT_EQ(length(from, to), 5 + 2 * steps) << from << " to " << to;
    }
  const auto first_link = [&](unsigned way) { return netlist.parts[routes.hops(0, {0, 0}, 3, way)[3].part].path; };
  EXPECT_EQ(first_link(0), "up[0]");
  EXPECT_EQ(first_link(1), "down[0]");
  // Half a ring in each direction: every buffer waits for the next one round.
  EXPECT_FALSE(routes.deadlock().empty());
}

TEST(Routes, TreesCannotDeadlock) {
  const Netlist netlist = netlist_of(R"(
parts:
  "s[4]": {type: source}
  "x[3]": {type: switch, inputs: 3, outputs: 3}
  "d[4]": {type: sink}
connect:
  - {for: {i: 4}, from: "s[i].out", to: "x[(i - i mod 2) / 2].in[i mod 2]", link: {type: serial_link, name: "a[i]"}}
  - {for: {i: 4}, from: "x[(i - i mod 2) / 2].out[i mod 2]", to: "d[i].in", link: {type: serial_link, name: "b[i]"}}
  - {for: {i: 2}, from: "x[i].out[2]", to: "x[2].in[i]", link: {type: serial_link, name: "up[i]"}}
  - {for: {i: 2}, from: "x[2].out[i]", to: "x[i].in[2]", link: {type: serial_link, name: "down[i]"}}
  - {from: "x[2].out[2]", to: "x[2].in[2]", link: {type: serial_link, name: itself}}
traffic:
  - {name: t, from: "s[*]", to: "d[*]", rate: 1 MB/s}
)");
  EXPECT_TRUE(Routes(netlist, 1).deadlock().empty());
}

}  // namespace
}  // namespace isochron
