// SPDX-License-Identifier: Apache-2.0
// Random links, and trees of switches: every arrival and every statistic in fast and in reference mode, nothing lost.
#include <sstream>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "pcie/pcie_tree.h"
#include "support/child_process.h"

namespace isochron::testbench {
namespace {

template <class T>
T one_of(std::initializer_list<T> values) {
  return *rc::gen::elementOf(std::vector<T>(values));
}

/// Room for a packet of 512 B at least.
ReceiveBuffers draw_buffers() {
  ReceiveBuffers buffers;
  if (*rc::gen::inRange(0, 4) == 0) return buffers;
  for (const TlpType type : all_tlp_types) {
    buffers[type].headers = one_of<std::uint64_t>({0, 1, 2, 3, 8});
    buffers[type].data = one_of<std::uint64_t>({0, 512, 528, 700, 2048});
  }
  return buffers;
}

/// Few different times, so that much happens in one instant, or any.
Time draw_time(Time most) {
  return *rc::gen::oneOf(
      rc::gen::just<Time>(0),
      rc::gen::map(rc::gen::inRange<Time>(0, most / 64'000 + 1), [](Time time) { return time * 64'000; }),
      rc::gen::inRange<Time>(0, most));
}

PcieLinkConfig draw_link(std::uint64_t classes) {
  PcieLinkConfig config;
  config.generation = *rc::gen::inRange<std::uint64_t>(1, 6);
  config.lanes = std::uint64_t{1} << *rc::gen::inRange(0, 6);
  config.dllp = *rc::gen::inRange(0, 3) == 0 ? PcieLinkConfig::Dllps::efficiency : PcieLinkConfig::Dllps::simulated;
  config.efficiency = one_of<std::uint64_t>({1'000'000, 500'000, 953'000});
  config.ack_bytes = one_of<std::uint64_t>({0, 8});
  config.credit_latency = draw_time(microsecond);
  config.propagation = draw_time(microsecond);
  config.ack_latency = draw_time(microsecond);
  config.acks_every = *rc::gen::inRange<std::uint64_t>(0, 5);
  config.update_every = one_of<std::uint64_t>({1, 1, 2, 5});
  config.skip = *rc::gen::arbitrary<bool>();
  config.skip_interval = one_of<std::uint64_t>({0, 16, 40});
  config.replay_buffer = one_of<std::uint64_t>({0, 0, 600, 1200});
  config.classes = classes;
  config.serve = one_of({ClassOrder::strict, ClassOrder::weighted});
  for (std::uint64_t c = 0; c < classes; ++c) config.weights.push_back(*rc::gen::inRange<std::uint64_t>(1, 5));
  return config;
}

PcieSwitchConfig draw_switch() {
  PcieSwitchConfig config;
  config.latency = draw_time(300 * nanosecond);
  config.forward = one_of({PcieSwitchConfig::Forward::store, PcieSwitchConfig::Forward::cut_through});
  config.buffers = draw_buffers();
  config.peer_to_peer = *rc::gen::arbitrary<bool>();
  return config;
}

PcieTree draw_tree(unsigned most_nodes) {
  PcieTree tree;
  const auto number = *rc::gen::inRange<unsigned>(2, most_nodes + 1);
  const auto classes = one_of<std::uint64_t>({1, 1, 2, 3});
  const Time span = one_of<Time>({microsecond, 10 * microsecond, 100 * microsecond});
  std::vector<unsigned> children(number);
  for (unsigned i = 0; i < number; ++i) {
    PcieTree::Node node;
    node.parent = i < 2 ? 0 : *rc::gen::inRange<unsigned>(1, i);
    if (i > 0) ++children[node.parent];
    node.link = draw_link(classes);
    node.buffers = draw_buffers();
    node.hold = draw_time(microsecond);
    node.answer = draw_time(microsecond);
    node.config = draw_switch();
    tree.nodes.push_back(node);
  }
  std::vector<unsigned> ends;
  for (unsigned i = 0; i < number; ++i)
    if (i == 0 || children[i] == 0) ends.push_back(i);
  for (unsigned i = 0; i < number; ++i) {
    PcieTree::Node& node = tree.nodes[i];
    // What goes from one lower port to another comes back from the top only if something there sends it back.
    node.config.peer_to_peer = true;
    node.config.arbitration =
        one_of({PcieSwitchConfig::Arbitration::round_robin, PcieSwitchConfig::Arbitration::weighted});
    for (unsigned port = 0; port <= children[i]; ++port)
      node.config.weights.push_back(*rc::gen::inRange<std::uint64_t>(1, 5));
    if (i != 0 && children[i] != 0) continue;
    const auto sendings = *rc::gen::inRange<unsigned>(0, 40);
    for (unsigned k = 0; k < sendings; ++k) {
      PcieTree::Sending one{};
      one.at = draw_time(span);
      do one.to = *rc::gen::elementOf(ends);
      while (one.to == i);
      one.kind = one_of({MessageKind::read_request, MessageKind::write_request});
      one.bytes = *rc::gen::oneOf(rc::gen::just<std::uint32_t>(256), rc::gen::inRange<std::uint32_t>(1, 513));
      // One more than links tell apart: it goes with the last of these.
      one.traffic_class = static_cast<std::uint8_t>(*rc::gen::inRange<unsigned>(0, static_cast<unsigned>(classes) + 1));
      node.sendings.push_back(one);
    }
  }
  tree.ordering = one_of({OrderingRules::pcie, OrderingRules::pcie, OrderingRules::relaxed});
  tree.merge = one_of({CompletionMerge::lines, CompletionMerge::three, CompletionMerge::all});
  tree.window = draw_time(span);
  tree.window_end = tree.window + draw_time(span) + 1;
  return tree;
}

void compare(const std::string& fast, const std::string& reference, const PcieTree& tree) {
  if (fast != reference) {
    std::istringstream one(fast);
    std::istringstream other(reference);
    std::string a;
    std::string b;
    while (std::getline(one, a) && std::getline(other, b) && a == b) continue;
    RC_LOG() << "fast:      " << a << "\nreference: " << b << "\n" << tree.text();
  }
  RC_ASSERT(fast == reference);
}

void check(const PcieTree& tree) {
  const std::string fast = run_in_child([&] { return simulate(tree, Phases::shortcut); });
  compare(fast, run_in_child([&] { return simulate(tree, Phases::explicit_four); }), tree);
  const std::string end = "all credits are home\nall bytes are there\n0 left\n";
  const bool ends_well = fast.size() >= end.size() && fast.substr(fast.size() - end.size()) == end;
  if (!ends_well) RC_LOG() << fast << tree.text();
  RC_ASSERT(ends_well);
}

RC_GTEST_PROP(RandomPcieLinks, fastIsAsTheReference, ()) {
  check(draw_tree(2));
}

/// Writes up through two switches, so far apart that none waits: three packets each, and a call of the test.
TEST(PcieTree, aHopIsOneEventWhereNothingWaits) {
  PcieTree tree;
  for (const unsigned parent : {0u, 0u, 1u, 2u, 2u, 1u}) {
    PcieTree::Node node;
    node.parent = parent;
    node.link.propagation = 5 * nanosecond;
    tree.nodes.push_back(node);
  }
  for (const unsigned end : {3u, 4u})
    for (Time i = 0; i < 100; ++i)
      tree.nodes[end].sendings.push_back({(2 * i + end) * microsecond, 0, MessageKind::write_request, 256, 0});
  EXPECT_EQ(effort(tree, Phases::shortcut), "800 600");
}

RC_GTEST_PROP(RandomPcieTrees, tracingChangesNothing, ()) {
  const PcieTree tree = draw_tree(6);
  const std::string plain = run_in_child([&] { return simulate(tree, Phases::shortcut); });
  const std::string fast = run_in_child([&] { return simulate_traced(tree, Phases::shortcut); });
  const std::string reference = run_in_child([&] { return simulate_traced(tree, Phases::explicit_four); });
  compare(fast, reference, tree);
  RC_ASSERT(fast.size() > plain.size());
  RC_ASSERT(fast.substr(fast.size() - plain.size()) == plain);
}

RC_GTEST_PROP(RandomPcieTrees, fastIsAsTheReference, ()) {
  check(draw_tree(10));
}

}  // namespace
}  // namespace isochron::testbench
