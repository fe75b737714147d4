// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include <isochron/observe/level_over_time.h>
#include <isochron/pcie/ordering_queue.h>
#include <isochron/pcie/round_robin_turns.h>
#include <isochron/pcie/tlp.h>
#include <isochron/pcie/weighted_turns.h>

namespace isochron {

/// How traffic classes share a transmitter.
struct ClassService {
  enum class Serve {
    strict,   ///< the lowest class that can go
    weighted  ///< bytes in proportion to weights
  };

  unsigned classes = 1;  ///< 1 to 8
  Serve serve = Serve::strict;
  std::vector<std::uint64_t> weights{};  ///< by class, for `weighted`
};

/// The packets that wait for a transmitter: for each input that they came by and each traffic class a queue with the
/// ordering rules. Says which packet goes next: first whose class's turn it is, then whose input's.
class TlpQueues {
 public:
  /// Where a packet stands.
  struct Place {
    unsigned input = 0;
    unsigned traffic_class = 0;
    TlpType type = TlpType::posted;
  };

  /// `inputs`: 1 to 64, who take turns: a packet each, or by `input_weights`, one for each, unless it is empty.
  TlpQueues(OrderingRules rules, unsigned inputs, const std::vector<std::uint64_t>& input_weights);

  /// Before anything is in them; one class, unless this is called. Throws ModelError where weights do not fit.
  void serve_classes(const ClassService& service);
  unsigned classes() const { return service_.classes; }

  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  const OrderingQueue& queue(unsigned input, unsigned traffic_class) const { return queues_[at(input, traffic_class)]; }

  void push(Payload& packet, const Tlp& tlp, unsigned input, Time now) {
    queues_[at(input, tlp.traffic_class)].push(packet, tlp.type);
    waiting_[tlp.traffic_class] |= std::uint64_t{1} << input;
    ++size_;
    depth_[index_of(tlp.type)].change(now, 1);
  }
  /// The packet at `place`, the first of its type there, leaves; it takes `bytes` on the link.
  Payload& pop(const Place& place, std::uint64_t bytes, Time now) {
    OrderingQueue& queue = queues_[at(place.input, place.traffic_class)];
    Payload& packet = queue.pop(place.type);
    if (queue.empty()) waiting_[place.traffic_class] &= ~(std::uint64_t{1} << place.input);
    --size_;
    depth_[index_of(place.type)].change(now, -1);
    InputTurns& turns = turns_[place.traffic_class];
    if (turns.weighted)
      turns.weighted->served(place.input, bytes);
    else
      turns.in_turn.served(place.input);
    if (class_turns_) class_turns_->served(place.traffic_class, bytes);
    return packet;
  }

  /// Whether a packet may go now, and which. `may_go(packet, type)`: whether the far end has room for it.
  template <class MayGo>
  bool next(MayGo&& may_go, Place& place) const {
    if (class_turns_) {
      std::uint64_t asking = 0;
      for (unsigned c = 0; c < service_.classes; ++c) asking |= std::uint64_t{waiting_[c] != 0} << c;
      const unsigned chosen = class_turns_->next(asking, [&](unsigned c) { return next_of(c, may_go, place); });
      return chosen != WeightedTurns::none && next_of(chosen, may_go, place);
    }
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
    const auto goes = [&](unsigned input) { return queue(input, traffic_class).next(may_go, place.type); };
    const InputTurns& turns = turns_[traffic_class];
    place.input = turns.weighted ? turns.weighted->next(asking, goes) : turns.in_turn.next(asking, goes);
    place.traffic_class = traffic_class;
    if (place.input == RoundRobinTurns::none) return false;
    // Turns by weights have asked others after the one that they chose.
    return !turns.weighted || goes(place.input);
  }
  void make_queues();

  OrderingRules rules_;
  unsigned inputs_;
  std::vector<std::uint64_t> input_weights_;
  ClassService service_;
  std::vector<OrderingQueue> queues_;       ///< by input, then by class
  std::array<std::uint64_t, 8> waiting_{};  ///< by class: inputs that have packets
  std::vector<InputTurns> turns_;           ///< by class
  std::optional<WeightedTurns> class_turns_;
  std::size_t size_ = 0;
  std::array<LevelOverTime, tlp_types> depth_;
};

}  // namespace isochron
