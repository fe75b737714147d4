// SPDX-License-Identifier: Apache-2.0
// Peers, ports that carry both directions: connections between them in machine files become two that are directed.
#include <cmath>

#include <gmock/gmock.h>

#include <isochron/machine/composed_machine.h>
#include <isochron/machine/route/routes.h>
#include <isochron/scenario/input_error.h>

#include "support/child_process.h"
#include "support/expect_error.h"
#include "support/temporary_machine.h"

namespace isochron::testbench {
namespace {

using test::message_of;
using testing::ElementsAre;
using testing::HasSubstr;

/// "a.port.tx -> b.port.rx"
std::vector<std::string> connections_of(const Netlist& netlist) {
  std::vector<std::string> connections;
  for (const FlatConnection& one : netlist.connections) {
    const FlatPart &from = netlist.parts[one.from], &to = netlist.parts[one.to];
    connections.push_back(from.path + "." + from.port_name(one.output) + " -> " + to.path + "." +
                          to.port_name(one.input));
  }
  return connections;
}

/// Parts that a message passes from the first output of the source.
std::vector<std::string> way(const Netlist& netlist, const std::string& from, std::uint32_t endpoint) {
  const Routes routes(netlist, 1);
  std::vector<std::string> passed;
  for (std::size_t p = 0; p < netlist.parts.size(); ++p)
    if (netlist.parts[p].path == from)
      for (const Routes::Hop& hop : routes.hops(p, {0, 0}, endpoint, 0)) passed.push_back(netlist.parts[hop.part].path);
  return passed;
}

std::shared_ptr<const MachineFile> file_of(const std::string& text) {
  const TemporaryMachine file(text);
  return std::make_shared<const MachineFile>(read_machine_file(file.path()));
}

/// Two talkers, a hub and a third, with links of 1, 1 and 2 Gb/s between.
const std::string star = R"(
parts:
  "left[2]": {type: talker}
  right: {type: talker}
  hub: {type: talk_hub, ports: 3}
connect:
  - {for: {i: 2}, between: ["left[i].port", "hub.port[i]"], link: {type: talk_link, name: "up[i]"}}
  - {between: ["hub.port[2]", right.port], link: {type: talk_link, name: down, about: the trunk, rate: 2 Gb/s}}
)";

TEST(Peers, AreJoinedInBothDirections) {
  const Netlist netlist = netlist_of(R"(
parts:
  card: {type: talker}
  root: {type: talker}
connect:
  - {between: [card.port, root.port]}
)");
  EXPECT_THAT(connections_of(netlist), ElementsAre("card.port.tx -> root.port.rx", "root.port.tx -> card.port.rx"));
  EXPECT_EQ(netlist.connections[0].back, 1u);
  EXPECT_EQ(netlist.connections[1].back, 0u);
  EXPECT_EQ(part_of(netlist, "card").joined, (std::vector<std::vector<std::optional<std::size_t>>>{{0}, {1}}));
}

TEST(Peers, HaveALinkBetweenThem) {
  EXPECT_THAT(
      connections_of(netlist_of(star)),
      ElementsAre("left[0].port.tx -> up[0].a.rx", "up[0].a.tx -> left[0].port.rx", "up[0].b.tx -> hub.port[0].rx",
                  "hub.port[0].tx -> up[0].b.rx", "left[1].port.tx -> up[1].a.rx", "up[1].a.tx -> left[1].port.rx",
                  "up[1].b.tx -> hub.port[1].rx", "hub.port[1].tx -> up[1].b.rx", "hub.port[2].tx -> down.a.rx",
                  "down.a.tx -> hub.port[2].rx", "down.b.tx -> right.port.rx", "right.port.tx -> down.b.rx"));
}

TEST(Peers, OfTypesHaveOtherNames) {
  const Netlist netlist = netlist_of(R"(
types:
  node:
    ports: {"up[2]": "card[i].port"}
    parts:
      "card[2]": {type: talker}
parts:
  "node[2]": {type: node}
connect:
  - {for: {i: 2}, between: ["node[0].up[i]", "node[1].up[1 - i]"]}
)");
  EXPECT_THAT(connections_of(netlist), ElementsAre("node[0].card[0].port.tx -> node[1].card[1].port.rx",
                                                   "node[1].card[1].port.tx -> node[0].card[0].port.rx",
                                                   "node[0].card[1].port.tx -> node[1].card[0].port.rx",
                                                   "node[1].card[0].port.tx -> node[0].card[1].port.rx"));
}

TEST(Peers, AreOnRoutesThereAndBack) {
  const Netlist netlist = netlist_of(star);
  // Endpoints are left[0], left[1], right.
  EXPECT_THAT(way(netlist, "left[1]", 2), ElementsAre("left[1]", "up[1]", "hub", "down", "right"));
  EXPECT_THAT(way(netlist, "right", 0), ElementsAre("right", "down", "hub", "up[0]", "left[0]"));
  EXPECT_THAT(way(netlist, "left[0]", 1), ElementsAre("left[0]", "up[0]", "hub", "up[1]", "left[1]"));
}

TEST(Peers, AreDrawnAsOneLine) {
  const ComposedMachine machine(file_of(star));
  std::vector<std::string> edges;
  for (const TopologyEdge& edge : machine.topology().edges)
    edges.push_back(edge.from + " - " + edge.to + ": " + edge.label);
  EXPECT_THAT(edges, ElementsAre("left[0] - hub: talk, both ways", "left[1] - hub: talk, both ways",
                                 "hub - right: talk, both ways"));
}

// 1000 B take 8 us on the slow links and 4 us on the fast one. Both directions are used at nine tenths of the slow
// link, and nothing waits: each has its line to itself.
const std::string both_ways = star + R"(
traffic:
  - {name: there, from: "left[0]", to: right, rate: 900 Mb/s, io: 1000 B, message: 1000 B, arrivals: constant}
  - {name: back, from: right, to: "left[0]", rate: 900 Mb/s, io: 1000 B, message: 1000 B, arrivals: constant}
)";

