// SPDX-License-Identifier: Apache-2.0
// What an assembly plans is what it builds: every connection of the drawing is one of bound ports, and no port is left.
// Catches a machine whose drawing and modules differ, and names of ports that no type describes.
#include <algorithm>
#include <functional>
#include <memory>
#include <set>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <isochron/core/error.h>
#include <isochron/fabric/serial_link.h>
#include <isochron/machine/composed_machine.h>
#include <isochron/observe/hierarchy.h>
#include <isochron/protocol/port.h>

#include "support/library_machine.h"

namespace isochron::testbench {
namespace {

using testing::HasSubstr;
using testing::UnorderedElementsAre;

/// Parts that are joined, in either direction.
using Pairs = std::set<std::pair<std::string, std::string>>;

void add_pair(Pairs& pairs, const std::string& one, const std::string& other) {
  pairs.emplace(std::min(one, other), std::max(one, other));
}

Pairs drawn(const Topology& topology) {
  Pairs pairs;
  for (const TopologyEdge& edge : topology.edges) add_pair(pairs, edge.from, edge.to);
  return pairs;
}

std::string part_of(const std::string& port) {
  return port.substr(0, port.rfind('.'));
}

/// Of the machine that is built in this process; a link is followed to its far end.
Pairs bound() {
  Pairs pairs;
  for_each_in_hierarchy<Port>([&pairs](const sc_core::sc_object& object, Port& port) {
    ASSERT_NE(port.far(), nullptr) << port.path() << " is joined to nothing";
    const bool begins = port.role() == Port::Role::initiator || port.role() == Port::Role::sender;
    if (!begins || dynamic_cast<SerialLinkBase*>(object.get_parent_object()) != nullptr) return;
    std::string far = part_of(port.far()->path());
    if (dynamic_cast<SerialLinkBase*>(sc_core::sc_find_object(far.c_str())) != nullptr)
      far = part_of(dynamic_cast<Port&>(*sc_core::sc_find_object((far + ".out").c_str())).far()->path());
    add_pair(pairs, part_of(port.path()), far);
  });
  return pairs;
}

/// Calls `visit` while the machine runs.
void during_a_run(MachineDescription& machine, const std::function<void()>& visit) {
  bool visited = false;
  machine.run({}, [&](std::uint64_t) {
    if (!visited) visit();
    visited = true;
  });
  EXPECT_TRUE(visited);
}

void is_drawn_as_built(const std::string& name, const Settings& settings, std::size_t connections) {
  const std::unique_ptr<MachineDescription> machine = library_machine(name, settings);
  during_a_run(*machine, [&] {
    EXPECT_EQ(drawn(machine->topology()), bound());
    EXPECT_EQ(bound().size(), connections);
  });
}

const Settings with_disk{{"io.mode", "disk"}, {"bytes", "320 kB"}};

TEST(Assembly, drawsTheWorkstationThatItBuilds) {
  is_drawn_as_built("mbus_workstation", with_disk, 4);
}

TEST(Assembly, drawsTheClusterThatItBuilds) {
  const std::unique_ptr<MachineDescription> machine =
      library_machine("seachange_cluster", {{"nodes", "3"}, {"dma_engines", "2"}, {"ib_side.pci_buses", "2"}});
  const auto built = dynamic_cast<ComposedMachine&>(*machine).build(1);
  EXPECT_EQ(drawn(machine->topology()), bound());
}

void server_is_drawn_as_built(const std::string& name, const Settings& settings) {
  const std::unique_ptr<MachineDescription> machine = library_machine(name, settings);
  const auto built = dynamic_cast<ComposedMachine&>(*machine).build(1);
  EXPECT_EQ(drawn(machine->topology()), bound());
}

TEST(Assembly, drawsTheSharedBusThatItBuilds) {
  server_is_drawn_as_built("shared_bus", {{"operation", "read_protocol_network"}});
}

TEST(Assembly, drawsTheLinksThatItBuilds) {
  server_is_drawn_as_built("point_to_point", {{"operation", "read_protocol_network"}, {"disks_per_node", "2"}});
}

TEST(Assembly, drawsTheSubsystemsThatItBuilds) {
  server_is_drawn_as_built("subsystems", {});
}

TEST(Assembly, drawsSubsystemsWithMoversInBursts) {
  server_is_drawn_as_built("subsystems", {{"dma.unit", "burst"}});
}

TEST(Assembly, drawsSubsystemsWithLocalDisks) {
  server_is_drawn_as_built("subsystems", {{"disks", "local"}, {"dma.unit", "burst"}});
}

TEST(Assembly, partsAreThoseOfTheHierarchy) {
  const std::unique_ptr<MachineDescription> machine = library_machine("mbus_workstation", with_disk);
  during_a_run(*machine, [&] {
    for (const Topology::Part& part : machine->topology().parts)
      EXPECT_NE(sc_core::sc_find_object(part.name.c_str()), nullptr) << part.name;
  });
}

TEST(Assembly, linksAreLinesAndBothWaysAreOne) {
  const std::vector<Topology::Part> parts{{"a", "sg2010_bridge"},
                                          {"b", "sg1010_switch"},
                                          {"there", "serial_link"},
                                          {"back", "serial_link"},
                                          {"bus", "pci_bus"}};
  const Topology drawn = draw_topology(parts, {{"a.link_out[0]", "there.in"},
                                               {"there.out", "b.link_in[3]"},
                                               {"b.link_out[2]", "back.in"},
                                               {"back.out", "a.link_in[0]"},
                                               {"a.pci_out", "bus.device[0]"},
                                               {"bus.window[0]", "a.window[0]"},
                                               {"bus.window[1]", "a.window[1]"}});
  std::vector<std::string> lines;
  for (const TopologyEdge& edge : drawn.edges) lines.push_back(edge.from + " - " + edge.to + ": " + edge.label);
  EXPECT_THAT(lines, UnorderedElementsAre("a - b: starfabric, both ways", "a - bus: pci_bus, both ways"));
}

// Else the first node would have lines out alone, and the last one lines in.
TEST(Assembly, linksBetweenScopesAreALineEachWay) {
  const std::vector<Topology::Part> parts{
      {"n[0].a", "sg2010_bridge"}, {"n[1].a", "sg2010_bridge"}, {"there", "serial_link"}, {"back", "serial_link"}};
  const Topology drawn = draw_topology(parts, {{"n[0].a.link_out[0]", "there.in"},
                                               {"there.out", "n[1].a.link_in[0]"},
                                               {"n[1].a.link_out[0]", "back.in"},
                                               {"back.out", "n[0].a.link_in[0]"}});
  ASSERT_EQ(drawn.edges.size(), 2u);
  EXPECT_EQ(drawn.edges[0].label, "starfabric");
  EXPECT_EQ(drawn.edges[1].label, "starfabric");
}

TEST(Assembly, refusesPortsThatAreNotThere) {
  const std::vector<Topology::Part> parts{{"disk", "disk"}, {"memory", "memory"}, {"bus", "fifo_bus"}};
  const auto draw = [&parts](const char* from, const char* to) { return draw_topology(parts, {{from, to}}); };
  EXPECT_NO_THROW(draw("disk.socket", "bus.device[7]"));
  EXPECT_THROW(draw("disk.plug", "bus.device[7]"), std::logic_error);
  EXPECT_THROW(draw("tape.socket", "bus.device[7]"), std::logic_error);
  EXPECT_THROW(draw("memory.socket", "bus.device[7]"), std::logic_error);

  Region region("region");
  MessagePool pool(1);
  const Domain domain{region, pool, Phases::shortcut};
  Assembly built(domain);
  try {
    built.connect("nobody.socket", "memory.socket");
    FAIL();
  } catch (const ModelError& error) {
    EXPECT_THAT(error.what(), HasSubstr("nobody.socket"));
  }
}

}  // namespace
}  // namespace isochron::testbench
