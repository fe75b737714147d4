// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <isochron/machine/elaborate/netlist.h>
#include <isochron/machine/workload/traffic/flat_traffic.h>

namespace isochron {

/// A size of messages that fills slices of buses and begins seldom: what a part carries of such is the most that it can
/// carry of any.
constexpr std::uint64_t large_message = 1 << 26;

/// Bytes of each message of source number `number` of the traffic; nullopt: there are several sizes.
std::optional<std::uint64_t> size_of_messages(const Netlist& netlist, const FlatTraffic& traffic, std::size_t number);
/// The same of all its sources.
std::optional<std::uint64_t> size_of_messages(const Netlist& netlist, const FlatTraffic& traffic);

/// Seconds at least that the messages of traffic take to cross the links and buses of a machine: for so long they have
/// buffers behind these.
class Transits {
 public:
  explicit Transits(const Netlist& netlist);

  /// Seconds that `messages` of `bytes` together take to cross the part, one after another.
  double across(std::size_t part, double bytes, double messages) const { return across_[part].of(bytes, messages); }
  /// Seconds that they take to come by `connection` into a buffer: across link or bus before it, propagation and
  /// delays, and until the sender knows of the free buffer.
  double into(const FlatConnection& connection, double bytes, double messages) const {
    return into_[connection.from].of(bytes, messages);
  }

 private:
  struct Seconds {
    double byte = 0;     ///< of each
    double message = 0;  ///< of each, beside its bytes

    double of(double bytes, double messages) const { return bytes * byte + messages * message; }
  };

  std::vector<Seconds> across_;  ///< by part
  std::vector<Seconds> into_;    ///< by the part that hands it on
};

}  // namespace isochron
