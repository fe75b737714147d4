// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <isochron/bus/pci_config.h>
#include <isochron/endpoint/gige_card.h>
#include <isochron/observe/parameter_table.h>
#include <isochron/protocol/output_port.h>
#include <isochron/storage/raid_controller.h>
#include <isochron/system/machine_parameters.h>

namespace isochron {

/// The SeaChange video cluster's parameters. Defaults are the reading of the paper's open points that gives its
/// results; see docs/systems/seachange_cluster.md.
struct SeachangeParameters : MachineParameters {
  enum class Drawn { per_message, per_io, rotation };
  enum class ChipOf { raid, balanced, parity };
  enum class Rebuild { brute, stripe_buffered };

  std::uint64_t nodes = 7;
  std::uint64_t raid_controllers = 2;                   ///< a node
  std::uint64_t gige_cards = 6;                         ///< a node
  std::uint64_t gige_buses = 2;                         ///< a node
  std::uint64_t target_bandwidth = 8 * 240'000'000ull;  ///< bit/s a node
  RaidController::Config raid;
  GigeCard::Config gige;
  Drawn drawn = Drawn::per_message;
  bool include_self = true;
  std::uint64_t buffers_per_port = 1;
  BufferFreed buffer_freed = BufferFreed::on_send;
  std::uint64_t chips = 2;
  std::uint64_t ib_pci_buses = 1;
  std::uint64_t bridges = 2;
  std::uint64_t sf_links = 2;
  ChipOf chip_of = ChipOf::raid;
  PciConfig pci;
  std::uint64_t starfabric_rate = 1'770'000'000;  ///< bit/s
  std::uint64_t infiniband_rate = 2'000'000'000;  ///< bit/s
  std::uint64_t infiniband_ports = 8;             ///< a chip
  std::vector<std::uint64_t> failed_nodes;
  Rebuild rebuild = Rebuild::brute;
  std::uint64_t stream_count = 0;                   ///< 0: no streams, the target bandwidth counts
  std::uint64_t stream_rate = 3'750'000;            ///< bit/s
  std::uint64_t client_buffer = 100 * millisecond;  ///< ps

  static constexpr const char* driver = "raid.bandwidth";
  /// With its checks.
  ParameterTable table();
  /// Problems that the table's checks find.
  std::vector<ParameterProblem> problems() const { return SeachangeParameters(*this).table().problems(); }

  bool failed(unsigned node) const;
  unsigned surviving() const { return static_cast<unsigned>(nodes - failed_nodes.size()); }
  unsigned cards_per_bus() const { return static_cast<unsigned>(gige_cards / gige_buses); }
  unsigned links_per_bridge() const { return static_cast<unsigned>(sf_links / bridges); }
  /// bit/s that a surviving node is asked for, streams and rebuilding included, as a fraction.
  struct Load {
    std::uint64_t bits_per_second;  ///< of `controllers` controllers together, while all nodes are well
    std::uint64_t controllers;
    std::uint64_t scale_numerator;  ///< what rebuilding multiplies it with
    std::uint64_t scale_denominator;
  };
  Load load() const;
  /// bytes/s that a surviving RAID controller is asked for.
  double controller_demand() const;
  std::optional<double> demand() const { return controller_demand(); }
  std::vector<ResourceBound> bounds() const;
  std::vector<UnlimitedParts> unlimited() const;
  /// Size of a run with so many parts.
  RunSize size(const MeasurePlan& plan, const HardwareParts& parts, double built) const;
  /// The I/Os of every surviving controller that rebuild.
  LostUnits lost_units() const;
  /// Fraction of the messages at cards that goes on: only one of a lost unit's parts does.
  double sent_on() const;

  /// The bridge that a message from controller `lane` takes towards InfiniBand, and the link to it, counted over the
  /// node.
  unsigned link_out(unsigned chip, unsigned lane) const;
  /// The bridge that brings a message for `card` from InfiniBand, and its link, counted over the node.
  unsigned bridge_in(unsigned chip, unsigned card) const;
  unsigned link_in(unsigned chip, unsigned card) const;
  /// The chip that a message takes at both ends.
  unsigned chip_for(unsigned source, unsigned destination, unsigned lane) const;

 private:
  /// Problems between the parameters of this level.
  std::vector<ParameterProblem> own_problems() const;
};

}  // namespace isochron
