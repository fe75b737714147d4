// SPDX-License-Identifier: Apache-2.0
#include <isochron/system/bus_masters.h>

namespace isochron {

std::unique_ptr<FifoBus> bus_of(const char* name, const Domain& domain, const std::vector<BusMaster>& masters,
                                std::uint64_t packet, unsigned windows) {
  std::vector<RatedTransfers::Rates> rates;
  rates.reserve(masters.size());
  for (const BusMaster& master : masters) rates.push_back(master.rates);
  const unsigned devices = static_cast<unsigned>(masters.size());
  auto bus = std::make_unique<FifoBus>(name, domain, std::make_unique<RatedTransfers>(std::move(rates)), packet,
                                       devices, windows);
  for (unsigned i = 0; i < devices; ++i) masters[i].socket->bind(bus->device(i));
  return bus;
}

RatedTransfers::Rates both_ways(std::uint64_t bits_per_second) {
  return {Rate::bits_per_second(bits_per_second), Rate::bits_per_second(bits_per_second)};
}

}  // namespace isochron
