// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include <isochron/core/rate.h>
#include <isochron/core/time.h>
#include <isochron/observe/probe_list.h>
#include <isochron/observe/statistics.h>
#include <isochron/observe/time_in.h>
#include <isochron/observe/with_statistics.h>
#include <isochron/pcie/busy_time.h>
#include <isochron/pcie/network_adapter_config.h>

namespace isochron {

/// The line of a port of a NetworkAdapter: two directions, in each of which one frame follows another, and a buffer for
/// each. Both rates carry their remainder.
class NetworkLine final : public WithStatistics<NetworkLine> {
 public:
  /// `name`: its path in results.
  NetworkLine(std::string name, const NetworkAdapterConfig& config);

  const char* name() const { return name_.c_str(); }

  // Transmit; sizes are those of transfers, without what frames have beside them:
  bool has_transmit_room(std::uint64_t bytes) const { return to_send_ + bytes <= transmit_buffer_; }
  /// Data of a transfer have been asked for.
  void expect(std::uint64_t bytes, Time now);
  /// A frame of them waits for the line, and its last byte leaves at the time that this returns.
  Time send(std::uint64_t bytes, Time now);
  /// That time has come.
  void sent(std::uint64_t bytes, Time now);

  // Receive:
  bool is_receiving() const { return receiving_; }
  bool has_receive_room(std::uint64_t bytes) const { return to_write_ + bytes <= receive_buffer_; }
  /// A frame begins to come in. Returns when it has come in.
  Time receive(std::uint64_t bytes, Time now);
  /// That time has come.
  void received(std::uint64_t bytes, Time now);
  /// Data have left for memory.
  void written(std::uint64_t bytes, Time now);
  /// The far end has a frame and may not send it, or may again.
  void pause(Time now);
  void go_on(Time now);
  const TimeIn& paused() const { return paused_; }

  std::uint64_t bytes_sent() const { return sent_; }          ///< in this window
  std::uint64_t bytes_received() const { return received_; }  ///< in this window
  Time busy_sending(Time end) const { return sending_.total(end); }
  Time busy_receiving(Time end) const { return coming_.total(end); }
  static Statistics<NetworkLine> statistics();

  void list_probes(ProbeList& list);
  void start_trace(Time now) {
    traced_ = true;
    show_traced(now);
  }
  void stop_trace() { traced_ = false; }

 private:
  void show(Time now) {
    if (__builtin_expect(traced_, 0)) show_traced(now);
  }
  void show_traced(Time now);

  std::string name_;
  std::uint64_t overhead_;
  std::uint64_t transmit_buffer_;
  std::uint64_t receive_buffer_;
  TransferClock transmit_;
  TransferClock receive_;
  Time free_ = 0;               ///< end of the last frame that waits to be sent
  std::uint64_t to_send_ = 0;   ///< bytes that have a place in the transmit buffer
  std::uint64_t to_write_ = 0;  ///< bytes that have one in the receive buffer
  bool receiving_ = false;
  std::uint64_t sent_ = 0;
  std::uint64_t received_ = 0;
  BusyTime sending_;
  BusyTime coming_;
  TimeIn paused_;
  bool traced_ = false;
  UtilisationProbe transmit_probe_;
  NumberProbe transmit_level_;
  NumberProbe receive_level_;
};

}  // namespace isochron
