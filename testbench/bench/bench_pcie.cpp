// SPDX-License-Identifier: Apache-2.0
// What a request over PCI Express costs: 64 requesters that ask for 64 B of random addresses, 8 behind each of 8
// switches, which are behind one before the host. Requests per second of CPU time are the items_per_second.
#include <memory>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include <isochron/core/simulation.h>
#include <isochron/endpoint/arrivals.h>
#include <isochron/pcie/pcie_link.h>
#include <isochron/pcie/pcie_requester.h>
#include <isochron/pcie/pcie_switch.h>
#include <isochron/pcie/port_table.h>
#include <isochron/pcie/root_complex.h>

#include "bench/bench_main.h"

namespace isochron::testbench {
namespace {

constexpr unsigned leaves = 8;
constexpr unsigned cards_of_leaf = 8;
constexpr unsigned cards = leaves * cards_of_leaf;
constexpr std::uint32_t host = cards;  ///< its endpoint
constexpr unsigned outstanding = 8;    ///< requests of each card

class ToTheHost final : public DestinationPolicy {
 public:
  Destination next(const Io&, std::uint32_t, const Destination&) override { return {host, 0}; }
};

/// The tree in a closed loop, which stands still unless it runs.
class Tree final : public sc_core::sc_module, private Departures, private Arrivals, private Region::Requester {
 public:
  Tree(const sc_core::sc_module_name& name, Phases phases, RequestLoad::Kind kind)
      : sc_module(name), domain_{region_, pool_, phases} {
    if (phases == Phases::explicit_four) region_.keep_to_kernel_time();
    region_.join(static_cast<Region::Requester&>(*this), Region::Rank::timer);
    RootComplexConfig config;
    root_ = std::make_unique<RootComplex>("root", domain_, config, host, requests_, 1, RootComplex::Called{});
    PcieSwitch& middle = add_switch("middle");
    join(middle.port(0), root_->port(0));
    for (std::uint32_t card = 0; card < cards; ++card) tables_[0]->set(card, 0, 1 + card / cards_of_leaf);
    for (unsigned leaf = 0; leaf < leaves; ++leaf) {
      PcieSwitch& one = add_switch("leaf_" + std::to_string(leaf));
      join(one.port(0), middle.port(1 + leaf));
      for (unsigned i = 0; i < cards_of_leaf; ++i) {
        const std::uint32_t card = leaf * cards_of_leaf + i;
        tables_.back()->set(card, 0, 1 + i);
        add_card(card, kind);
        join(cards_.back()->port(), one.port(1 + i));
      }
    }
  }

  void start() {
    running_ = true;
    region_.request(*this);
  }
  void run(Time duration) { simulate_to(region_, kernel_now() + duration); }
  /// Lets it run empty, so that it does not disturb the next rig.
  void stop() {
    running_ = false;
    run(millisecond);
  }
  std::int64_t requests() const { return requests_done_; }
  std::int64_t events() const { return static_cast<std::int64_t>(region_.events()); }

 private:
  PcieSwitch& add_switch(const std::string& name) {
    tables_.push_back(std::make_unique<PortTable>());
    tables_.back()->resize(cards + 1, 1);
    tables_.back()->set(host, 0, 0);
    PcieSwitchConfig config;
    config.ports = 9;
    switches_.push_back(std::make_unique<PcieSwitch>(name.c_str(), config, *tables_.back()));
    return *switches_.back();
  }
  void add_card(std::uint32_t number, RequestLoad::Kind kind) {
    cards_.push_back(std::make_unique<PcieRequester>(("card_" + std::to_string(number)).c_str(), domain_,
                                                     PcieRequesterConfig{}, static_cast<Departures&>(*this),
                                                     static_cast<Arrivals&>(*this)));
    SourceLoad load;
    load.arrivals = SourceLoad::Arrivals::closed;
    load.outstanding = outstanding;
    load.io = load.message = 64;
    load.requests.emplace();
    load.requests->kind = kind;
    const auto addressing = [](const Destination& to) { return EndpointAddress{to.endpoint, 0}.encode(); };
    traffics_.push_back(&cards_.back()->add_traffic(load, std::make_unique<ToTheHost>(), addressing, number));
    requests_.enter(number, *cards_.back(), number, *load.requests);
  }
  void join(PcieSocket& lower, PcieSocket& upper) {
    const std::string name = "link_" + std::to_string(links_.size());
    links_.push_back(std::make_unique<PcieLink>(name.c_str(), domain_, PcieLinkConfig{}));
    lower.bind(links_.back()->a);
    upper.bind(links_.back()->b);
  }

  void asks(std::uint32_t, std::uint64_t, Time) override {}
  void departs(const Tag&) override {}
  bool arrives(const Tag& tag, std::uint64_t bytes, Time now) override {
    ++requests_done_;
    if (running_)
      traffics_[tag.source]->delivered(tag, bytes, now);
    else
      held_.push_back(tag);
    return true;
  }
  void ask(Time now) override {
    const std::vector<Tag> held = std::move(held_);
    held_.clear();
    for (const Tag& tag : held) traffics_[tag.source]->delivered(tag, tag.bytes, now);
  }

  Region region_{"region"};
  MessagePool pool_{256};
  Domain domain_;
  RequestBoard requests_;
  std::unique_ptr<RootComplex> root_;
  std::vector<std::unique_ptr<PortTable>> tables_;
  std::vector<std::unique_ptr<PcieSwitch>> switches_;
  std::vector<std::unique_ptr<PcieRequester>> cards_;
  std::vector<std::unique_ptr<PcieLink>> links_;
  std::vector<SourceTraffic*> traffics_;
  std::vector<Tag> held_;  ///< that arrived while it stood still
  std::int64_t requests_done_ = 0;
  bool running_ = false;
};

constexpr RequestLoad::Kind kinds[] = {RequestLoad::Kind::read, RequestLoad::Kind::write, RequestLoad::Kind::mix};
Rigs<Tree> fast_trees;
Rigs<Tree> reference_trees;

void tree(benchmark::State& state, Rigs<Tree>& trees, unsigned kind) {
  Tree& one = trees[kind];
  one.start();
  one.run(10 * microsecond);
  const std::int64_t requests_before = one.requests();
  const std::int64_t events_before = one.events();
  for (auto _ : state) one.run(100 * microsecond);
  const std::int64_t requests = one.requests() - requests_before;
  state.SetItemsProcessed(requests);
  state.counters["events/request"] = static_cast<double>(one.events() - events_before) / static_cast<double>(requests);
  one.stop();
}
BENCHMARK_CAPTURE(tree, read, fast_trees, 0)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(tree, write, fast_trees, 1)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(tree, mix, fast_trees, 2)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(tree, read_reference, reference_trees, 0)->Unit(benchmark::kMillisecond);

}  // namespace

void elaborate() {
  for (const RequestLoad::Kind kind : kinds) fast_trees.add("fast", Phases::shortcut, kind);
  reference_trees.add("reference", Phases::explicit_four, kinds[0]);
}

}  // namespace isochron::testbench
