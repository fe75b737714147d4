// SPDX-License-Identifier: Apache-2.0
// Where strands lie, against what systems have in common: a place is one strand's, turns have no gaps, and disks of a
// node share their kind's strands evenly. Catches a formula that puts two strands in one place or leaves a disk idle.
#include <map>
#include <set>
#include <tuple>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <isochron/system/strand_placement.h>

namespace isochron::testbench {
namespace {

using Mix = StrandPlacement::Mix;

RC_GTEST_PROP(StrandPlacement, aPlaceIsOneStrands, (std::uint8_t nodes_less_one, std::uint8_t disks_less_one)) {
  const auto mix = *rc::gen::element(Mix::one_kind, Mix::every_node, Mix::disk_number);
  const unsigned nodes = nodes_less_one % 30 + 1u, disks = disks_less_one % 15 + 1u;
  const StrandPlacement placement(mix, nodes, disks);
  const unsigned strands = *rc::gen::inRange(1u, 1000u);
  std::map<std::pair<unsigned, unsigned>, std::uint64_t> next_turn;
  std::map<unsigned, std::uint64_t> next_on_node;
  for (unsigned strand = 0; strand < strands; ++strand) {
    const StrandPlacement::Location place = placement.location_of(strand);
    RC_ASSERT(place.node < nodes);
    RC_ASSERT(place.disk < disks);
    RC_ASSERT(placement.strand_at(place) == strand);
    RC_ASSERT(place.turn == (next_turn[{place.node, place.disk}]++));
    RC_ASSERT(placement.turn_on_node(strand) == next_on_node[place.node]++);
  }
}

// The kinds of every node: the first disks hold the one, the others the other, all of them as much as their neighbours.
RC_GTEST_PROP(StrandPlacement, kindsHaveTheirOwnDisks, (std::uint8_t nodes_less_one, std::uint8_t disks_less_two)) {
  const unsigned nodes = nodes_less_one % 30 + 1u, disks = disks_less_two % 14 + 2u;
  const StrandPlacement placement(Mix::every_node, nodes, disks);
  std::map<std::pair<unsigned, bool>, std::set<unsigned>> disks_of;
  for (unsigned strand = 0; strand < 2 * nodes * disks; ++strand) {
    const StrandPlacement::Location place = placement.location_of(strand);
    const bool second = strand % 2 == 1;
    RC_ASSERT(placement.of_second_kind(strand) == second);
    RC_ASSERT(place.node == strand / 2 % nodes);
    RC_ASSERT((place.disk >= disks / 2) == second);
    disks_of[{place.node, second}].insert(place.disk);
  }
  for (const auto& [node_and_kind, used] : disks_of)
    RC_ASSERT(used.size() == (node_and_kind.second ? disks - disks / 2 : disks / 2));
}

TEST(StrandPlacement, halvesAllDisksByTheirNumber) {
  const StrandPlacement placement(Mix::disk_number, 3, 3);  // disks 0 to 3 of nine: node 0, and the first one of node 1
  for (unsigned strand = 0; strand < 90; ++strand) {
    const StrandPlacement::Location place = placement.location_of(strand);
    EXPECT_EQ(placement.of_second_kind(strand), place.node == 2 || (place.node == 1 && place.disk > 0)) << strand;
  }
}

}  // namespace
}  // namespace isochron::testbench
