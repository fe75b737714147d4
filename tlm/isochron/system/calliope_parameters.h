// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <isochron/net/ethernet_config.h>
#include <isochron/software/calliope/coordinator.h>
#include <isochron/software/calliope/session_clients.h>
#include <isochron/system/machine_parameters.h>
#include <isochron/system/storage_unit_parameters.h>
#include <isochron/system/stream_parameters.h>
#include <isochron/system/unit_failures.h>

namespace isochron {

/// Parameters of a whole Calliope installation: clients, the coordinator, the network between them, and storage units.
/// Defaults: the paper's measurement of the coordinator (section 3.3), with the rate that it says a large server needs.
struct CalliopeParameters : MachineParameters {
  enum class UnitKind { real, fake };

  UnitKind unit = UnitKind::real;
  StreamParameters streams;
  StorageUnitParameters storage;          ///< of each unit
  std::uint64_t audio_rate = 64'000;      ///< bit/s, of a composite session's second stream
  std::uint64_t fake = 50 * millisecond;  ///< that a session lasts with fake units; 0: as long as its length says
  std::uint64_t bytes = 1250;             ///< of a session on the network between the parts of the server
  SessionClients::Config clients;         ///< as scenarios say; see clients_config()
  Coordinator::Config coordinator;        ///< as scenarios say; see coordinator_config()
  EthernetConfig network;
  std::vector<std::uint64_t> failures;  ///< units
  std::uint64_t fail_at = 10 * second;
  std::uint64_t detection = 100 * millisecond;
  std::uint64_t return_at = 0;  ///< 0: never

  CalliopeParameters() { network.rate = 10'000'000; }

  static constexpr const char* driver = "sessions";
  static constexpr const char* driver_unit = "1/s";

  ParameterTable table();
  void look_in(const std::string& folder) { streams.folder = folder; }
  std::vector<ResourceBound> bounds() const;
  std::optional<double> demand() const { return static_cast<double>(clients.rate) * 1e-6; }
  RunSize size(const MeasurePlan& plan, double built) const;

  /// Messages over the network for a session.
  enum class Note { request, order, ended };
  /// Bytes without any header: with all that Ethernet adds the three messages of a session take `bytes`.
  std::uint64_t message_bytes(Note note) const;
  bool is_real() const { return unit == UnitKind::real; }
  /// Streams that a unit is given at most: no more than its parts carry.
  std::uint64_t streams_a_unit() const;
  /// Slots of a disk's duty cycle.
  std::uint64_t slots() const;
  Time cycle() const;
  SessionClients::Config clients_config() const;
  Coordinator::Config coordinator_config() const;
  UnitFailures::Plan failure_plan() const { return {failures, fail_at, detection, return_at}; }

 private:
  bool length_counts() const { return is_real() || fake == 0; }
  /// Length of a session, s.
  double session_seconds() const;
  /// Streams of a session, on the mean.
  double mean_members() const;
  std::uint64_t frame_of(Note note) const;
  std::vector<ParameterProblem> own_problems() const;
};

}  // namespace isochron
