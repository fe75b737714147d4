// SPDX-License-Identifier: Apache-2.0
#include "systems/gennart/multidisk_parameters.h"

#include <string>

namespace isochron::testbench {

namespace {

template <class Enum>
const char* name_of(Enum value, std::initializer_list<const char*> names) {
  return names.begin()[static_cast<std::size_t>(value)];
}

std::string bytes(std::uint64_t number) {
  return std::to_string(number) + " B";
}
std::string packets(std::uint64_t number) {
  return number == 0 ? "strand" : bytes(number);
}
std::string picoseconds(std::uint64_t number) {
  return std::to_string(number) + " ps";
}

}  // namespace

const char* MultidiskParameters::machine() const {
  return name_of(architecture, {"shared_bus", "point_to_point", "subsystems"});
}

Settings MultidiskParameters::settings() const {
  Settings all{{"nodes", std::to_string(nodes)},
               {"disks_per_node", std::to_string(disks_per_node)},
               {"operation", name_of(operation, {"read", "resample", "read_protocol_network", "read_and_resample"})},
               {"split", name_of(split, {"every_node", "disk_number"})},
               {"strands", std::to_string(strands)},
               {"strand", bytes(strand)},
               {"requests_per_strand", std::to_string(requests_per_strand)},
               {"disk.latency", disk.latency.law == SeekLatency::Law::triangular ? "triangular" : "deterministic"},
               {"disk.mean_seek", picoseconds(disk.latency.mean)},
               {"disk.freed", disk.freed == Disk::Freed::after_medium ? "after_medium" : "after_scsi"},
               {"io_write", std::to_string(io_write / 8) + " B/s"},
               {"processor.held_during_transfers", held_during_transfers ? "true" : "false"},
               {"bus_packets", packets(bus_packets)},
               {"arrivals.mode", name_of(arrivals, {"all_at_start", "regular"})},
               {"arrivals.interval", picoseconds(interval)},
               {"arrivals.group", std::to_string(group)},
               {"arrivals.count", std::to_string(count)}};
  if (architecture == Architecture::point_to_point)
    all.insert({{"server.links", std::to_string(server_links)}, {"link.packets", packets(link_packets)}});
  if (architecture == Architecture::subsystems)
    all.insert({{"disks", name_of(disks, {"shared_bus", "local"})},
                {"dma.rate", std::to_string(dma_rate / 8) + " B/s"},
                {"dma.unit", name_of(mover_unit, {"strand", "burst"})},
                {"dma.burst", bytes(mover.burst)},
                {"dma.setup", picoseconds(mover.setup)},
                {"dma.outstanding", std::to_string(mover.outstanding)}});
  return all;
}

std::uint64_t MultidiskParameters::total_strands() const {
  const std::uint64_t one = arrivals == Arrivals::regular && count > 0 ? count : strands;
  return operation == Operation::read_and_resample && split == Split::every_node ? 2 * one : one;
}

}  // namespace isochron::testbench
