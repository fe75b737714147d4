// SPDX-License-Identifier: Apache-2.0
#include "cluster_oracle.h"

#include <algorithm>
#include <cstddef>
#include <deque>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <queue>
#include <set>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>

namespace isochron::oracle {
namespace {

using Time = std::uint64_t;
// A sender is a stage with a transmitter of its own: a link, or a device's place on a bus. Its id is its canonical
// index: all links first, then the bus senders, bus by bus and device by device. Every sender but a RAID DMA engine is
// fed by exactly one output port, which therefore has the same id.
using SenderId = unsigned;

constexpr SenderId kCard = std::numeric_limits<SenderId>::max();  // "next port" of the last hop: a GigE card
constexpr unsigned kNone = std::numeric_limits<unsigned>::max();

// A message under way, from the moment a DMA engine takes it from its RAID controller's queue.
struct Packet {
  unsigned controller = 0;   // flat RAID controller index
  std::size_t position = 0;  // in that controller's list
  std::uint64_t bytes = 0;
  std::vector<SenderId> route;    // the engine, then every output port it passes
  std::size_t hop = 0;            // it is at, or being sent by, route[hop]
  std::uint64_t slices_left = 0;  // of the bus it is on
  unsigned card = 0;              // flat index of the GigE card it goes to
  std::uint64_t unit = 0;

  SenderId next_port() const { return hop + 1 < route.size() ? route[hop + 1] : kCard; }
};
using PacketPtr = std::shared_ptr<Packet>;

// A rate as picoseconds a byte, num / den, with the remainder carried from transfer to transfer.
struct Rate {
  std::uint64_t num = 0, den = 1, remainder = 0;

  explicit Rate(std::uint64_t bits_per_s) {
    constexpr std::uint64_t kPsBits = 8000000000000;  // 8 bits a byte times 1e12 ps a second
    const std::uint64_t g = std::gcd(kPsBits, bits_per_s);
    num = kPsBits / g;
    den = bits_per_s / g;
  }

  Time take(std::uint64_t bytes) {
    if (bytes > (std::numeric_limits<std::uint64_t>::max() - remainder) / num) {
      throw std::invalid_argument("oracle: message too long for 64-bit link arithmetic");
    }
    remainder += bytes * num;
    const Time duration = remainder / den;
    remainder %= den;
    return duration;
  }
};

struct Port {
  unsigned free_buffers = 0;
  std::deque<PacketPtr> queue;   // arrived, not yet being sent
  std::deque<SenderId> waiters;  // senders waiting for a buffer of this port, the longest waiter first
};

struct Sender {
  unsigned bus = kNone;         // kNone: a link
  unsigned controller = kNone;  // a DMA engine of this RAID controller (flat index)
  bool busy = false;            // the link is taken, or the device has a message on the bus
  bool waiting = false;         // has asked for a buffer and stands among the waiters of the next port or card
  std::size_t io = 0;           // DMA engines with an I/O of their own: its messages [io, io_end) are left to send
  std::size_t io_end = 0;
  PacketPtr head;     // DMA engines only: the message taken from the controller's queue, until it enters the bus
  PacketPtr sending;  // while busy
};

struct Bus {
  PacketPtr slot;               // has the slot; null: the bus is idle
  std::deque<PacketPtr> turns;  // the other messages with slices left, in the order of their turns
  // For each target socket the messages on the bus that go there, in the order in which they got their buffers: posted
  // writes to one socket complete in this order. (slices_left == 0: done, but held back by an earlier one.)
  std::map<SenderId, std::deque<PacketPtr>> in_order;
};

// The queue of one RAID controller: messages [taken, present) wait in it.
struct Controller {
  std::size_t taken = 0, present = 0;
  std::vector<SenderId> engines;
  std::vector<Time> ready;  // by message: when it enters the queue
};

// A GigE card whose wire has a rate.
struct Card {
  bool taken = false;  // its one buffer
  std::deque<SenderId> waiters;
};

enum class Kind { kLinkEnd, kCardFree, kSliceEnd, kReady };  // in canonical order

struct Event {
  Time time;
  Kind kind;
  unsigned index;  // link, card, bus or RAID controller

  bool operator>(const Event& other) const {
    return std::tie(time, kind, index) > std::tie(other.time, other.kind, other.index);
  }
};

void require(bool condition, const std::string& what) {
  if (!condition) throw std::invalid_argument("oracle: " + what);
}

class Cluster {
 public:
  Cluster(const Config& config, const std::vector<std::vector<Message>>& traffic) : c_(config), traffic_(traffic) {
    check_input();
    build();
  }

