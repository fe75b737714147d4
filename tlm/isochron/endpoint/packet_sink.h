// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/observe/probe.h>
#include <isochron/observe/traced.h>
#include <isochron/observe/type_registry.h>
#include <isochron/observe/with_statistics.h>
#include <isochron/protocol/hand_over.h>

namespace isochron {

/// The machine at the other end of a network measurement, which takes packets and throws them away. Source: Calliope,
/// section 3.1.
class PacketSink final : public sc_core::sc_module, public WithStatistics<PacketSink>, public Traced {
 public:
  explicit PacketSink(const sc_core::sc_module_name& name);

  InletPort packets;

  std::uint64_t received() const { return received_; }        ///< in this window
  std::uint64_t fingerprint() const { return fingerprint_; }  ///< of all: when, and which

  static Statistics<PacketSink> statistics();
  void list_probes(ProbeList& list) override;
  void start_trace(Time now) override;
  void stop_trace() override { traced_ = false; }

  static constexpr const char* type = "packet_sink";
  static TypeInfo type_info();

 private:
  void take(Payload& packet, Time now);

  InletOf<PacketSink> packets_{*this, &PacketSink::take};
  std::uint64_t received_ = 0;
  std::uint64_t bytes_ = 0;
  std::uint64_t fingerprint_ = 0;
  PhaseProbe probe_;
  bool traced_ = false;
};

}  // namespace isochron
