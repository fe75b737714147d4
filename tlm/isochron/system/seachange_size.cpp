// SPDX-License-Identifier: Apache-2.0
// What a replication costs: of the machine's traffic, by arithmetic.
#include <algorithm>
#include <cmath>

#include <isochron/core/time.h>
#include <isochron/system/seachange_parameters.h>

namespace isochron {

namespace {

/// Measured, in events of the cluster or in bytes.
struct ClusterCosts {
  static constexpr double io = 5;            ///< its kernel notifications
  static constexpr double tlm_message = 90;  ///< of a block mover, descriptors and bursts included
  static constexpr double rtl_cycle = 5;
  static constexpr double rtl_active = 0.7;  ///< of the time a Verilog block mover's clock runs
  static constexpr double bytes_of_io = 48;  ///< requested and not sent
  static constexpr double bytes_of_stream = 64;
  static constexpr double bytes_of_message = 500;  ///< beside its data
};

}  // namespace

RunSize SeachangeParameters::size(const MeasurePlan& plan, const HardwareParts& parts, double built) const {
  const SeachangeParameters& p = *this;
  const double time = seconds(plan.warm_up + plan.duration);
  const double in_service = p.surviving();
  const double controllers = in_service * static_cast<double>(p.raid_controllers);
  const auto io = static_cast<double>(p.raid.io);
  const auto message = static_cast<double>(std::min(p.raid.message, p.raid.io));

  double delivered = p.controller_demand();  // bytes/s a controller
  for (const ResourceBound& bound : bounds()) delivered = std::min(delivered, bound.limit);
  // The first at the start, however slowly the others follow.
  const double asked_ios = (1 + p.controller_demand() / io * time) * controllers;
  // Those that come through, and those that fill the buffers in front of what holds the others back: of the ports an
  // eighth, about.
  const double ports = in_service * (2 * static_cast<double>(p.raid_controllers + p.sf_links + p.gige_buses) +
                                     static_cast<double>(p.chips) * in_service);
  const double through = (1 + delivered / io * time) * controllers * std::ceil(io / message);
  const double messages =
      std::min(asked_ios * std::ceil(io / message), through + ports * static_cast<double>(p.buffers_per_port) / 8);

  // A completion each on the way to another node, and on that to a card of the same.
  const double stays = p.include_self ? 1 / in_service : 0;
  const double buses = (1 - stays) * 4 + stays * 2;
  const double links = (1 - stays) * 5 + stays * 2;
  const bool reference = p.bus_model == SeachangeParameters::BusModel::reference;
  const double of_transfer = reference ? std::ceil(message / static_cast<double>(p.pci.slice))
                             : p.pci.timing == PciTimingMode::paper ? 1
                                                                    : 1.3;  // times that change while others join
  RunSize size;
  size.events = messages * (buses * of_transfer + links + (p.gige.rate > 0 ? 1 : 0));

  const double engines = controllers * static_cast<double>(p.raid.dma_engines);
  const auto rtl = static_cast<double>(parts.rtl), tlm = static_cast<double>(parts.tlm);
  size.rtl_cycles = rtl * static_cast<double>(p.raid.dma.front().clock) * time * ClusterCosts::rtl_active;
  size.cluster_work = size.events + asked_ios * ClusterCosts::io +
                      messages * tlm / engines * ClusterCosts::tlm_message + size.rtl_cycles * ClusterCosts::rtl_cycle +
                      time / 10e-3 * RunSize::step + built * RunSize::building;

  const DiskDelay& delay = p.raid.disk_delay;
  const double mean_delay = seconds(delay.min + delay.mode + delay.max) / 3;
  const double backlog = asked_ios * std::max(0.0, 1 - delivered / p.controller_demand());
  const double in_delay = p.controller_demand() / io * std::min(mean_delay, time) * controllers;
  const double under_way = std::min(messages, ports * static_cast<double>(p.buffers_per_port));
  size.peak_memory = RunSize::empty_process + built * RunSize::part + (backlog + in_delay) * ClusterCosts::bytes_of_io +
                     static_cast<double>(p.stream_count) * ClusterCosts::bytes_of_stream +
                     under_way * (message + ClusterCosts::bytes_of_message);
  return size;
}

}  // namespace isochron
