// SPDX-License-Identifier: Apache-2.0
#include "fabric/tree_oracle.h"

#include <algorithm>
#include <deque>
#include <set>

namespace isochron::testbench {
namespace {

constexpr std::uint64_t never = ~std::uint64_t{0};

/// What bytes take at a rate; what is left of a picosecond counts for the next.
class Pace {
 public:
  explicit Pace(std::uint64_t rate) : rate_(rate) {}
  std::uint64_t of(std::uint64_t bytes) {
    const std::uint64_t work = bytes * 8'000'000'000'000 + left_;  // at most 2000 B
    left_ = work % rate_;
    return work / rate_;
  }

 private:
  std::uint64_t rate_;
  std::uint64_t left_ = 0;
};

struct Packet {
  unsigned source;
  std::uint64_t number;
  std::uint64_t bytes;
};

class Walk {
 public:
  explicit Walk(const TreeCase& tree) : tree_(tree), sink_pace_(std::max<std::uint64_t>(tree.sink_rate, 1)) {
    for (const TreeCase::Node& node : tree.nodes) {
      places_.emplace_back(node);
      places_.back().free.assign(node.buffers, 0);
    }
    for (unsigned i = 1; i < places_.size(); ++i) places_[tree.nodes[i].parent].is_source = false;
    for (Place& place : places_)
      if (place.is_source) place.free.assign(1, 0);
    sink_free_.assign(tree.sink_buffers, 0);
  }

  TreeArrivals run() {
    while (next_instant()) {
      for (unsigned i = 0; i < places_.size(); ++i) finish(i);
      take_at_sink();
      for (unsigned i = 0; i < places_.size(); ++i) make_io(i);
      settle();
    }
    return arrivals_;
  }

 private:
  struct Place {
    explicit Place(const TreeCase::Node& of) : node(of), pace(of.rate) {}
    TreeCase::Node node;
    Pace pace;
    bool is_source = true;
    std::deque<Packet> unmade;  ///< of a source: asked for, not in the port
    unsigned ios = 0;
    std::uint64_t numbers = 0;
    std::deque<Packet> port;
    std::deque<std::uint64_t> free;  ///< buffers, by the time since when they are free; 0: from the beginning
    std::deque<unsigned> waiting;    ///< children that want a buffer
    std::uint64_t credit = never;    ///< when it hears of the buffer that is its own
    std::uint64_t end = never;       ///< of the transfer
    Packet on_link{};
    std::deque<std::pair<std::uint64_t, Packet>> propagated;
    std::deque<std::pair<std::uint64_t, Packet>> delayed;
  };

  std::uint64_t io_time(const Place& place) const {
    if (!place.is_source || place.ios == place.node.ios) return never;
    if (place.node.load == 0) return 0;
    __extension__ typedef unsigned __int128 Wide;
    return static_cast<std::uint64_t>(static_cast<Wide>(place.ios) * place.node.io * 8'000'000'000'000 /
                                      place.node.load);
  }

  bool next_instant() {
    now_ = sink_end_;
    for (const Place& place : places_) {
      now_ = std::min({now_, place.end, place.credit, io_time(place)});
      if (!place.propagated.empty()) now_ = std::min(now_, place.propagated.front().first);
      if (!place.delayed.empty()) now_ = std::min(now_, place.delayed.front().first);
    }
    return now_ != never;
  }

  void finish(unsigned i) {
    Place& place = places_[i];
    if (place.end == now_) {
      place.end = never;
      if (place.node.propagation == 0)
        reach_far_end(i, place.on_link);
      else
        place.propagated.emplace_back(now_ + place.node.propagation, place.on_link);
      if (!place.is_source && tree_.freed_on_arrival) release(i);
      if (!place.port.empty()) asking_.insert(i);
    }
    while (!place.propagated.empty() && place.propagated.front().first == now_) {
      reach_far_end(i, place.propagated.front().second);
      place.propagated.pop_front();
    }
    if (place.credit == now_) {
      place.credit = never;
      start(i);
    }
    while (!place.delayed.empty() && place.delayed.front().first == now_) {
      deliver(i, place.delayed.front().second);
      place.delayed.pop_front();
    }
  }

