// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include <isochron/core/ring.h>
#include <isochron/pcie/tlp_type.h>
#include <isochron/protocol/tag.h>

namespace isochron {

/// What may overtake what.
enum class OrderingRules : std::uint8_t {
  pcie,     ///< the specification's
  relaxed,  ///< ... and completions pass posted packets, as with the attribute Relaxed Ordering
  fifo      ///< nothing passes anything; it deadlocks, and is there for tests that show it
};

/// The packets of one traffic class that wait for one transmitter, and which of them may go next.
///
/// Rules (PCI Express Base Specification, "Transaction Ordering Rules"): nothing passes a posted packet, except posted
/// and non-posted packets that are there before it; posted packets and completions pass non-posted packets that are
/// blocked; packets of one type stay in order. Of what may go, the packet that came first goes. Each type is a ring, so
/// the heads alone decide.
class OrderingQueue {
 public:
  explicit OrderingQueue(OrderingRules rules = OrderingRules::pcie) : rules_(rules) {}
  /// Other rules, before anything is in it.
  void follow(OrderingRules rules) { rules_ = rules; }

  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  std::size_t size(TlpType type) const { return ring(type).size(); }
  /// The first packet of a type; nullptr: there is none.
  Payload* head(TlpType type) const { return ring(type).empty() ? nullptr : ring(type).front().packet; }

  void push(Payload& packet, TlpType type) {
    ring(type).push({&packet, arrivals_++});
    ++size_;
  }
  Payload& pop(TlpType type) {
    --size_;
    return *ring(type).pop().packet;
  }

  /// Whether a packet may go now, and of which type it is: the first of its ring. `may_go(packet, type)` says whether
  /// the far end has room for a head.
  template <class MayGo>
  bool next(MayGo&& may_go, TlpType& type) const {
    if (size_ == 0) return false;
    if (rules_ == OrderingRules::fifo) {
      type = oldest();
      return may_go(*ring(type).front().packet, type);
    }
    std::uint64_t first = none;
    const std::uint64_t posted = number(TlpType::posted);
    for (const TlpType one : all_tlp_types) {
      const std::uint64_t mine = number(one);
      if (mine >= first) continue;
      const bool held_back = mine > posted && !(one == TlpType::completion && rules_ == OrderingRules::relaxed);
      if (held_back || !may_go(*ring(one).front().packet, one)) continue;
      first = mine;
      type = one;
    }
    return first != none;
  }

  /// The type of the packet that came first; of a queue that is not empty.
  TlpType oldest() const {
    TlpType type = TlpType::posted;
    for (const TlpType one : all_tlp_types)
      if (number(one) < number(type)) type = one;
    return type;
  }

 private:
  static constexpr std::uint64_t none = ~std::uint64_t{0};

  struct Entry {
    Payload* packet = nullptr;
    std::uint64_t number = 0;  ///< of its arrival
  };

  Ring<Entry>& ring(TlpType type) { return rings_[index_of(type)]; }
  const Ring<Entry>& ring(TlpType type) const { return rings_[index_of(type)]; }
  std::uint64_t number(TlpType type) const { return ring(type).empty() ? none : ring(type).front().number; }

  std::array<Ring<Entry>, tlp_types> rings_;
  std::uint64_t arrivals_ = 0;
  std::size_t size_ = 0;
  OrderingRules rules_;
};

}  // namespace isochron
