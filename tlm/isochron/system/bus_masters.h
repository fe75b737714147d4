// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <isochron/bus/fifo_bus.h>
#include <isochron/part/assembly.h>

namespace isochron {

/// A master of a bus whose transfers have rates of their own.
struct BusMaster {
  std::string port;
  RatedTransfers::Rates rates;
};

/// A bus for these masters, in this order, as a part of `machine`; see FifoBus for `packet` and `windows`. The result
/// is null where it is only planned.
FifoBus* add_bus(Assembly& machine, const std::string& name, const std::vector<BusMaster>& masters,
                 std::uint64_t packet, unsigned windows, Arbitration arbitration = Arbitration::first_come);
/// Joins them to the bus, once all of them are there.
void connect_masters(Assembly& machine, const std::string& bus, const std::vector<BusMaster>& masters);

/// One rate in both directions, of bit/s.
RatedTransfers::Rates both_ways(std::uint64_t bits_per_second);

}  // namespace isochron
