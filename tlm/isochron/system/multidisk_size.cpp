// SPDX-License-Identifier: Apache-2.0
// How long a replication takes and what it costs, by arithmetic: the transfers of a strand on its way.
#include <algorithm>
#include <cmath>

#include <isochron/core/time.h>
#include <isochron/dma/block_mover/block_mover_module.h>
#include <isochron/system/multidisk_parameters.h>

namespace isochron {

namespace {

/// Measured, in events of the cluster or in bytes.
struct StrandCosts {
  static constexpr double event = 0.9;
  static constexpr double strand = 4;
  static constexpr double tlm_byte = 0.03;  ///< through a disk-node interface
  static constexpr double rtl_cycle = 9;
  static constexpr double bytes_of_rtl_cycle = 8;  ///< that a disk-node interface moves
  static constexpr double tlm_mover_byte = 0.015;
  static constexpr double rtl_mover_cycle = 4.4;
  static constexpr double bytes_of_mover_cycle = 3;  ///< with buses that are slower than its clock
  static constexpr double bytes_of_request = 200;    ///< waiting at a disk
  static constexpr double bytes_of_message = 500;    ///< beside its data, of which only what is written takes memory
  static constexpr double page = 4096;
};

double pieces_of(double bytes, std::uint64_t packet) {
  return packet == 0 ? 1 : std::ceil(bytes / static_cast<double>(packet));
}

/// What is done with it in its node, and how much of it is left then.
struct NodeWork {
  double events;
  double bytes;
};

NodeWork work_in_node(const MultidiskParameters& p, MultidiskParameters::Operation operation) {
  const auto strand = static_cast<double>(p.strand);
  const auto on_bus = [&p](double bytes) { return pieces_of(bytes, p.bus_packets); };
  if (operation == MultidiskParameters::Operation::resample) {
    const auto resampled = static_cast<double>(p.resampled()), compressed = static_cast<double>(p.compressed());
    return {on_bus(strand) + 1 + 2 * on_bus(resampled) + 1 + on_bus(compressed), compressed};
  }
  // The protocol's copy; without a bus of their own the network reads where it was put.
  if (operation == MultidiskParameters::Operation::read_protocol_network)
    return {(p.architecture == Architecture::subsystems ? 1 : 2) * (on_bus(strand) + 1), strand};
  return {0, strand};
}

/// `burst`: bytes that a block mover moves at a time; 0: whole strands are moved.
double events_of_strand(const MultidiskParameters& p, MultidiskParameters::Operation operation, std::uint64_t burst) {
  const auto strand = static_cast<double>(p.strand), requests = static_cast<double>(p.requests_per_strand);
  const NodeWork work = work_in_node(p, operation);
  double into_memory = pieces_of(strand / requests, p.bus_packets);
  double out = 0;
  const double bursts_in = pieces_of(strand / requests, burst), bursts_out = pieces_of(work.bytes, burst);
  const bool stays = p.disks_on_shared_bus() && operation == MultidiskParameters::Operation::read;
  if (p.architecture == Architecture::point_to_point) {
    out = pieces_of(work.bytes, p.bus_packets) + 2 * pieces_of(work.bytes, p.link_packets);
  } else if (burst > 0 && p.disks_on_shared_bus()) {
    into_memory = bursts_in;
    out = stays ? 0 : bursts_out;
  } else if (burst > 0) {
    out = 2 * bursts_out;
  } else if (p.architecture == Architecture::subsystems) {
    out = stays ? 0 : 1;
  }
  const double arrival = p.arrivals == MultidiskParameters::Arrivals::regular ? 1 / static_cast<double>(p.group) : 0;
  return requests * (2 + into_memory) + work.events + out + arrival;
}

/// On the average of what is asked for.
double events_of_strand(const MultidiskParameters& p, std::uint64_t burst) {
  using Operation = MultidiskParameters::Operation;
  if (p.operation != Operation::read_and_resample) return events_of_strand(p, p.operation, burst);
  return (events_of_strand(p, Operation::read, burst) + events_of_strand(p, Operation::resample, burst)) / 2;
}

}  // namespace

std::optional<std::uint64_t> MultidiskParameters::completes_in() const {
  double slowest = 0;
  if (arrivals == MultidiskParameters::Arrivals::regular)
    slowest = std::ceil(static_cast<double>(total_strands()) / static_cast<double>(group)) * seconds(interval);
  const double bytes = static_cast<double>(strand) * static_cast<double>(total_strands());
  for (const ResourceBound& bound : bounds()) slowest = std::max(slowest, bytes / bound.limit);
  constexpr double most = 1.8e7;  // s, that fit in 64 bits of picoseconds
  return static_cast<std::uint64_t>(std::min(most, slowest * 1.1 + 0.1) * 1e12);
}

RunSize MultidiskParameters::size(const MeasurePlan&, const HardwareParts& parts, double built) const {
  const MultidiskParameters& p = *this;
  const auto all_strands = static_cast<double>(p.total_strands());
  const auto bytes = static_cast<double>(p.strand);
  RunSize size;
  // A mover that counts edges moves bursts of its own length, whatever the others do.
  const double clocked = static_cast<double>(parts.movers.tlm + parts.movers.rtl) / static_cast<double>(p.nodes);
  constexpr std::uint64_t longest = std::uint64_t{BlockMoverModule::max_burst} * BlockMoverModule::data_bytes;
  const double by_rates = events_of_strand(p, p.moves_in_bursts() ? p.mover.burst : 0);
  size.events = all_strands * (by_rates + clocked * (events_of_strand(p, longest) - by_rates));

  const double share = all_strands * bytes / static_cast<double>(p.nodes);  // bytes of a node
  const double interface_cycles = static_cast<double>(parts.rtl) * share / StrandCosts::bytes_of_rtl_cycle;
  const double mover_cycles = static_cast<double>(parts.movers.rtl) * share / StrandCosts::bytes_of_mover_cycle;
  size.rtl_cycles = interface_cycles + mover_cycles;
  size.cluster_work = seconds(completes_in().value_or(0)) / 100e-3 * RunSize::step + size.events * StrandCosts::event +
                      all_strands * StrandCosts::strand + built * RunSize::building +
                      interface_cycles * StrandCosts::rtl_cycle + mover_cycles * StrandCosts::rtl_mover_cycle +
                      static_cast<double>(parts.tlm) * share * StrandCosts::tlm_byte +
                      static_cast<double>(parts.movers.tlm) * share * StrandCosts::tlm_mover_byte;

  // What the disks deliver and a later stage cannot take waits in memory; the rest waits at the disks.
  double from_disks = 0, later = 0;
  for (const ResourceBound& bound : bounds()) {
    const bool of_disk =
        bound.resource == "disk" || (bound.resource == "scsi" && p.disk.freed == Disk::Freed::after_scsi);
    double& stage = of_disk ? from_disks : later;
    stage = stage == 0 ? bound.limit : std::min(stage, bound.limit);
  }
  if (const auto asked = demand()) from_disks = std::min(from_disks, *asked);
  const double requests = all_strands * static_cast<double>(p.requests_per_strand);
  const double waiting = later == 0 ? 0 : requests * std::max(0.0, 1 - later / from_disks);
  // Where there are interfaces their bytes are real, and stay where they were put.
  const bool real = parts.rtl + parts.tlm > 0;
  const double at_once = p.arrivals == MultidiskParameters::Arrivals::regular ? 0 : requests;
  const double part_of_strand = bytes / static_cast<double>(p.requests_per_strand);
  size.peak_memory =
      RunSize::empty_process + built * RunSize::part + at_once * StrandCosts::bytes_of_request +
      waiting * (StrandCosts::bytes_of_message + std::min(part_of_strand, real ? bytes : StrandCosts::page)) +
      (real ? all_strands * bytes : 0);
  return size;
}

}  // namespace isochron