std::string run(const std::string& text) {
  return run_in_child([&text] {
    ComposedMachine machine(file_of(text));
    const ReplicationRecord record = machine.run({millisecond, 10 * millisecond, 1}, {}, nullptr);
    std::string figures;
    for (const char* const name : {"there.delay", "back.delay"}) {
      const HistogramSample& delay = record.histograms.at(name);
      figures += std::string(name) + " " + std::to_string(std::llround(delay.min * 1e9)) + " to " +
                 std::to_string(std::llround(delay.max * 1e9)) + " ns\n";
    }
    return figures + std::to_string(record.fingerprint);
  });
}

TEST(Peers, CarryMessagesBothWays) {
  const std::string figures = run(both_ways);
  EXPECT_THAT(figures, HasSubstr("there.delay 12000 to 12000 ns\nback.delay 12000 to 12000 ns\n"));
}

TEST(Peers, AreReadBackFromTheFlatFile) {
  const ComposedMachine machine(file_of(both_ways));
  const std::string flat = machine.flat_file();
  EXPECT_THAT(flat, HasSubstr("  - {between: [\"left[0].port\", \"up[0].a\"]}\n"));
  EXPECT_THAT(flat, HasSubstr("  - {between: [\"hub.port[2]\", \"down.a\"]}\n"));
  const std::string text = flat.substr(flat.find('\n') + 1);
  EXPECT_EQ(connections_of(netlist_of(text)), connections_of(netlist_of(both_ways)));
  EXPECT_EQ(ComposedMachine(file_of(text)).flat_file(), flat);
  EXPECT_EQ(run(text), run(both_ways));
}

/// By which part the fullest of the links `up[i]` is full.
double share_of_up(const std::string& traffic) {
  const ComposedMachine machine(file_of(star + "traffic:\n" + traffic));
  for (const ResourceBound& bound : machine.bounds())
    if (bound.resource == "up") return bound.load / bound.capacity;
  return 0;
}

// Each direction has its rate. Both together would be 1.35 of it.
TEST(Peers, AreBoundedInEachDirection) {
  const std::string there = "  - {name: there, from: \"left[0]\", to: right, rate: 900 Mb/s, io: 1000 B}\n";
  const std::string back = "  - {name: back, from: right, to: \"left[0]\", rate: 450 Mb/s, io: 1000 B}\n";
  EXPECT_NEAR(share_of_up(there), 0.9, 1e-9);
  EXPECT_NEAR(share_of_up(back), 0.45, 1e-9);
  EXPECT_NEAR(share_of_up(there + back), 0.9, 1e-9);
}

