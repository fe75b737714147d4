// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include <isochron/bus/fifo_bus.h>

namespace isochron {

/// A master of a bus whose transfers have rates of their own.
struct BusMaster {
  AtInitiatorBase* socket;
  RatedTransfers::Rates rates;
};

/// A bus with these masters, in this order; see FifoBus for `packet` and `windows`.
std::unique_ptr<FifoBus> bus_of(const char* name, const Domain& domain, const std::vector<BusMaster>& masters,
                                std::uint64_t packet, unsigned windows);

/// One rate in both directions, of bit/s.
RatedTransfers::Rates both_ways(std::uint64_t bits_per_second);

}  // namespace isochron
