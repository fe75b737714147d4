// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <isochron/net/ethernet_config.h>
#include <isochron/net/ethernet_medium.h>
#include <isochron/net/ethernet_output.h>
#include <isochron/net/ethernet_station.h>
#include <isochron/net/network_messages.h>
#include <isochron/net/station_table.h>
#include <isochron/observe/level_over_time.h>
#include <isochron/observe/traced.h>
#include <isochron/observe/type_registry.h>
#include <isochron/observe/with_statistics.h>
#include <isochron/protocol/domain.h>
#include <isochron/protocol/faulty_station.h>
#include <isochron/protocol/hand_over.h>

namespace isochron {

/// Fast Ethernet between stations: a shared hub, or a switch. IEEE 802.3.
///
/// A message goes to the station that is its tag's `destination`, in as many frames as it takes, and is handed on there
/// when the last of them has arrived whole. Requests and their answers go to the station to which map() leads their
/// address. Messages between the same two stations stay in order.
///  - Hub: one half-duplex medium, one frame at a time. Stations that have frames take turns, a frame each: what
///    deference and backoff come to on average. There are no collisions.
///  - Switch: each station has a link up and a link down. A frame that has arrived whole waits for its link down, first
///    come, first served, with no end of room and no latency beside.
class Ethernet final : public sc_core::sc_module,
                       public WithStatistics<Ethernet>,
                       public Traced,
                       public FaultyStation,
                       private EthernetMedium::Listener {
 public:
  using Config = EthernetConfig;
  using Kind = EthernetConfig::Kind;

  /// `stations`: 1 or more. Throws ModelError where the configuration leaves no room for data in a frame.
  Ethernet(const sc_core::sc_module_name& name, const Domain& domain, const Config& config, unsigned stations);
  ~Ethernet() override;

  /// "in[i]": messages of any length that the station sends. Each is acquired until it is delivered. Throws ModelError
  /// at a message to a station that does not exist, or to the one that sends it.
  InletPort& in(unsigned station);
  /// "out[i]": messages to the station that have arrived whole.
  OutletPort& out(unsigned station);
  /// Requests and answers to `endpoint` of a machine by `way` go to `station`. Before the simulation starts.
  void map(std::uint32_t endpoint, unsigned way, unsigned station) { station_of_.set(endpoint, way, station); }
  unsigned stations() const { return static_cast<unsigned>(ends_.size()); }

  static Statistics<Ethernet> statistics();
  void start_window(Time now) override;
  void report_waits(std::vector<Wait>& waits) const override;
  /// Messages delivered in this window, and their bytes, without any header.
  std::uint64_t messages() const { return messages_; }
  std::uint64_t bytes() const { return bytes_; }
  /// Of frames that have arrived in this window, their gaps included; with a switch counted on each of two links.
  std::uint64_t wire_bytes() const;
  /// Mean over all media of the time with a frame, or the gap behind it, on them; in this window.
  Time busy(Time now) const;
  /// Messages that wait or are under way.
  const LevelOverTime& queue_depth() const { return depth_; }

  void list_probes(ProbeList& list) override;
  void start_trace(Time now) override;
  void stop_trace() override;

  static constexpr const char* type = "ethernet";
  static TypeInfo type_info();

 private:
  class End;
  class Switching;
  struct Probes;

  /// Throws ModelError where none is known.
  unsigned destination_of(const Payload& payload) const;
  void send(unsigned source, Payload& payload, Time now);
  void arrived(const EthernetFrame& frame, Time now) override;
  void forward(const EthernetFrame& frame, Time now);
  bool is_hub() const { return config_.kind == Kind::hub; }
  /// That a station's frames leave by.
  EthernetMedium& medium_of(unsigned station) { return *media_[is_hub() ? 0 : station]; }
  const EthernetMedium& medium_of(unsigned station) const { return *media_[is_hub() ? 0 : station]; }
  EthernetMedium& link_down(unsigned station) { return *media_[stations() + station]; }
  /// For whoever traces.
  void show(Time now);

  Region& region_;
  Config config_;
  StationTable station_of_;
  std::vector<std::unique_ptr<End>> ends_;  ///< by station
  std::unique_ptr<Switching> switching_;
  std::vector<std::unique_ptr<EthernetMedium>> media_;  ///< the hub; or all links up, then all links down
  LevelOverTime depth_;
  std::uint64_t messages_ = 0;
  std::uint64_t bytes_ = 0;
  NetworkMessages spare_;
  Probes* probes_ = nullptr;  ///< while it is traced
  std::unique_ptr<Probes> own_probes_;
};

}  // namespace isochron
