// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <vector>

#include <isochron/pcie/credits.h>
#include <isochron/pcie/receive_buffers.h>

namespace isochron {

/// The credits that a sender has for the buffers at the far end, by traffic class and type of packet.
class CreditCounters {
 public:
  CreditCounters() = default;
  /// All `buffers` are free, of each of `classes`.
  CreditCounters(const ReceiveBuffers& buffers, unsigned classes)
      : limited_(buffers.limited()), limits_(limits_of(buffers)), left_(classes, limits_) {}

  /// Any packet may always go.
  bool unlimited() const { return !limited_; }
  /// An empty buffer could hold the packet.
  bool can_ever_hold(const Tlp& tlp) const {
    const Account& limit = limits_[index_of(tlp.type)];
    return !limit.data_counted || Credits::of(tlp).data <= limit.data;
  }
  bool may_go(const Tlp& tlp) const {
    if (!limited_) return true;
    const Account& left = account(tlp.traffic_class, tlp.type);
    return (!left.headers_counted || left.headers >= 1) && (!left.data_counted || left.data >= Credits::of(tlp).data);
  }
  /// The packet, which may go, has begun to leave.
  void consume(const Tlp& tlp) {
    if (!limited_) return;
    Account& left = left_[tlp.traffic_class][index_of(tlp.type)];
    if (left.headers_counted) --left.headers;
    if (left.data_counted) left.data -= Credits::of(tlp).data;
  }
  /// Credits have come back.
  void replenish(unsigned traffic_class, TlpType type, const Credits& credits) {
    if (!limited_) return;
    Account& left = left_[traffic_class][index_of(type)];
    if (left.headers_counted) left.headers += credits.headers;
    if (left.data_counted) left.data += credits.data;
    assert(left.headers <= limits_[index_of(type)].headers && left.data <= limits_[index_of(type)].data);
  }

  /// Headers that may still go; 0 where their number is unlimited.
  std::uint32_t headers_left(unsigned traffic_class, TlpType type) const {
    return account(traffic_class, type).headers;
  }
  /// None is out: an invariant of a link on which nothing happens any more.
  bool all_home() const {
    for (const Accounts& of_class : left_)
      for (const TlpType type : all_tlp_types) {
        const Account& left = of_class[index_of(type)];
        const Account& limit = limits_[index_of(type)];
        if (left.headers != limit.headers || left.data != limit.data) return false;
      }
    return true;
  }

 private:
  struct Account {
    bool headers_counted = false;
    bool data_counted = false;
    std::uint32_t headers = 0;
    std::uint32_t data = 0;
  };
  using Accounts = std::array<Account, tlp_types>;

  static Accounts limits_of(const ReceiveBuffers& buffers) {
    Accounts limits;
    for (const TlpType type : all_tlp_types) {
      const ReceiveBuffers::OfType& one = buffers[type];
      limits[index_of(type)] = {one.headers != 0, one.data != 0, static_cast<std::uint32_t>(one.headers),
                                static_cast<std::uint32_t>(one.data / Credits::unit)};
    }
    return limits;
  }
  const Account& account(unsigned traffic_class, TlpType type) const { return left_[traffic_class][index_of(type)]; }

  bool limited_ = false;
  Accounts limits_{};
  std::vector<Accounts> left_;  ///< by class
};

}  // namespace isochron
