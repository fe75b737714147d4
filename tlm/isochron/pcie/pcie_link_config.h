// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <isochron/core/rate.h>
#include <isochron/core/time.h>
#include <isochron/observe/parameter_table.h>
#include <isochron/part/class_parameters.h>
#include <isochron/pcie/dllp_queue.h>
#include <isochron/pcie/lane_rate.h>
#include <isochron/pcie/skip_schedule.h>
#include <isochron/pcie/tlp_queues.h>
#include <isochron/pcie/tlp_size.h>

namespace isochron {

/// What can be set of a PCI Express link; the same for both directions. Its classes are virtual channels.
struct PcieLinkConfig : ClassParameters {
  /// How Acks, UpdateFCs and skip ordered sets are accounted for.
  enum class Dllps {
    efficiency,  ///< by a fraction of the rate; credits come back after a fixed time
    simulated    ///< each takes its time on the link
  };

  std::uint64_t generation = 3;
  std::uint64_t lanes = 8;
  Dllps dllp = Dllps::efficiency;
  std::uint64_t efficiency = 953'000;  ///< millionths of the rate
  std::uint64_t ack_bytes = 8;
  Time credit_latency = 0;
  Time propagation = 0;
  Time ack_latency = 0;
  std::uint64_t acks_every = 0;  ///< 0: any number
  std::uint64_t update_every = 1;
  bool skip = true;
  std::uint64_t skip_interval = 0;  ///< 0: standard
  std::uint64_t replay_buffer = 0;  ///< bytes; 0: unlimited
  bool ecrc = false;
  TlpSize::Header header = TlpSize::Header::four_words;

  ParameterTable parameters();

  bool simulates_dllps() const { return dllp == Dllps::simulated; }
  /// At which packets go; what DLLPs leave of the lanes' rate where they are not simulated.
  Rate rate() const {
    return LaneRate::of(static_cast<unsigned>(generation), static_cast<unsigned>(lanes),
                        simulates_dllps() ? LaneRate::whole : efficiency);
  }
  TlpSize size() const { return TlpSize(header, ecrc); }
  SkipSchedule skips() const;
  DllpPolicy policy() const;
};

}  // namespace isochron
