// SPDX-License-Identifier: Apache-2.0
#include <isochron/system/seachange_node.h>

#include <array>

#include <isochron/system/cluster_address.h>
#include <isochron/system/destination_policies.h>
#include <isochron/system/indexed.h>

namespace isochron {

/// The SG1010's decision: own node to the GigE bridge of the card, others to the link towards the message's chip.
class SeachangeNode::SwitchRouter final : public Router {
 public:
  SwitchRouter(const SeachangeParameters& parameters, unsigned node, const std::unique_ptr<Sg1010Switch>& fabric_switch)
      : node_(node), cards_per_bus_(parameters.cards_per_bus()), switch_(fabric_switch) {
    lanes_ = static_cast<unsigned>(parameters.raid_controllers);
    for (unsigned chip = 0; chip < parameters.chips; ++chip)
      for (unsigned lane = 0; lane < lanes_; ++lane)
        to_ib_[chip * lanes_ + lane] = static_cast<unsigned>(parameters.gige_buses) + parameters.link_out(chip, lane);
  }

  /// Once the switch exists.
  void connect() {
    for (unsigned port = 0; port < switch_->outputs(); ++port) ports_[port] = &switch_->sender(port);
  }

  OutputPort& route(const Payload& payload) const override {
    const ClusterAddress to = ClusterAddress::decode(payload.get_address());
    return *ports_[to.node == node_ ? to.card / cards_per_bus_ : to_ib_[to.chip * lanes_ + to.lane]];
  }

