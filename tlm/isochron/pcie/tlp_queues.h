// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include <isochron/core/class_turns.h>
#include <isochron/core/weighted_turns.h>
#include <isochron/observe/level_over_time.h>
#include <isochron/pcie/ordering_queue.h>
#include <isochron/pcie/round_robin_turns.h>
#include <isochron/pcie/tlp.h>
#include <isochron/pcie/tlp_size.h>

namespace isochron {

/// The packets that wait for a transmitter: for each input that they came by and each traffic class a queue with the
/// ordering rules. Says which packet goes next: first whose class's turn it is, then whose input's.
class TlpQueues {
 public:
  /// Where a packet stands.
  struct Place {
    unsigned input = 0;
    unsigned traffic_class = 0;
    TlpType type = TlpType::posted;
    // How turns by weights came to it:
    std::uint64_t inputs = 0;  ///< of its class that could go
    std::uint64_t input_rounds = 0;
    std::uint64_t classes = 0;  ///< that could go
    std::uint64_t class_rounds = 0;
  };

  /// `inputs`: 1 to 64, who take turns: a packet each, or by `input_weights`, one for each, unless it is empty.
  TlpQueues(OrderingRules rules, unsigned inputs, const std::vector<std::uint64_t>& input_weights);

  /// Before anything is in them; one class, unless this is called. Throws ModelError where weights do not fit.
  void serve_classes(const ClassService& service);
  unsigned classes() const { return service_.classes; }
  /// What weights share: bytes on the link, from now on; before that, bytes of data.
  void measure(const TlpSize& size) { size_of_ = size; }

  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  const OrderingQueue& queue(unsigned input, unsigned traffic_class) const { return queues_[at(input, traffic_class)]; }

  void push(Payload& packet, const Tlp& tlp, unsigned input, Time now) {
    queues_[at(input, tlp.traffic_class)].push(packet, tlp.type);
    waiting_[tlp.traffic_class] |= std::uint64_t{1} << input;
    ++size_;
    depth_[index_of(tlp.type)].change(now, 1);
  }
  /// The packet at `place`, where next() found it, leaves.
  Payload& pop(const Place& place, Time now) {
    OrderingQueue& queue = queues_[at(place.input, place.traffic_class)];
    InputTurns& turns = turns_[place.traffic_class];
    if (turns.weighted)
      turns.weighted->take({place.input, place.input_rounds}, cost_at(place), place.inputs,
                           waiting_[place.traffic_class]);
    else
      turns.in_turn.served(place.input);
    if (class_turns_)
      class_turns_->take({place.traffic_class, place.class_rounds}, cost_at(place), place.classes, classes_waiting());
    Payload& packet = queue.pop(place.type);
    if (queue.empty()) waiting_[place.traffic_class] &= ~(std::uint64_t{1} << place.input);
    --size_;
    depth_[index_of(place.type)].change(now, -1);
    return packet;
  }

  /// Whether a packet may go now, and which. `may_go(packet, type)`: whether the far end has room for it.
  template <class MayGo>
  bool next(MayGo&& may_go, Place& place) const {
    if (class_turns_) return next_by_weight(may_go, place);
    for (unsigned c = 0; c < service_.classes; ++c)
      if (next_of(c, may_go, place)) return true;
    return false;
  }

  /// Calls `see(packet, type)` for the first packet of each type in each queue.
  template <class See>
  void for_each_head(See&& see) const {
    for (unsigned c = 0; c < service_.classes; ++c)
      for (std::uint64_t left = waiting_[c]; left != 0; left &= left - 1) {
        const OrderingQueue& one = queue(static_cast<unsigned>(__builtin_ctzll(left)), c);
        for (const TlpType type : all_tlp_types)
          if (const Payload* const head = one.head(type)) see(*head, type);
      }
  }

  const LevelOverTime& depth(TlpType type) const { return depth_[index_of(type)]; }
  void start_window(Time now) {
    for (LevelOverTime& one : depth_) one.start_window(now);
  }

 private:
  struct InputTurns {
    RoundRobinTurns in_turn;
    std::optional<WeightedTurns> weighted;
  };

  std::size_t at(unsigned input, unsigned traffic_class) const { return input * service_.classes + traffic_class; }

  template <class MayGo>
  bool next_of(unsigned traffic_class, MayGo& may_go, Place& place) const {
    const std::uint64_t asking = waiting_[traffic_class];
    if (asking == 0) return false;
    place.traffic_class = traffic_class;
    const InputTurns& turns = turns_[traffic_class];
    if (!turns.weighted) {
      place.input = turns.in_turn.next(
          asking, [&](unsigned input) { return queue(input, traffic_class).next(may_go, place.type); });
      return place.input != RoundRobinTurns::none;
    }
    std::array<TlpType, WeightedTurns::none> types{};
    place.inputs = 0;
    for (std::uint64_t left = asking; left != 0; left &= left - 1) {
      const auto input = static_cast<unsigned>(__builtin_ctzll(left));
      if (queue(input, traffic_class).next(may_go, types[input])) place.inputs |= std::uint64_t{1} << input;
    }
    const WeightedTurns::Turn turn = turns.weighted->next(
        place.inputs, [&](unsigned input) { return cost_of(*queue(input, traffic_class).head(types[input])); });
    if (turn.number == WeightedTurns::none) return false;
    place.input = turn.number;
    place.input_rounds = turn.rounds;
    place.type = types[turn.number];
    return true;
  }
  template <class MayGo>
  bool next_by_weight(MayGo& may_go, Place& place) const {
    std::array<Place, most_classes> places;
    std::uint64_t ready = 0;
    for (unsigned c = 0; c < service_.classes; ++c)
      if (next_of(c, may_go, places[c])) ready |= std::uint64_t{1} << c;
    const WeightedTurns::Turn turn = class_turns_->next(ready, [&](unsigned c) { return cost_at(places[c]); });
    if (turn.number == WeightedTurns::none) return false;
    place = places[turn.number];
    place.classes = ready;
    place.class_rounds = turn.rounds;
    return true;
  }
  std::uint64_t cost_of(const Payload& packet) const {
    const Tlp tlp = Tlp::of(packet);
    return size_of_ ? size_of_->bytes(tlp) : tlp.data;
  }
  std::uint64_t cost_at(const Place& place) const {
    return cost_of(*queue(place.input, place.traffic_class).head(place.type));
  }
  std::uint64_t classes_waiting() const {
    std::uint64_t found = 0;
    for (unsigned c = 0; c < service_.classes; ++c) found |= std::uint64_t{waiting_[c] != 0} << c;
    return found;
  }
  void make_queues();

  OrderingRules rules_;
  unsigned inputs_;
  std::vector<std::uint64_t> input_weights_;
  ClassService service_;
  std::vector<OrderingQueue> queues_;                  ///< by input, then by class
  std::array<std::uint64_t, most_classes> waiting_{};  ///< by class: inputs that have packets
  std::vector<InputTurns> turns_;                      ///< by class
  std::optional<WeightedTurns> class_turns_;
  std::optional<TlpSize> size_of_;
  std::size_t size_ = 0;
  std::array<LevelOverTime, tlp_types> depth_;
};

}  // namespace isochron
