// SPDX-License-Identifier: Apache-2.0
#include <isochron/system/bus_masters.h>

#include <isochron/part/indexed.h>

namespace isochron {

FifoBus* add_bus(Assembly& machine, const std::string& name, const std::vector<BusMaster>& masters,
                 std::uint64_t packet, unsigned windows, Arbitration arbitration) {
  return machine.part<FifoBus>(name, [&](const char* part) {
    std::vector<RatedTransfers::Rates> rates;
    rates.reserve(masters.size());
    for (const BusMaster& master : masters) rates.push_back(master.rates);
    return std::make_unique<FifoBus>(part, machine.domain(), std::make_unique<RatedTransfers>(std::move(rates)), packet,
                                     static_cast<unsigned>(masters.size()), windows, arbitration);
  });
}

void connect_masters(Assembly& machine, const std::string& bus, const std::vector<BusMaster>& masters) {
  for (unsigned i = 0; i < masters.size(); ++i) machine.connect(masters[i].port, bus + indexed(".device", i));
}

RatedTransfers::Rates both_ways(std::uint64_t bits_per_second) {
  return {Rate::bits_per_second(bits_per_second), Rate::bits_per_second(bits_per_second)};
}

}  // namespace isochron
