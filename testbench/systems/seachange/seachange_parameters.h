// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <isochron/bus/pci_config.h>
#include <isochron/endpoint/gige_card.h>
#include <isochron/machine/bus_model.h>
#include <isochron/observe/parameter_table.h>
#include <isochron/protocol/output_port.h>
#include <isochron/storage/raid_controller.h>

#include "support/library_machine.h"

namespace isochron::testbench {

/// The parameters of the machine seachange_cluster in numbers, with its defaults, and what follows from them for its
/// routes: a second reading of the machine's file.
struct SeachangeParameters {
  enum class Drawn { per_message, per_io, rotation };
  enum class ChipOf { raid, balanced, parity };
  enum class Rebuild { brute, stripe_buffered };
  using BusModel = isochron::BusModel;

  BusModel bus_model = BusModel::fast;
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

  /// As scenarios set them: those that differ from the defaults.
  Settings settings() const;

  unsigned surviving() const { return static_cast<unsigned>(nodes - failed_nodes.size()); }
  unsigned cards_per_bus() const { return static_cast<unsigned>(gige_cards / gige_buses); }
  /// The I/Os of every surviving controller that rebuild.
  LostUnits lost_units() const;
  /// The chip that a message from controller `lane` of a node takes at both ends.
  unsigned chip_for(unsigned source, unsigned destination, unsigned lane) const;

 private:
  ParameterTable table();
};

}  // namespace isochron::testbench