  void reach_far_end(unsigned i, const Packet& packet) {
    if (places_[i].node.delay == 0)
      deliver(i, packet);
    else
      places_[i].delayed.emplace_back(now_ + places_[i].node.delay, packet);
  }

  /// A buffer that is free since `since` is this one's, and it has asked for it.
  void grant(unsigned i, std::uint64_t since) {
    const std::uint64_t known = since == 0 ? 0 : since + places_[i].node.credit_latency;
    if (known <= now_)
      start(i);
    else
      places_[i].credit = known;
  }

  void deliver(unsigned from, const Packet& packet) {
    if (from == 0) {
      arrivals_.emplace_back(now_, packet.source, packet.number);
      if (tree_.sink_rate == 0) return;
      at_sink_.push_back(packet.bytes);
      if (at_sink_.size() == 1) sink_end_ = now_ + sink_pace_.of(packet.bytes);
      return;
    }
    put(places_[from].node.parent, packet);
  }

  void put(unsigned i, const Packet& packet) {
    places_[i].port.push_back(packet);
    if (places_[i].port.size() == 1 && places_[i].end == never) asking_.insert(i);
  }

  void take_at_sink() {
    if (sink_end_ != now_) return;
    at_sink_.pop_front();
    sink_free_.push_back(now_);
    sink_end_ = at_sink_.empty() ? never : now_ + sink_pace_.of(at_sink_.front());
  }

  void make_io(unsigned i) {
    Place& place = places_[i];
    while (io_time(place) == now_) {
      ++place.ios;
      for (std::uint64_t offset = 0; offset < place.node.io; offset += place.node.message)
        place.unmade.push_back({i, place.numbers++, std::min(place.node.message, place.node.io - offset)});
    }
  }

  void settle() {
    do {
      while (!asking_.empty() || (sink_waited_for_ && !sink_free_.empty())) {
        std::set<unsigned> asking;
        asking.swap(asking_);
        for (const unsigned i : asking) ask(i);
        if (sink_waited_for_ && !sink_free_.empty()) {
          sink_waited_for_ = false;
          sink_free_.pop_front();
          grant(0, now_);
        }
      }
      for (unsigned i = 0; i < places_.size(); ++i) {
        Place& place = places_[i];
        if (!place.is_source || place.free.empty() || place.unmade.empty()) continue;
        place.free.clear();
        move_to_port(i);
      }
    } while (!asking_.empty());
  }

  void move_to_port(unsigned i) {
    const Packet packet = places_[i].unmade.front();
    places_[i].unmade.pop_front();
    put(i, packet);
  }

  void ask(unsigned i) {
    if (i == 0) {
      if (tree_.sink_rate == 0) {
        start(0);
      } else if (!sink_free_.empty()) {
        const std::uint64_t since = sink_free_.front();
        sink_free_.pop_front();
        grant(0, since);
      } else {
        sink_waited_for_ = true;
      }
      return;
    }
    Place& parent = places_[places_[i].node.parent];
    if (parent.free.empty()) {
      parent.waiting.push_back(i);
      return;
    }
    const std::uint64_t since = parent.free.front();
    parent.free.pop_front();
    grant(i, since);
  }

  void start(unsigned i) {
    Place& place = places_[i];
    place.on_link = place.port.front();
    place.port.pop_front();
    place.end = now_ + place.pace.of(place.on_link.bytes);
    if (place.is_source || !tree_.freed_on_arrival) release(i);
  }

  void release(unsigned i) {
    Place& place = places_[i];
    if (place.is_source && !place.unmade.empty()) {
      move_to_port(i);
    } else if (place.waiting.empty()) {
      place.free.push_back(now_);
    } else {
      const unsigned child = place.waiting.front();
      place.waiting.pop_front();
      grant(child, now_);
    }
  }

  const TreeCase& tree_;
  std::vector<Place> places_;
  std::uint64_t now_ = 0;
  std::set<unsigned> asking_;
  Pace sink_pace_;
  std::deque<std::uint64_t> sink_free_;
  bool sink_waited_for_ = false;
  std::deque<std::uint64_t> at_sink_;
  std::uint64_t sink_end_ = never;
  TreeArrivals arrivals_;
};

}  // namespace

TreeArrivals arrivals_in(const TreeCase& tree) {
  return Walk(tree).run();
}

}  // namespace isochron::testbench