std::string error_of(const std::string& parts, const std::string& connection) {
  return message_of<InputError>([&] { netlist_of("parts: {" + parts + "}\nconnect:\n  - {" + connection + "}\n"); });
}

const std::string two = "card: {type: talker}, root: {type: talker}";

TEST(Peers, HaveNoBeginningAndNoEnd) {
  const std::string text = error_of(two, "from: card.port, to: root.port");
  EXPECT_THAT(text, HasSubstr("m.yaml:4:12: `card.port` is a peer: it carries both directions"));
  EXPECT_THAT(text, HasSubstr("Write between: [card.port, root.port] in place of `from` and `to`"));
  EXPECT_THAT(error_of(two + ", s: {type: source}", "from: s.out, to: root.port"),
              HasSubstr("m.yaml:4:23: `root.port` is a peer"));
}

TEST(Peers, AreJoinedToPeers) {
  const std::string text = error_of(two + ", s: {type: source}", "between: [card.port, s.out]");
  EXPECT_THAT(text, HasSubstr("m.yaml:4:27: `s.out` is a sender and no peer"));
  EXPECT_THAT(text, HasSubstr("Write `from` and `to`"));
  EXPECT_THAT(error_of(two, "between: [card.port, card.port]"), HasSubstr("`card.port` is joined to itself"));
  EXPECT_THAT(error_of("card: {type: talker}, m: {type: mumbler}", "between: [card.port, m.port]"),
              HasSubstr("`m.port` speaks mumble, `card.port` talk"));
  EXPECT_THAT(error_of("card: {type: talker}, m: {type: mumbler}", "between: [m.line, card.port]"),
              HasSubstr("nothing carries what `m.line` sends to `card.port`"));
}

TEST(Peers, AreAllJoinedAndOnce) {
  const std::string open = error_of(two + ", third: {type: talker}", "between: [card.port, root.port]");
  EXPECT_THAT(open, HasSubstr("`third.port` is joined to nothing"));
  EXPECT_THAT(open, HasSubstr("`between` it and another peer"));
  EXPECT_THAT(error_of(two + ", third: {type: talker}",
                       "between: [card.port, root.port]}\n  - {between: [root.port, third.port]"),
              HasSubstr("`root.port` is joined twice, first at "));
  EXPECT_THAT(error_of("hub: {type: talk_hub}", "between: [\"hub.port[0]\", \"hub.port[2]\"]"),
              HasSubstr("`hub` has 2 ports `port`, there is no number 2"));
  EXPECT_THAT(error_of(two, "between: [card.port, root.part]"), HasSubstr("has no port `part`"));
}

TEST(Peers, HaveLinksOfTheirOwn) {
  EXPECT_THAT(error_of(two, "between: [card.port, root.port], link: {type: serial_link, name: l}"),
              HasSubstr("a `serial_link` is a link of one direction"));
  EXPECT_THAT(error_of(two, "from: card.port, to: root.port, link: {type: talk_link, name: l}"),
              HasSubstr("a `talk_link` is a link of both directions"));
  EXPECT_THAT(error_of(two, "between: [card.port, root.port], link: {type: talker, name: l}"),
              HasSubstr("a `talker` is no link"));
  EXPECT_THAT(error_of(two, "between: [card.port, root.port], link: {type: talk_lnk, name: l}"),
              HasSubstr("talk_link"));
}

TEST(Peers, AreTwoOfAList) {
  EXPECT_THAT(error_of(two, "between: card.port"), HasSubstr("`between` is no list of two ports"));
  EXPECT_THAT(error_of(two, "between: [card.port]"), HasSubstr("`between` is no list of two ports"));
  EXPECT_THAT(error_of(two, "between: [card.port, root.port], to: root.port"),
              HasSubstr("a connection `between` two ports has no `to`"));
  EXPECT_THAT(error_of(two, "between: [card.port, root.port], master: {window: 1}"),
              HasSubstr("a connection `between` two ports has no `master`"));
}

}  // namespace
}  // namespace isochron::testbench
