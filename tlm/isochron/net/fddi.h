// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <isochron/net/fddi_config.h>
#include <isochron/net/fddi_ring.h>
#include <isochron/net/fddi_station.h>
#include <isochron/net/network_messages.h>
#include <isochron/observe/level_over_time.h>
#include <isochron/observe/traced.h>
#include <isochron/observe/type_registry.h>
#include <isochron/observe/with_statistics.h>
#include <isochron/protocol/domain.h>
#include <isochron/protocol/hand_over.h>

namespace isochron {

/// An FDDI ring between stations, ANSI X3.139 (ISO 9314-2): one token, which lets a station send for as long as it has
/// come early.
///
/// A message goes to the station that is its tag's `destination`, in as many frames as it takes, and is handed on there
/// when the last of them has arrived whole. Messages between the same two stations stay in order. All that a station of
/// `synchronous_stations` sends is synchronous, all that another one sends is asynchronous: tags do not say.
class Fddi final : public sc_core::sc_module, public WithStatistics<Fddi>, public Traced, private FddiRing::Listener {
 public:
  using Config = FddiConfig;

  /// `stations`: 1 or more. Throws ModelError where the configuration leaves no room for data in a frame, where a
  /// synchronous station does not exist or may not send a full frame, and where Config::least_ttrt() is more than ttrt.
  Fddi(const sc_core::sc_module_name& name, const Domain& domain, const Config& config, unsigned stations);
  ~Fddi() override;

  /// "in[i]": messages of any length that the station sends. Each is acquired until it is delivered. Throws ModelError
  /// at a message to a station that does not exist, or to the one that sends it.
  InletPort& in(unsigned station);
  /// "out[i]": messages to the station that have arrived whole.
  OutletPort& out(unsigned station);
  unsigned stations() const { return static_cast<unsigned>(ends_.size()); }

  static Statistics<Fddi> statistics();
  void start_window(Time now) override;
  void report_waits(std::vector<Wait>& waits) const override;
  /// Messages delivered in this window, and their bytes, without any header.
  std::uint64_t messages() const { return messages_; }
  std::uint64_t bytes() const { return bytes_; }
  /// Of frames that have begun in this window.
  std::uint64_t wire_bytes() const { return ring_->bytes(); }
  /// Time with a frame on the ring, in this window.
  Time busy(Time now) const { return ring_->busy_time(now); }
  /// Of the token, in this window, before `now`.
  const FddiRotations& rotations(Time now) { return ring_->rotations(now); }
  /// Messages that wait or are under way.
  const LevelOverTime& queue_depth() const { return depth_; }

  void list_probes(ProbeList& list) override;
  void start_trace(Time now) override;
  void stop_trace() override;

  static constexpr const char* type = "fddi";
  static TypeInfo type_info();

 private:
  class End;
  struct Probes;

  void send(unsigned source, Payload& payload, Time now);
  void sent(const FddiFrame& frame, Time arrival) override;
  void deliver(unsigned destination, NetworkMessage& message, Time now);
  /// For whoever traces.
  void show(Time now);

  Region& region_;
  Config config_;
  std::vector<std::unique_ptr<End>> ends_;  ///< by station
  std::unique_ptr<FddiRing> ring_;
  LevelOverTime depth_;
  std::uint64_t messages_ = 0;
  std::uint64_t bytes_ = 0;
  NetworkMessages spare_;
  Probes* probes_ = nullptr;  ///< while it is traced
  std::unique_ptr<Probes> own_probes_;
};

}  // namespace isochron
