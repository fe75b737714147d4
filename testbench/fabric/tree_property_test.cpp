// SPDX-License-Identifier: Apache-2.0
// Random trees of sources, links, delays and switches: every message at the picosecond of a computation that shares no
// code with the models, in fast and in reference mode.
#include <sstream>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <isochron/fabric/buffered_switch.h>
#include <isochron/fabric/link_delay.h>
#include <isochron/protocol/route_table.h>

#include "fabric/tree_oracle.h"
#include "support/child_process.h"
#include "support/parts_bench.h"

namespace isochron::testbench {
namespace {

std::string text_of(const TreeArrivals& arrivals) {
  std::ostringstream text;
  for (const auto& [at, source, number] : arrivals) text << at << " " << source << "." << number << "\n";
  return text.str();
}

std::string simulate_tree(const TreeCase& tree, Phases phases) {
  Region region("region");
  if (phases == Phases::explicit_four) region.keep_to_kernel_time();
  MessagePool pool(4096);
  const Domain domain{region, pool, phases};
  Books books;
  std::vector<std::vector<unsigned>> children(tree.nodes.size());
  for (unsigned i = 1; i < tree.nodes.size(); ++i) children[tree.nodes[i].parent].push_back(i);

  std::vector<std::unique_ptr<RouteTable>> tables(tree.nodes.size());
  std::vector<std::unique_ptr<LinkSource<GeneralLink>>> sources(tree.nodes.size());
  std::vector<std::unique_ptr<BufferedSwitch<GeneralLink>>> switches(tree.nodes.size());
  std::vector<std::unique_ptr<GeneralSerialLink>> links(tree.nodes.size());
  std::vector<std::unique_ptr<LinkDelay<GeneralLink>>> delays(tree.nodes.size());
  for (unsigned i = 0; i < tree.nodes.size(); ++i) {
    const TreeCase::Node& node = tree.nodes[i];
    const std::string index = std::to_string(i);
    GeneralSender* sender = nullptr;
    if (children[i].empty()) {
      SourceLoad load;
      load.arrivals = node.load == 0 ? SourceLoad::Arrivals::at_start : SourceLoad::Arrivals::constant;
      load.bits_per_second = node.load;
      load.io = node.io;
      load.message = node.message;
      load.io_limit = node.ios;
      sources[i] = std::make_unique<LinkSource<GeneralLink>>(("source" + index).c_str(), domain, load,
                                                             std::make_unique<InTurn>(std::vector<std::uint32_t>{0}),
                                                             address_of, books, i);
      sender = &sources[i]->out;
    } else {
      tables[i] = std::make_unique<RouteTable>();
      switches[i] = std::make_unique<BufferedSwitch<GeneralLink>>(
          ("switch" + index).c_str(), domain, 1, static_cast<unsigned>(children[i].size()), *tables[i], node.buffers,
          tree.freed_on_arrival ? BufferFreed::on_arrival : BufferFreed::on_send);
      tables[i]->resize(1, 1);
      tables[i]->set(0, 0, switches[i]->output(0));
      sender = &switches[i]->sender(0);
    }
    links[i] = std::make_unique<GeneralSerialLink>(
        ("link" + index).c_str(), domain, SerialLinkBase::Config{node.rate, node.propagation, node.credit_latency});
    delays[i] = std::make_unique<LinkDelay<GeneralLink>>(("delay" + index).c_str(), domain, node.delay);
    sender->socket.bind(links[i]->in);
    links[i]->out.bind(delays[i]->in);
  }
  LinkSink<GeneralLink> sink("sink", domain, {tree.sink_rate, tree.sink_buffers}, books);
  delays[0]->out.bind(sink.in);
  for (unsigned i = 0; i < tree.nodes.size(); ++i)
    for (unsigned input = 0; input < children[i].size(); ++input)
      delays[children[i][input]]->out.bind(switches[i]->receiver(input).socket);

  simulate_to(region, second);
  TreeArrivals arrivals;
  for (const Books::Entry& one : books.arrivals) arrivals.emplace_back(one.at, one.source, one.sequence);
  return text_of(arrivals) + std::to_string(pool.outstanding()) + " left\n";
}

/// Few different ones, so that much happens in one instant, or any.
rc::Gen<std::uint64_t> rates() {
  return rc::gen::oneOf(rc::gen::element<std::uint64_t>(1'000'000'000, 500'000'000, 250'000'000),
                        rc::gen::inRange<std::uint64_t>(100'000'000, 2'000'000'000));
}

TreeCase draw_tree() {
  TreeCase tree;
  const auto nodes = *rc::gen::inRange<unsigned>(1, 9);
  const auto sizes = rc::gen::oneOf(rc::gen::just<std::uint64_t>(1000), rc::gen::inRange<std::uint64_t>(1, 2000));
  for (unsigned i = 0; i < nodes; ++i) {
    TreeCase::Node node{};
    node.parent = i == 0 ? 0 : *rc::gen::inRange<unsigned>(0, i);
    node.rate = *rates();
    node.propagation = *rc::gen::element<std::uint64_t>(0, 0, 2'000'000, 8'000'000, 27'182'818);
    node.credit_latency = *rc::gen::element<std::uint64_t>(0, 0, 0, 4'000'000, 8'000'000, 50'000'000);
    node.delay = *rc::gen::element<std::uint64_t>(0, 0, 1'000'000, 8'000'000, 31'415'926);
    node.buffers = *rc::gen::inRange<unsigned>(1, 4);
    node.message = *sizes;
    node.io = *rc::gen::oneOf(rc::gen::just(node.message),
                              rc::gen::inRange<std::uint64_t>(node.message, 5 * node.message + 1));
    node.load = *rc::gen::oneOf(rc::gen::just<std::uint64_t>(0), rates());
    node.ios = *rc::gen::inRange<unsigned>(1, 12);
    tree.nodes.push_back(node);
  }
  tree.freed_on_arrival = *rc::gen::arbitrary<bool>();
  tree.sink_rate = *rc::gen::oneOf(rc::gen::just<std::uint64_t>(0), rates());
  tree.sink_buffers = *rc::gen::inRange<unsigned>(1, 4);
  return tree;
}

RC_GTEST_PROP(RandomTrees, everyMessageAtItsPicosecond, ()) {
  const TreeCase tree = draw_tree();
  const std::string expected = text_of(arrivals_in(tree)) + "0 left\n";
  RC_ASSERT(run_in_child([&tree] { return simulate_tree(tree, Phases::shortcut); }) == expected);
  RC_ASSERT(run_in_child([&tree] { return simulate_tree(tree, Phases::explicit_four); }) == expected);
}

}  // namespace
}  // namespace isochron::testbench
