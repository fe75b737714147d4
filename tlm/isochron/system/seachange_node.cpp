// SPDX-License-Identifier: Apache-2.0
#include <isochron/system/seachange_node.h>

#include <array>

#include <isochron/part/indexed.h>
#include <isochron/system/cluster_address.h>
#include <isochron/system/destination_policies.h>

namespace isochron {

/// The SG1010's decision: own node to the GigE bridge of the card, others to the link towards the message's chip.
class SeachangeNode::SwitchRouter final : public Router {
 public:
  SwitchRouter(const SeachangeParameters& parameters, unsigned node)
      : node_(node), cards_per_bus_(parameters.cards_per_bus()) {
    lanes_ = static_cast<unsigned>(parameters.raid_controllers);
    for (unsigned chip = 0; chip < parameters.chips; ++chip)
      for (unsigned lane = 0; lane < lanes_; ++lane)
        to_ib_[chip * lanes_ + lane] = static_cast<unsigned>(parameters.gige_buses) + parameters.link_out(chip, lane);
  }

  /// Before the first message.
  void connect(Sg1010Switch& fabric_switch) {
    for (unsigned port = 0; port < fabric_switch.outputs(); ++port) ports_[port] = &fabric_switch.sender(port);
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
};

SeachangeNode::SeachangeNode(const SeachangeParameters& parameters, const BuildContext* around, unsigned index)
    : p_(parameters), around_(around), index_(index), nodes_(static_cast<unsigned>(parameters.nodes)) {}

SeachangeNode::~SeachangeNode() = default;

std::string SeachangeNode::ib_link(unsigned chip, unsigned other) {
  return indexed(indexed("ib_link", chip), other);
}

void SeachangeNode::assemble(Assembly& machine) {
  add_bridges_and_links(machine);
  add_raids(machine);
  add_ib_side(machine);
  add_gige_side(machine);
}

void SeachangeNode::add_bridge(Assembly& machine, const std::string& name, unsigned links_out, unsigned links_in) {
  machine.add<Sg2010Bridge>(name, links_out, links_in, static_cast<unsigned>(p_.buffers_per_port), p_.buffer_freed);
}

PciBus* SeachangeNode::add_pci(Assembly& machine, const std::string& name, unsigned devices, unsigned windows) {
  PciConfig config = p_.pci;
  machine.configure(name, config.parameters());
  const bool fast = p_.bus_model == SeachangeParameters::BusModel::fast;
  return machine.add<PciBus>(name, config, fast ? PciBus::Model::fast : PciBus::Model::reference, devices, windows);
}

template <class Link>
void SeachangeNode::add_link(Assembly& machine, const std::string& name, std::uint64_t rate) {
  ParameterTable table;
  table.data_rate("rate", rate, {8, 1'000'000'000'000}, "payload rate");
  machine.configure(name, table);
  machine.add<Link>(name, rate);
}

void SeachangeNode::add_bridges_and_links(Assembly& machine) {
  const unsigned buffers = static_cast<unsigned>(p_.buffers_per_port);
  const unsigned gige_buses = static_cast<unsigned>(p_.gige_buses);
  const unsigned raids_here = static_cast<unsigned>(p_.raid_controllers);
  const unsigned links = static_cast<unsigned>(p_.sf_links);
  const unsigned per_bridge = p_.links_per_bridge();

  // Senders first, in canonical order: RAID bridges, switch (GigE, InfiniBand side), InfiniBand-side bridges, chips.
  for (unsigned r = 0; r < raids_here; ++r) add_bridge(machine, indexed("raid_bridge", r), 1, 0);
  machine.part<Sg1010Switch>("switch", [&](const char* part) {
    router_ = std::make_unique<SwitchRouter>(p_, index_);
    auto fabric_switch = std::make_unique<Sg1010Switch>(part, machine.domain(), gige_buses + links, raids_here + links,
                                                        *router_, buffers, p_.buffer_freed);
    router_->connect(*fabric_switch);
    return fabric_switch;
  });
  for (unsigned b = 0; b < p_.bridges; ++b) add_bridge(machine, indexed("ib_bridge", b), per_bridge, per_bridge);
  for (unsigned c = 0; c < p_.chips; ++c)
    machine.add<InfiniBandChip>(indexed("chip", c), nodes_ - 1, buffers, p_.buffer_freed);
  for (unsigned g = 0; g < gige_buses; ++g) add_bridge(machine, indexed("gige_bridge", g), 0, 1);

  const auto join = [&](const std::string& name, const std::string& from, unsigned output, const std::string& to,
                        unsigned input) {
    add_link<StarFabricLink>(machine, name, p_.starfabric_rate);
    machine.connect(from + indexed(".link_out", output), name + ".in");
    machine.connect(name + ".out", to + indexed(".link_in", input));
  };
  for (unsigned r = 0; r < raids_here; ++r) join(indexed("sf_raid", r), indexed("raid_bridge", r), 0, "switch", r);
  for (unsigned g = 0; g < gige_buses; ++g) join(indexed("sf_gige", g), "switch", g, indexed("gige_bridge", g), 0);
  for (unsigned l = 0; l < links; ++l)
    join(indexed("sf_to_ib_side", l), "switch", gige_buses + l, indexed("ib_bridge", l / per_bridge), l % per_bridge);
  for (unsigned l = 0; l < links; ++l)
    join(indexed("sf_from_ib_side", l), indexed("ib_bridge", l / per_bridge), l % per_bridge, "switch", raids_here + l);

  for (unsigned c = 0; c < p_.chips; ++c)
    for (unsigned port = 0; port + 1 < nodes_; ++port) {
      const std::string link = ib_link(c, node_at(index_, port));
      add_link<InfiniBandLink>(machine, link, p_.infiniband_rate);
      machine.connect(indexed("chip", c) + indexed(".link_out", port), link + ".in");
    }
}

RaidController::Workload SeachangeNode::workload() const {
  const SeachangeParameters::Load load = p_.load();
  RaidController::Workload workload;
  workload.bits_per_second = load.bits_per_second;
  workload.interval_numerator = load.controllers * load.scale_denominator;
  workload.interval_denominator = load.scale_numerator;
  workload.lost_units = p_.lost_units();
  workload.io_limit = around_->io_limit;
  workload.seed = around_->seed;
  workload.off = p_.failed(index_);
  return workload;
}

void SeachangeNode::add_raids(Assembly& machine) {
  for (unsigned r = 0; r < p_.raid_controllers; ++r) {
    const std::string raid = indexed("raid", r), bus = indexed("raid_pci", r), bridge = indexed("raid_bridge", r);
    RaidController::Config config = p_.raid;
    ParameterTable table = config.parameters();
    table.check([&config, this]() -> std::vector<ParameterProblem> {
      if (config.message <= p_.raid.message) return {};
      return {{"message",
               "a message of " + std::to_string(config.message) + " B is larger than the machine's of " +
                   std::to_string(p_.raid.message) + " B",
               "make it at most the machine's `message`",
               {"message"},
               {{"message", p_.raid.message}}}};
    });
    machine.configure(raid, table);
    const unsigned engines = static_cast<unsigned>(config.dma_engines);
    for (unsigned e = 0; e < engines; ++e)
      machine.configure(raid + "." + indexed("dma", e), config.dma.at(e).parameters());

    RaidController* const controller = machine.part<RaidController>(raid, [&](const char* part) {
      const unsigned number = index_ * static_cast<unsigned>(p_.raid_controllers) + r;
      auto addressing = [&p = p_, source = index_, r](const Destination& to) {
        const ClusterEndpoint card = ClusterEndpoint::decode(to.endpoint);
        return ClusterAddress{p.chip_for(source, card.node, r), card.node, card.card, r}.encode();
      };
      return std::make_unique<RaidController>(part, machine.domain(), config, workload(),
                                              make_destination_policy(p_, around_->seed, index_, r, number), addressing,
                                              around_->departures, number);
    });
    if (controller != nullptr) raids_.push_back(controller);
    PciBus* const pci = add_pci(machine, bus, engines, 1);
    if (pci != nullptr) pci->map(0, ~std::uint64_t{0}, 0);
    for (unsigned e = 0; e < engines; ++e) {
      machine.place(raid + "." + indexed("dma", e), DmaEngineConfig::type);
      machine.connect(raid + "." + indexed("dma", e), bus + indexed(".device", e));
    }
    machine.connect(bus + ".window[0]", bridge + ".window[0]");
  }
}

void SeachangeNode::add_ib_side(Assembly& machine) {
  const unsigned per_bridge = p_.links_per_bridge();
  const unsigned remote = nodes_ - 1;
  const unsigned buses = static_cast<unsigned>(p_.ib_pci_buses), bridges = static_cast<unsigned>(p_.bridges);
  for (unsigned number = 0; number < buses; ++number) {
    const std::string bus = indexed("ib_pci", number);
    const unsigned bridges_here = bridges / buses, chips_here = static_cast<unsigned>(p_.chips) / buses;
    PciBus* const pci =
        add_pci(machine, bus, bridges_here + chips_here, chips_here * remote + bridges_here * per_bridge);
    const auto map = [pci](std::uint64_t first, std::uint64_t last, unsigned window) {
      if (pci != nullptr) pci->map(first, last, window);
    };
    for (unsigned b = 0; b < bridges; ++b)
      if (ib_bus_of(b) == number)
        machine.connect(indexed("ib_bridge", b) + ".pci_out", bus + indexed(".device", ib_device_of_bridge(b)));
    unsigned window = 0;
    for (unsigned c = 0; c < p_.chips; ++c) {
      if (ib_bus_of(c) != number) continue;
      const std::string chip = indexed("chip", c);
      for (unsigned port = 0; port < remote; ++port) {
        const unsigned other = node_at(index_, port);
        machine.connect(bus + indexed(".window", window), chip + indexed(".window", port));
        map(ClusterAddress{c, other, 0, 0}.encode(), ClusterAddress{c, other + 1, 0, 0}.encode() - 1, window++);
      }
      machine.connect(chip + ".pci_out", bus + indexed(".device", ib_device_of_chip(c)));
    }
    const unsigned first_bridge_window = window;
    for (unsigned b = 0; b < bridges; ++b)
      for (unsigned l = 0; l < per_bridge && ib_bus_of(b) == number; ++l)
        machine.connect(bus + indexed(".window", window++), indexed("ib_bridge", b) + indexed(".window", l));
    const unsigned first_link = buses == 1 ? 0 : number * per_bridge;
    for (unsigned c = 0; c < p_.chips; ++c)
      for (unsigned g = 0; g < p_.gige_buses && ib_bus_of(c) == number; ++g) {
        const unsigned card = g * p_.cards_per_bus();
        map(ClusterAddress{c, index_, card, 0}.encode(), ClusterAddress::last(c, index_, card, p_.cards_per_bus()),
            first_bridge_window + p_.link_in(c, card) - first_link);
      }
  }
}

void SeachangeNode::add_gige_side(Assembly& machine) {
  for (unsigned g = 0; g < p_.gige_buses; ++g) {
    const std::string bus = indexed("gige_pci", g);
    PciBus* const pci = add_pci(machine, bus, 1, p_.cards_per_bus());
    machine.connect(indexed("gige_bridge", g) + ".pci_out", bus + ".device[0]");
    for (unsigned i = 0; i < p_.cards_per_bus(); ++i) {
      const unsigned number = g * p_.cards_per_bus() + i;
      const std::string name = indexed("gige", number);
      GigeCard::Config config = p_.gige;
      machine.configure(name, config.parameters());
      GigeCard* const card = machine.part<GigeCard>(name, [&](const char* part) {
        return std::make_unique<GigeCard>(part, machine.domain(), config, around_->arrivals);
      });
      machine.connect(bus + indexed(".window", i), name + ".socket");
      if (card == nullptr) continue;
      cards_.push_back(card);
      // A card's memory stands once for each chip that data may come through.
      for (unsigned c = 0; c < p_.chips; ++c)
        pci->map(ClusterAddress{c, index_, number, 0}.encode(), ClusterAddress::last(c, index_, number, 1), i);
    }
  }
}

}  // namespace isochron
