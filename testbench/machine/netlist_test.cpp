// SPDX-License-Identifier: Apache-2.0
// Machine files as lists of parts: arrays, conditions, types within types, and routes by the fewest hops.
#include <algorithm>

#include <gtest/gtest.h>

#include <isochron/machine/composed_machine.h>
#include <isochron/machine/elaborate/elaborate.h>
#include <isochron/machine/route/detours.h>
#include <isochron/machine/route/routes.h>
#include <isochron/machine/route/transits.h>
#include <isochron/machine/route/via_router.h>
#include <isochron/machine/route/way_choice.h>
#include <isochron/machine/workload/traffic/flat_traffic.h>
#include <isochron/machine/workload/traffic/flow_loads.h>

#include "support/temporary_machine.h"

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

/// A machine of `count` parts that are made of nothing.
void make_composites(std::uint64_t count) {
  netlist_of(R"(
types:
  empty: {parts: {s: {type: source, when: false}}}
parts:
  "q[)" + std::to_string(count) +
             "]\": {type: empty}\n");
}

/// A machine with a group of parameters, in it another, and so on: `depth` of them.
void make_groups(int depth) {
  std::string types;
  for (int i = 1; i < depth; ++i)
    types += "  t" + std::to_string(i) + ": {parameters: {g: {of: t" + std::to_string(i + 1) +
             "}}, parts: {p: {type: source}}}\n";
  types +=
      "  t" + std::to_string(depth) + ": {parameters: {n: {type: count, default: 1}}, parts: {p: {type: source}}}\n";
  netlist_of("types:\n" + types + "parameters:\n  g: {of: t1}\nparts:\n  p: {type: source, when: false}\n");
}