 private:
  unsigned node_;
  unsigned cards_per_bus_;
  unsigned lanes_ = 0;
  std::array<OutputPort*, Sg1010Switch::ports> ports_{};
  std::array<unsigned, 8> to_ib_{};  ///< by chip and controller
  const std::unique_ptr<Sg1010Switch>& switch_;
};

SeachangeNode::SeachangeNode(const sc_core::sc_module_name& name, const Surroundings& around, unsigned index)
    : sc_module(name),
      index_(index),
      nodes_(static_cast<unsigned>(around.parameters.nodes)),
      bridges_(static_cast<unsigned>(around.parameters.bridges)),
      ib_buses_(static_cast<unsigned>(around.parameters.ib_pci_buses)) {
  build_bridges_and_links(around);
  build_raids(around);
  build_ib_side(around);
  build_gige_side(around);
}

SeachangeNode::~SeachangeNode() = default;

PciConfig SeachangeNode::pci_config(const Surroundings& around, const std::string& part) const {
  PciConfig config = around.parameters.pci;
  ParameterTable table = config.parameters();
  around.overrides.apply(std::string(this->name()) + "." + part, table);
  return config;
}

GigeCard::Config SeachangeNode::gige_config(const Surroundings& around, const std::string& part) const {
  GigeCard::Config config = around.parameters.gige;
  ParameterTable table = config.parameters();
  around.overrides.apply(std::string(this->name()) + "." + part, table);
  return config;
}

template <class Link>
std::unique_ptr<Link> SeachangeNode::make_link(const Surroundings& around, const std::string& part,
                                               std::uint64_t rate) const {
  ParameterTable table;
  table.data_rate("rate", rate, {8, 1'000'000'000'000}, "payload rate");
  around.overrides.apply(std::string(this->name()) + "." + part, table);
  return std::make_unique<Link>(part.c_str(), around.domain, rate);
}

void SeachangeNode::build_bridges_and_links(const Surroundings& around) {
  const SeachangeParameters& p = around.parameters;
  const unsigned buffers = static_cast<unsigned>(p.buffers_per_port);
  const unsigned gige_buses = static_cast<unsigned>(p.gige_buses);
  const unsigned raids_here = static_cast<unsigned>(p.raid_controllers);
  const unsigned links = static_cast<unsigned>(p.sf_links);
  const unsigned per_bridge = p.links_per_bridge();

  // Senders first, in canonical order: RAID bridges, switch (GigE, InfiniBand side), InfiniBand-side bridges, chips.
  for (unsigned r = 0; r < raids_here; ++r)
    raid_bridges.push_back(std::make_unique<Sg2010Bridge>(indexed("raid_bridge", r).c_str(), around.domain, 1, 0,
                                                          buffers, p.buffer_freed));
  router_ = std::make_unique<SwitchRouter>(p, index_, fabric_switch);
  fabric_switch = std::make_unique<Sg1010Switch>("switch", around.domain, gige_buses + links, raids_here + links,
                                                 *router_, buffers, p.buffer_freed);
  router_->connect();
  for (unsigned b = 0; b < p.bridges; ++b)
    ib_bridges.push_back(std::make_unique<Sg2010Bridge>(indexed("ib_bridge", b).c_str(), around.domain, per_bridge,
                                                        per_bridge, buffers, p.buffer_freed));
  for (unsigned c = 0; c < p.chips; ++c)
    chips.push_back(std::make_unique<InfiniBandChip>(indexed("chip", c).c_str(), around.domain, nodes_ - 1, buffers,
                                                     p.buffer_freed));
  for (unsigned g = 0; g < gige_buses; ++g)
    gige_bridges.push_back(std::make_unique<Sg2010Bridge>(indexed("gige_bridge", g).c_str(), around.domain, 0, 1,
                                                          buffers, p.buffer_freed));

  const auto join = [&](const std::string& name, StarFabricSender& from, StarFabricReceiver& to) {
    sf_links_.push_back(make_link<StarFabricLink>(around, name, p.starfabric_rate));
    from.socket.bind(sf_links_.back()->in);
    sf_links_.back()->out.bind(to.socket);
  };
  for (unsigned r = 0; r < raids_here; ++r)
    join(indexed("sf_raid", r), raid_bridges[r]->sender(0), fabric_switch->receiver(r));
  for (unsigned g = 0; g < gige_buses; ++g)
    join(indexed("sf_gige", g), fabric_switch->sender(g), gige_bridges[g]->receiver(0));
  for (unsigned l = 0; l < links; ++l)
    join(indexed("sf_to_ib_side", l), fabric_switch->sender(gige_buses + l),
         ib_bridges[l / per_bridge]->receiver(l % per_bridge));
  for (unsigned l = 0; l < links; ++l)
    join(indexed("sf_from_ib_side", l), ib_bridges[l / per_bridge]->sender(l % per_bridge),
         fabric_switch->receiver(raids_here + l));

  for (unsigned c = 0; c < p.chips; ++c)
    for (unsigned port = 0; port + 1 < nodes_; ++port) {
      const unsigned other = port < index_ ? port : port + 1;
      ib_links_.push_back(make_link<InfiniBandLink>(
          around, "ib_link[" + std::to_string(c) + "][" + std::to_string(other) + "]", p.infiniband_rate));
      chips[c]->sender(port).socket.bind(ib_links_.back()->in);
    }
}

void SeachangeNode::build_raids(const Surroundings& around) {
  const SeachangeParameters& p = around.parameters;
  const PciBus::Model model =
      p.bus_model == SeachangeParameters::BusModel::fast ? PciBus::Model::fast : PciBus::Model::reference;
  const SeachangeParameters::Load load = p.load();
  for (unsigned r = 0; r < p.raid_controllers; ++r) {
    RaidController::Config config = p.raid;
    ParameterTable table = config.parameters();
    table.check([&config, &p]() -> std::vector<ParameterProblem> {
      if (config.message <= p.raid.message) return {};
      return {{"message",
               "a message of " + std::to_string(config.message) + " B is larger than the machine's of " +
                   std::to_string(p.raid.message) + " B",
               "make it at most the machine's `message`",
               {"message"},
               {{"message", p.raid.message}}}};
    });
    const std::string raid = std::string(this->name()) + "." + indexed("raid", r);
    around.overrides.apply(raid, table);
    for (unsigned e = 0; e < config.dma_engines; ++e) {
      ParameterTable dma = config.dma.at(e).parameters();
      around.overrides.apply(raid + "." + indexed("dma", e), dma);
    }

    RaidController::Workload workload;
    workload.bits_per_second = load.bits_per_second;
    workload.interval_numerator = load.controllers * load.scale_denominator;
    workload.interval_denominator = load.scale_numerator;
    workload.lost_units_every = p.failed_nodes.empty()                             ? 0
                                : p.rebuild == SeachangeParameters::Rebuild::brute ? 2
                                                                                   : p.nodes;
    workload.io_limit = around.io_limit;
    workload.seed = around.seed;
    workload.off = p.failed(index_);

    const unsigned controller = index_ * static_cast<unsigned>(p.raid_controllers) + r;
    const unsigned source = index_;
    auto addressing = [&p, source, r](const Destination& to, const Io&, std::uint16_t& chip) {
      chip = static_cast<std::uint16_t>(p.chip_for(source, to.node, r));
      return ClusterAddress{chip, to.node, to.card, r}.encode();
    };
    raids.push_back(std::make_unique<RaidController>(indexed("raid", r).c_str(), around.domain, config, workload,
                                                     make_destination_policy(p, around.seed, index_, r, controller),
                                                     addressing, around.departures, controller, r));
    const std::string bus = indexed("raid_pci", r);
    const unsigned engines = static_cast<unsigned>(config.dma_engines);
    raid_pci.push_back(
        std::make_unique<PciBus>(bus.c_str(), around.domain, pci_config(around, bus), model, engines, 1));
    raid_pci[r]->map(0, ~std::uint64_t{0}, 0);
    for (unsigned e = 0; e < engines; ++e) raids[r]->engine(e).bind(raid_pci[r]->device(e));
    raid_pci[r]->window(0).bind(raid_bridges[r]->window(0).socket);
  }
}

void SeachangeNode::build_ib_side(const Surroundings& around) {
  const SeachangeParameters& p = around.parameters;
  const PciBus::Model model =
      p.bus_model == SeachangeParameters::BusModel::fast ? PciBus::Model::fast : PciBus::Model::reference;
  const unsigned per_bridge = p.links_per_bridge();
  const unsigned remote = nodes_ - 1;
  for (unsigned bus = 0; bus < ib_buses_; ++bus) {
    const std::string name = indexed("ib_pci", bus);
    const unsigned bridges_here = bridges_ / ib_buses_;
    const unsigned chips_here = static_cast<unsigned>(p.chips) / ib_buses_;
    ib_pci.push_back(std::make_unique<PciBus>(name.c_str(), around.domain, pci_config(around, name), model,
                                              bridges_here + chips_here,
                                              chips_here * remote + bridges_here * per_bridge));
    PciBus& pci = *ib_pci.back();
    unsigned window = 0;
    for (unsigned c = 0; c < p.chips; ++c) {
      if (ib_bus_of(c) != bus) continue;
      chips[c]->to_pci().socket.bind(pci.device(ib_device_of_chip(c)));
      for (unsigned port = 0; port < remote; ++port) {
        const unsigned other = port < index_ ? port : port + 1;
        pci.window(window).bind(chips[c]->window(port).socket);
        pci.map(ClusterAddress{c, other, 0, 0}.encode(), ClusterAddress{c, other + 1, 0, 0}.encode() - 1, window++);
      }
    }
    const unsigned first_bridge_window = window;
    for (unsigned b = 0; b < bridges_; ++b) {
      if (ib_bus_of(b) != bus) continue;
      ib_bridges[b]->to_pci().socket.bind(pci.device(ib_device_of_bridge(b)));
      for (unsigned l = 0; l < per_bridge; ++l) pci.window(window++).bind(ib_bridges[b]->window(l).socket);
    }
    const unsigned first_link = ib_buses_ == 1 ? 0 : bus * per_bridge;
    for (unsigned c = 0; c < p.chips; ++c) {
      if (ib_bus_of(c) != bus) continue;
      for (unsigned g = 0; g < p.gige_buses; ++g) {
        const unsigned card = g * p.cards_per_bus();
        pci.map(ClusterAddress{c, index_, card, 0}.encode(), ClusterAddress::last(c, index_, card, p.cards_per_bus()),
                first_bridge_window + p.link_in(c, card) - first_link);
      }
    }
  }
}

void SeachangeNode::build_gige_side(const Surroundings& around) {
  const SeachangeParameters& p = around.parameters;
  const PciBus::Model model =
      p.bus_model == SeachangeParameters::BusModel::fast ? PciBus::Model::fast : PciBus::Model::reference;
  for (unsigned g = 0; g < p.gige_buses; ++g) {
    const std::string name = indexed("gige_pci", g);
    gige_pci.push_back(
        std::make_unique<PciBus>(name.c_str(), around.domain, pci_config(around, name), model, 1, p.cards_per_bus()));
    gige_bridges[g]->to_pci().socket.bind(gige_pci[g]->device(0));
    for (unsigned i = 0; i < p.cards_per_bus(); ++i) {
      const unsigned card = g * p.cards_per_bus() + i;
      const std::string part = indexed("gige", card);
      cards.push_back(
          std::make_unique<GigeCard>(part.c_str(), around.domain, gige_config(around, part), around.arrivals));
      gige_pci[g]->window(i).bind(cards.back()->socket);
      // A card's memory stands once for each chip that data may come through.
      for (unsigned c = 0; c < p.chips; ++c)
        gige_pci[g]->map(ClusterAddress{c, index_, card, 0}.encode(), ClusterAddress::last(c, index_, card, 1), i);
    }
  }
}

std::vector<Measured*> SeachangeNode::measured() {
  std::vector<Measured*> parts;
  for (auto& raid : raids) parts.push_back(raid.get());
  for (auto* buses : {&raid_pci, &ib_pci, &gige_pci})
    for (auto& bus : *buses) parts.push_back(bus.get());
  for (auto& bridge : raid_bridges) parts.push_back(&bridge->sender(0));
  for (unsigned port = 0; port < fabric_switch->outputs(); ++port) parts.push_back(&fabric_switch->sender(port));
  for (auto& bridge : ib_bridges) {
    for (unsigned l = 0; l < bridge->links_out(); ++l) parts.push_back(&bridge->sender(l));
    parts.push_back(&bridge->to_pci());
  }
  for (auto& chip : chips) {
    for (unsigned port = 0; port + 1 < nodes_; ++port) parts.push_back(&chip->sender(port));
    parts.push_back(&chip->to_pci());
  }
  for (auto& bridge : gige_bridges) parts.push_back(&bridge->to_pci());
  for (auto& card : cards) parts.push_back(card.get());
  return parts;
}

}  // namespace isochron