  std::vector<std::vector<Time>> run();

 private:
  void check_input() const;

  // Topology.
  void build();
  std::vector<Time> ready_times(const std::vector<Message>& messages) const;
  SenderId add_bus_sender(unsigned bus);
  unsigned links_per_node() const {
    return c_.raid_controllers + c_.gige_buses + 2 * c_.sf_links + c_.chips * (c_.nodes - 1);
  }
  SenderId raid_link(unsigned node, unsigned r) const { return node * links_per_node() + r; }
  SenderId gige_link(unsigned node, unsigned g) const { return raid_link(node, c_.raid_controllers) + g; }
  SenderId link_to_ib(unsigned node, unsigned l) const { return gige_link(node, c_.gige_buses) + l; }
  SenderId link_from_ib(unsigned node, unsigned l) const { return link_to_ib(node, c_.sf_links) + l; }
  SenderId ib_link(unsigned from, unsigned chip, unsigned to) const {
    return link_from_ib(from, c_.sf_links) + chip * (c_.nodes - 1) + (to < from ? to : to - 1);
  }
  std::vector<SenderId> route(SenderId engine, unsigned controller, const Message& message) const;

  // The settling of one instant.
  void on_link_end(SenderId link);
  void on_card_free(unsigned card);
  void on_slice_end(unsigned bus);
  void on_ready(unsigned controller);
  void ask_all();
  void enter_buses();

  // Buffers.
  PacketPtr head_of(SenderId id);
  std::size_t next_message(SenderId id);
  void arrive(const Packet& packet);
  void ask(SenderId id);
  void start(SenderId id);
  void release_buffer(SenderId id);
  void complete(SenderId id);

  // Buses.
  std::uint64_t slices(std::uint64_t bytes) const {
    return bytes / c_.slice_bytes + (bytes % c_.slice_bytes != 0 ? 1 : 0);
  }
  void begin_slice(unsigned bus, Time switching) {
    events_.push({now_ + switching + c_.slice_ps, Kind::kSliceEnd, bus});
  }

  const Config& c_;
  const std::vector<std::vector<Message>>& traffic_;

  std::vector<Sender> senders_;
  std::vector<Port> ports_;  // same index as senders_; those of DMA engines are not used
  std::vector<Rate> rates_;  // of the links
  std::vector<Bus> buses_;
  std::vector<Controller> controllers_;
  std::vector<Card> cards_;
  std::vector<Rate> wires_;                  // of the cards; empty: any rate
  std::map<std::uint64_t, unsigned> parts_;  // of units that are not whole: how many have come
  // Bus senders (and so PCI output ports) by node.
  std::vector<std::vector<SenderId>> bridge_, chip_, gige_bridge_;