/// What messages call the most is allowed, and one more is not.
TEST(Netlist, MayBeAsLargeAsMessagesSay) {
  EXPECT_NO_THROW(make_composites(250'000));
  EXPECT_THROW(make_composites(250'001), InputError);
  EXPECT_NO_THROW(make_groups(16));
  EXPECT_THROW(make_groups(17), InputError);
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

/// Two leaves under two spines, hosts with a source and two sinks each; `of_traffic` is what traffic says more.
std::string leaves(const std::string& of_traffic) {
  return R"(
parts:
  "s[2]": {type: source}
  "leaf[2]": {type: switch, inputs: 3, outputs: 4}
  "spine[2]": {type: switch, inputs: 2, outputs: 2}
  "d[4]": {type: sink}
connect:
  - {for: {i: 2}, from: "s[i].out", to: "leaf[i].in[0]", link: {type: serial_link, name: "from[i]"}}
  - {for: {i: 2, k: 2}, from: "leaf[i].out[k]", to: "spine[k].in[i]", link: {type: serial_link, name: "up[i][k]"}}
  - {for: {i: 2, k: 2}, from: "spine[k].out[i]", to: "leaf[i].in[1 + k]", link: {type: serial_link, name: "down[k][i]"}}
  - {for: {e: 4}, from: "leaf[e div 2].out[2 + e mod 2]", to: "d[e].in", link: {type: serial_link, name: "to[e]"}}
traffic:
  - {name: t, from: "s[*]", to: "d[*]", rate: 1 MB/s, )" +
         of_traffic + "}\n";
}

/// Ways are shared up to the last switch. Where something is forced nothing is shared: that is a second implementation
/// of ways and loads.
TEST(Routes, SharedWaysAreTheSame) {
  for (const unsigned ways : {1u, 2u})
    for (const char* const destination : {"uniform", "zipf", "fixed"}) {
      Netlist netlist = netlist_of(leaves("ways: " + std::to_string(ways) + ", destination: " + destination));
      const Routes shared(netlist, ways);
      const Transits transits(netlist);
      const FlowLoads of_shared = FlowLoads(netlist, shared, transits).at({1e6});
      netlist.workloads.of<FlatTraffic>()[0].explicit_routes = std::make_shared<const ExplicitRoutes>();
      const Routes apart(netlist, ways);
      const FlowLoads of_apart = FlowLoads(netlist, apart, transits).at({1e6});
      EXPECT_EQ(shared.groups(), 2u);
      EXPECT_EQ(apart.groups(), 4u);
      for (const std::size_t source : {std::size_t{0}, std::size_t{1}})
        for (std::uint32_t sink = 0; sink < 4; ++sink)
          for (unsigned way = 0; way < ways; ++way) {
            const std::vector<Routes::Hop> one = shared.hops(source, {0, 0}, sink, way);
            const std::vector<Routes::Hop> other = apart.hops(source, {0, 0}, sink, way);
            ASSERT_EQ(one.size(), other.size());
            EXPECT_FALSE(one.empty());
            for (std::size_t hop = 0; hop < one.size(); ++hop) {
              EXPECT_EQ(one[hop].part, other[hop].part);
              EXPECT_TRUE(one[hop].output == other[hop].output);
              EXPECT_TRUE(one[hop].input == other[hop].input);
            }
          }
      for (std::size_t p = 0; p < netlist.parts.size(); ++p) {
        EXPECT_NEAR(of_shared.part(p).bytes, of_apart.part(p).bytes, 1e-6) << netlist.parts[p].path;
        EXPECT_NEAR(of_shared.part(p).messages, of_apart.part(p).messages, 1e-9) << netlist.parts[p].path;
      }
      for (std::size_t c = 0; c < netlist.connections.size(); ++c) {
        EXPECT_NEAR(of_shared.connection(c).arrives, of_apart.connection(c).arrives, 1e-6) << c;
        EXPECT_NEAR(of_shared.connection(c).bytes, of_apart.connection(c).bytes, 1e-6) << c;
        EXPECT_NEAR(of_shared.connection(c).messages, of_apart.connection(c).messages, 1e-9) << c;
        EXPECT_NEAR(of_shared.connection(c).coming, of_apart.connection(c).coming, 1e-12) << c;
      }
      EXPECT_NEAR(of_shared.events(Folding::off), of_apart.events(Folding::off), 1e-6);
    }
}

/// Where nothing has failed a detour is the route; around a spine it takes the other one.
TEST(Detours, FollowTheRulesOfRoutes) {
  const Netlist netlist = netlist_of(leaves("ways: 2"));
  const Routes routes(netlist, 2);
  Detours detours(netlist, routes);
  const auto parts = [](const std::vector<Routes::Hop>& hops) {
    std::vector<std::size_t> passed;
    for (const Routes::Hop& hop : hops) passed.push_back(hop.part);
    return passed;
  };
  const std::size_t leaf = 2, spine = 4, sink = 6;  // the first of each
  for (const std::size_t source : {std::size_t{0}, std::size_t{1}})
    for (std::uint32_t endpoint = 0; endpoint < 4; ++endpoint)
      for (const unsigned way : {0u, 1u}) {
        detours.fail({});
        const std::vector<std::size_t> route = parts(routes.hops(source, {0, 0}, endpoint, way));
        EXPECT_EQ(parts(detours.hops(source, {0, 0}, endpoint, way)), route);
        detours.fail({spine});
        std::vector<std::size_t> around = parts(detours.hops(source, {0, 0}, endpoint, way));
        ASSERT_EQ(around.size(), route.size());
        EXPECT_EQ(std::count(around.begin(), around.end(), spine), 0);
        EXPECT_EQ(around == route, std::count(route.begin(), route.end(), spine) == 0);
        detours.fail({spine, spine + 1});
        EXPECT_EQ(detours.hops(source, {0, 0}, endpoint, way).empty(), endpoint / 2 != source);
        for (const std::size_t needed : {source, leaf + source, leaf + endpoint / 2, sink + endpoint}) {
          detours.fail({needed});
          EXPECT_TRUE(detours.hops(source, {0, 0}, endpoint, way).empty()) << netlist.parts[needed].path;
        }
      }
}

/// The spines that routes to the sinks of the other leaf pass: of each source those to the first and the second.
std::vector<std::string> spines(const std::string& of_traffic, unsigned* ways = nullptr) {
  Netlist netlist = netlist_of(leaves(of_traffic));
  const Routes routes = find_routes(netlist);
  if (ways != nullptr) *ways = routes.addressed_ways();
  std::vector<std::string> passed;
  for (const std::size_t source : {std::size_t{0}, std::size_t{1}})
    for (const std::uint32_t sink : {0u, 1u}) {
      const std::uint32_t endpoint = 2 * (1 - static_cast<std::uint32_t>(source)) + sink;
      const WayTable table = way_table(netlist.workloads.of<FlatTraffic>()[0], source);
      const unsigned way = table == nullptr ? 0 : (*table)[endpoint];
      for (const Routes::Hop& hop : routes.hops(source, {0, 0}, endpoint, way))
        if (netlist.parts[hop.part].path.rfind("spine", 0) == 0) passed.push_back(netlist.parts[hop.part].path);
    }
  return passed;
}

/// Source and sink decide together, without ways of their own where the shortest is what is wanted.
TEST(Via, ForcesRoutesAndTellsThemApart) {
  const std::string across = ", when: source.index != sink.index div 2}]";
  const auto list = [](const char* a, const char* b, const char* c, const char* d) {
    return std::vector<std::string>{a, b, c, d};
  };
  unsigned ways = 0;
  EXPECT_EQ(spines("ways: 1", &ways), list("spine[0]", "spine[0]", "spine[0]", "spine[0]"));
  EXPECT_EQ(ways, 1u);
  EXPECT_EQ(spines("via: [{at: \"spine[0]\"" + across, &ways), list("spine[0]", "spine[0]", "spine[0]", "spine[0]"));
  EXPECT_EQ(ways, 1u);
  EXPECT_EQ(spines("via: [{at: \"spine[1]\"" + across, &ways), list("spine[1]", "spine[1]", "spine[1]", "spine[1]"));
  EXPECT_EQ(ways, 2u);
  EXPECT_EQ(spines("via: [{at: \"spine[sink.index mod 2]\"" + across, &ways),
            list("spine[0]", "spine[1]", "spine[0]", "spine[1]"));
  EXPECT_EQ(ways, 2u);
  EXPECT_EQ(spines("via: [{at: \"down[*][1 - source.index]\"" + across, &ways),
            list("spine[0]", "spine[0]", "spine[0]", "spine[0]"));
  EXPECT_EQ(spines("via: [{at: \"up[source.index][(sink.index + source.index) mod 2]\"" + across, &ways),
            list("spine[0]", "spine[1]", "spine[1]", "spine[0]"));
}

/// Parts have what is forced beside what is the shortest, and all other addresses as before.
TEST(Via, IsStoredAtThePartsThatChoose) {
  Netlist netlist = netlist_of(leaves("via: [{at: \"spine[1]\", when: source.index == 0 and sink.index == 3}]"));
  find_routes(netlist).store(netlist);
  const auto output = [&](std::size_t part, std::uint32_t endpoint, unsigned way) -> std::optional<unsigned> {
    for (const RouteEntry& route : netlist.parts[part].plan.routes)
      if (route.first <= endpoint && endpoint <= route.last && (route.way == way || route.way == all_ways))
        return route.output.index;
    return std::nullopt;
  };
  const std::size_t leaf = 2, spine = 5;
  EXPECT_EQ(netlist.parts[leaf].plan.ways, 2u);
  EXPECT_EQ(output(leaf, 3, 0), 0u);
  EXPECT_EQ(output(leaf, 3, 1), 1u);
  EXPECT_EQ(output(leaf, 2, 0), 0u);
  EXPECT_EQ(output(leaf, 0, 0), 2u);
  EXPECT_EQ(output(spine, 3, 1), 1u);
}

/// A ring in one direction is a cycle of buffers; with the wrap at one switch forced out of use there is none.
TEST(Via, DeadlockFollowsTheRoutesThatAreTaken) {
  const auto ring = [](const std::string& of_traffic) {
    Netlist netlist = netlist_of(R"(
parts:
  "s[3]": {type: source}
  "x[3]": {type: switch, inputs: 3, outputs: 3}
  "d[3]": {type: sink}
connect:
  - {for: {i: 3}, from: "s[i].out", to: "x[i].in[0]", link: {type: serial_link, name: "from[i]"}}
  - {for: {i: 3}, from: "x[i].out[0]", to: "d[i].in", link: {type: serial_link, name: "to[i]"}}
  - {for: {i: 3}, from: "x[i].out[1]", to: "x[(i + 1) mod 3].in[1]", link: {type: serial_link, name: "up[i]"}}
  - {for: {i: 3}, from: "x[i].out[2]", to: "x[(i + 2) mod 3].in[2]", link: {type: serial_link, name: "down[i]"}}
traffic:
  - {name: t, from: "s[*]", to: "d[*]", rate: 1 MB/s, )" +
                                 of_traffic + "}\n");
    return find_routes(netlist).deadlock();
  };
  EXPECT_TRUE(ring("ways: 1").empty());
  // The long way round, over two links.
  EXPECT_FALSE(
      ring("via: [{at: \"x[(source.index + 1) mod 3]\", when: sink.index == (source.index + 2) mod 3}]").empty());
  EXPECT_TRUE(ring("via: [{at: \"x[1]\", when: source.index == 0 and sink.index == 2}]").empty());
}

/// Messages of one size take all of their last slice; of several sizes only what every one takes is certain, which is
/// their share of slices.
TEST(Transits, MessagesOfOneSizeTakeAllOfTheirLastSlice) {
  const auto across_bus = [](const std::string& second) {
    const Netlist netlist = netlist_of(R"(
parts:
  s: {type: bus_source}
  bus: {type: pci_bus, slice: 128 B, slice_time: 240 ns}
  d: {type: bus_sink}
connect:
  - {from: s.out, to: "bus.device[0]"}
  - {from: "bus.window[0]", to: d.in}
traffic:
  - {name: one, from: s, to: d, rate: 1 MB/s, io: 64 B, message: 64 B}
  - {name: other, from: s, to: d, rate: 1 MB/s, io: )" +
                                       second + ", message: " + second + "}\n");
    std::size_t bus = 0;
    while (netlist.parts[bus].path != "bus") ++bus;
    return Transits(netlist).across(bus, 64, 1);
  };
  EXPECT_DOUBLE_EQ(across_bus("64 B"), 240e-9);
  EXPECT_DOUBLE_EQ(across_bus("96 B"), 120e-9);
}

}  // namespace
}  // namespace isochron