  Time now_ = 0;
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
  std::set<SenderId> may_ask_;   // senders whose place was freed or whose queue grew in this instant
  std::set<SenderId> entering_;  // bus senders that were granted entry in this instant
  std::vector<std::vector<Time>> delivered_;
  std::size_t undelivered_ = 0;
};

void Cluster::check_input() const {
  require(c_.nodes > 0 && c_.raid_controllers > 0 && c_.dma_engines > 0,
          "nodes, RAID controllers, engines must be > 0");
  require(c_.gige_buses > 0 && c_.gige_cards > 0 && c_.gige_cards % c_.gige_buses == 0,
          "gige_buses must divide gige_cards");
  require(c_.buffers_per_port > 0, "buffers_per_port must be > 0");
  require(c_.chips > 0 && c_.bridges > 0, "chips and bridges must be > 0");
  require(c_.sf_links > 0 && c_.sf_links % c_.bridges == 0, "bridges must divide sf_links");
  require(c_.pci_buses == 1 || (c_.pci_buses == 2 && c_.bridges == 2 && c_.chips == 2),
          "pci_buses must be 1, or 2 with two bridges and two chips");
  require(c_.slice_bytes > 0 && c_.slice_ps > 0, "slice must be > 0");
  require(c_.parts > 0, "parts must be > 0");
  require(c_.sf_bits_per_s > 0 && c_.ib_bits_per_s > 0, "link rates must be > 0");
  require(traffic_.size() == std::size_t{c_.nodes} * c_.raid_controllers, "one message list for each RAID controller");
  for (std::size_t i = 0; i < traffic_.size(); ++i) {
    Time previous = 0;
    std::uint64_t io = 0;
    for (const Message& m : traffic_[i]) {
      require(m.ready_ps >= previous, "ready_ps must not decrease");
      require(&m == &traffic_[i].front() || m.io != io || m.ready_ps == previous, "an I/O is ready at one time");
      io = m.io;
      require(m.node < c_.nodes && m.card < c_.gige_cards, "no such destination");
      require(m.node == i / c_.raid_controllers || m.chip < c_.chips, "no such chip");
      require(m.bytes > 0, "empty message");
      previous = m.ready_ps;
    }
  }
}

SenderId Cluster::add_bus_sender(unsigned bus) {
  senders_.emplace_back();
  senders_.back().bus = bus;
  return static_cast<SenderId>(senders_.size() - 1);
}

void Cluster::build() {
  senders_.resize(std::size_t{c_.nodes} * links_per_node());
  for (unsigned node = 0; node < c_.nodes; ++node) {
    for (unsigned i = 0; i < links_per_node(); ++i) {
      const bool star_fabric = i < c_.raid_controllers + c_.gige_buses + 2 * c_.sf_links;
      rates_.emplace_back(star_fabric ? c_.sf_bits_per_s : c_.ib_bits_per_s);
    }
  }

  unsigned bus = 0;  // node by node; RAID buses, InfiniBand-side buses, GigE buses
  controllers_.resize(traffic_.size());
  bridge_.assign(c_.nodes, std::vector<SenderId>(c_.bridges));
  chip_.assign(c_.nodes, std::vector<SenderId>(c_.chips));
  gige_bridge_.assign(c_.nodes, std::vector<SenderId>(c_.gige_buses));
  for (unsigned node = 0; node < c_.nodes; ++node) {
    for (unsigned r = 0; r < c_.raid_controllers; ++r, ++bus) {
      const unsigned controller = node * c_.raid_controllers + r;
      for (unsigned engine = 0; engine < c_.dma_engines; ++engine) {
        const SenderId id = add_bus_sender(bus);
        senders_[id].controller = controller;
        controllers_[controller].engines.push_back(id);
      }
    }
    for (unsigned i = 0; i < c_.pci_buses; ++i, ++bus) {
      for (unsigned b = 0; b < c_.bridges; ++b) {
        if (b % c_.pci_buses == i) bridge_[node][b] = add_bus_sender(bus);
      }
      for (unsigned chip = 0; chip < c_.chips; ++chip) {
        if (chip % c_.pci_buses == i) chip_[node][chip] = add_bus_sender(bus);
      }
    }
    for (unsigned g = 0; g < c_.gige_buses; ++g, ++bus) gige_bridge_[node][g] = add_bus_sender(bus);
  }
  buses_.resize(bus);
  ports_.resize(senders_.size());
  for (Port& port : ports_) port.free_buffers = c_.buffers_per_port;
  cards_.resize(std::size_t{c_.nodes} * c_.gige_cards);
  if (c_.gige_bits_per_s > 0) wires_.assign(cards_.size(), Rate(c_.gige_bits_per_s));
  for (std::size_t i = 0; i < traffic_.size(); ++i) controllers_[i].ready = ready_times(traffic_[i]);
}

// When the messages of a RAID controller enter its queue: its disks let one I/O pass after the other.
std::vector<Time> Cluster::ready_times(const std::vector<Message>& messages) const {
  std::vector<Time> ready;
  for (const Message& m : messages) ready.push_back(m.ready_ps);
  if (c_.disk_bits_per_s == 0) return ready;
  Rate rate(c_.disk_bits_per_s);
  Time free = 0;
  for (std::size_t first = 0; first < messages.size();) {
    std::size_t end = first;
    std::uint64_t bytes = 0;
    while (end < messages.size() && messages[end].io == messages[first].io) bytes += messages[end++].bytes;
    free = std::max(free, messages[first].ready_ps) + rate.take(bytes);
    for (; first < end; ++first) ready[first] = free;
  }
  return ready;
}

std::vector<SenderId> Cluster::route(SenderId engine, unsigned controller, const Message& message) const {
  const unsigned source = controller / c_.raid_controllers;
  const unsigned r = controller % c_.raid_controllers;
  const unsigned g = message.card / (c_.gige_cards / c_.gige_buses);
  const unsigned links_per_bridge = c_.sf_links / c_.bridges;

  std::vector<SenderId> path{engine, raid_link(source, r)};
  if (message.node != source) {
    const bool paired = c_.bridges == c_.chips;
    const unsigned out = paired ? message.chip : r % c_.bridges;
    const unsigned in = paired ? message.chip : g % c_.bridges;
    path.push_back(link_to_ib(source, out * links_per_bridge + r % links_per_bridge));
    path.push_back(bridge_[source][out]);
    path.push_back(ib_link(source, message.chip, message.node));
    path.push_back(chip_[message.node][message.chip]);
    path.push_back(link_from_ib(message.node, in * links_per_bridge + g % links_per_bridge));
  }
  path.push_back(gige_link(message.node, g));
  path.push_back(gige_bridge_[message.node][g]);
  return path;
}

std::vector<std::vector<Time>> Cluster::run() {
  for (unsigned i = 0; i < traffic_.size(); ++i) {
    delivered_.emplace_back(traffic_[i].size(), 0);
    undelivered_ += traffic_[i].size();
    if (!traffic_[i].empty()) events_.push({controllers_[i].ready.front(), Kind::kReady, i});
  }

  const auto next = [this](bool ready) {
    return !events_.empty() && events_.top().time == now_ && (events_.top().kind == Kind::kReady) == ready;
  };
  while (!events_.empty()) {
    now_ = events_.top().time;
    // (1) Completions and slice boundaries, in canonical order of the resource, and (3) the requests they give rise to.
    while (next(false)) {
      const Event event = events_.top();
      events_.pop();
      if (event.kind == Kind::kLinkEnd) {
        on_link_end(event.index);
      } else if (event.kind == Kind::kCardFree) {
        on_card_free(event.index);
      } else {
        on_slice_end(event.index);
      }
    }
    ask_all();
    // (2) Messages that become ready, and (3) the requests they give rise to.
    while (next(true)) {
      const Event event = events_.top();
      events_.pop();
      on_ready(event.index);
    }
    ask_all();
    // (4) The messages granted entry to a bus in this instant enter it.
    enter_buses();
  }

  if (undelivered_ != 0) {
    throw std::runtime_error("oracle: deadlock, " + std::to_string(undelivered_) + " messages not delivered");
  }
  return std::move(delivered_);
}

void Cluster::on_link_end(SenderId link) {
  complete(link);
}

// The buffer goes to the longest waiter, which starts at once.
void Cluster::on_card_free(unsigned index) {
  Card& card = cards_[index];
  card.taken = !card.waiters.empty();
  if (!card.taken) return;
  const SenderId waiter = card.waiters.front();
  card.waiters.pop_front();
  start(waiter);
}

void Cluster::on_slice_end(unsigned index) {
  Bus& bus = buses_[index];
  const PacketPtr packet = bus.slot;
  --packet->slices_left;
  const bool done = packet->slices_left == 0;

  // Who takes the next slot? Messages that enter at this very instant do so later and have no say in it.
  if (!done && (c_.switch_per_message || bus.turns.empty())) {
    begin_slice(index, 0);  // the same message goes on
  } else if (!bus.turns.empty()) {
    if (!done) bus.turns.push_back(packet);
    bus.slot = bus.turns.front();
    bus.turns.pop_front();
    begin_slice(index, c_.switch_ps);
  } else {
    bus.slot = nullptr;  // idle
  }

  if (!done) return;
  // Posted writes to one socket complete in the order of their grants: perhaps not this one yet, perhaps more than one.
  std::deque<PacketPtr>& same_socket = bus.in_order[packet->next_port()];
  while (!same_socket.empty() && same_socket.front()->slices_left == 0) {
    const PacketPtr first = same_socket.front();
    same_socket.pop_front();
    complete(first->route[first->hop]);
  }
}

void Cluster::on_ready(unsigned index) {
  Controller& controller = controllers_[index];
  const std::vector<Time>& ready = controller.ready;
  while (controller.present < ready.size() && ready[controller.present] <= now_) ++controller.present;
  if (controller.present < ready.size()) events_.push({ready[controller.present], Kind::kReady, index});
  may_ask_.insert(controller.engines.begin(), controller.engines.end());
}

void Cluster::ask_all() {
  for (const SenderId id : may_ask_) ask(id);  // ascending; nothing below ask() adds to the set
  may_ask_.clear();
}

// The message at the head of a sender's queue, null if there is none. An engine takes it from its controller's queue.
PacketPtr Cluster::head_of(SenderId id) {
  Sender& sender = senders_[id];
  if (sender.controller == kNone) return ports_[id].queue.empty() ? nullptr : ports_[id].queue.front();

  if (!sender.head) {
    const std::size_t position = next_message(id);
    const std::vector<Message>& messages = traffic_[sender.controller];
    if (position == messages.size()) return nullptr;
    const Message& message = messages[position];
    sender.head = std::make_shared<Packet>();
    sender.head->controller = sender.controller;
    sender.head->position = position;
    sender.head->bytes = message.bytes;
    sender.head->route = route(id, sender.controller, message);
    sender.head->card = message.node * c_.gige_cards + message.card;
    sender.head->unit = message.unit;
  }
  return sender.head;
}

// Takes the message that a DMA engine sends next out of its controller's queue; the number of messages if there is
// none.
std::size_t Cluster::next_message(SenderId id) {
  Sender& engine = senders_[id];
  Controller& controller = controllers_[engine.controller];
  const std::vector<Message>& messages = traffic_[engine.controller];
  if (c_.io_an_engine && engine.io < engine.io_end) return engine.io++;
  if (controller.taken == controller.present) return messages.size();
  const std::size_t first = controller.taken++;
  if (c_.io_an_engine) {
    while (controller.taken < controller.present && messages[controller.taken].io == messages[first].io)
      ++controller.taken;
    engine.io = first + 1;
    engine.io_end = controller.taken;
  }
  return first;
}

// If the sender's place is free and it has a message, ask for a buffer of the message's next port.
void Cluster::ask(SenderId id) {
  Sender& sender = senders_[id];
  if (sender.busy || sender.waiting) return;
  const PacketPtr head = head_of(id);
  if (!head) return;

  if (head->next_port() != kCard) {
    Port& port = ports_[head->next_port()];
    if (port.free_buffers == 0) {
      sender.waiting = true;
      port.waiters.push_back(id);
      return;
    }
    --port.free_buffers;  // nobody waits while a buffer is free: see release_buffer()
  } else if (!wires_.empty()) {
    Card& card = cards_[head->card];
    if (card.taken) {
      sender.waiting = true;
      card.waiters.push_back(id);
      return;
    }
    card.taken = true;
  }
  start(id);
}

// The sender has its place and the buffer: its head is sent.
void Cluster::start(SenderId id) {
  Sender& sender = senders_[id];
  sender.waiting = false;
  sender.busy = true;
  sender.sending = head_of(id);
  if (sender.controller != kNone) {
    sender.head = nullptr;
  } else {
    ports_[id].queue.pop_front();
  }

  if (sender.bus == kNone) {
    events_.push({now_ + rates_[id].take(sender.sending->bytes), Kind::kLinkEnd, id});
  } else {
    sender.sending->slices_left = slices(sender.sending->bytes);
    buses_[sender.bus].in_order[sender.sending->next_port()].push_back(sender.sending);
    entering_.insert(id);
  }
  if (!c_.freed_on_arrival) release_buffer(id);
}

// A buffer of the port that feeds the sender is freed; it goes to the longest waiter, which starts at once.
void Cluster::release_buffer(SenderId id) {
  if (senders_[id].controller != kNone) return;  // a RAID controller's queue is not made of buffers
  Port& port = ports_[id];
  if (port.waiters.empty()) {
    ++port.free_buffers;
    return;
  }
  const SenderId waiter = port.waiters.front();
  port.waiters.pop_front();
  start(waiter);
}

// The sender's transfer ends: deliver, free.
void Cluster::complete(SenderId id) {
  Sender& sender = senders_[id];
  const PacketPtr packet = std::move(sender.sending);
  sender.sending = nullptr;
  sender.busy = false;
  may_ask_.insert(id);

  const SenderId next = packet->next_port();
  if (next == kCard) {
    delivered_[packet->controller][packet->position] = now_;
    --undelivered_;
    arrive(*packet);
  } else {
    ++packet->hop;
    ports_[next].queue.push_back(packet);
    may_ask_.insert(next);
  }
  if (c_.freed_on_arrival) release_buffer(id);
}

// A card with a rate sends the message on, unless it is a part of a unit that is not whole yet; then it is free again.
void Cluster::arrive(const Packet& packet) {
  if (wires_.empty()) return;
  const bool goes_on = packet.unit == 0 || ++parts_[packet.unit] % c_.parts == 0;
  events_.push({now_ + (goes_on ? wires_[packet.card].take(packet.bytes) : 0), Kind::kCardFree, packet.card});
}

void Cluster::enter_buses() {
  for (const SenderId id : entering_) {  // bus by bus, ascending device index
    Bus& bus = buses_[senders_[id].bus];
    if (bus.slot) {
      bus.turns.push_back(senders_[id].sending);
    } else {
      bus.slot = senders_[id].sending;
      begin_slice(senders_[id].bus, 0);  // the bus was idle: no switch
    }
  }
  entering_.clear();
}

}  // namespace

std::vector<std::vector<std::uint64_t>> simulate(const Config& config,
                                                 const std::vector<std::vector<Message>>& traffic) {
  return Cluster(config, traffic).run();
}

}  // namespace isochron::oracle
