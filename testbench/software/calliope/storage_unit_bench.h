// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <isochron/host/host.h>
#include <isochron/machine/elaborate/netlist.h>
#include <isochron/machine/workload/self/self_run.h>
#include <isochron/software/calliope/central_process.h>
#include <isochron/software/calliope/constant_schedule.h>
#include <isochron/software/calliope/stream_seats.h>
#include <support/library_machine.h>

#include "support/transfer_bench.h"

namespace isochron::testbench {

/// A storage unit as machine files have it, with films of 1.5 Mbit/s in packets of 4096 B.
class StorageUnitBench final : private CentralProcess::Viewing, private Departures, private Arrivals {
 public:
  /// `settings`: of the type storage_unit.
  explicit StorageUnitBench(const Settings& settings, std::uint64_t seed = 1);
  ~StorageUnitBench();

  /// With so many slots of a disk, in a cycle of block_time(), and room for so many streams.
  static Settings sized(std::uint64_t slots, std::uint64_t streams);
  /// The same with one disk without arm or rotation, on one adapter, and a host from which adapters take nothing: a
  /// block takes 4 * (4.34 + 10.82) ms where the host does not send when a chunk begins, and a packet's work is work().
  static Settings plain(std::uint64_t slots, std::uint64_t streams);
  static Time work() { return Host::Config().packet_work(film_packet, true); }
  /// In which a block is sent.
  static Time block_time();
  static std::string picoseconds(Time time) { return std::to_string(time) + " ps"; }

  CentralProcess::Item film(std::uint64_t file) const;
  CentralProcess::Item recording(std::uint64_t file) const;
  /// Calls at(now) every `interval` from 0 until `end`. Before the simulation.
  void poll(Time interval, Time end, const std::function<void(Time)>& at);
  void run(Time end);
  /// Throws ModelError if parts have lost bytes or buffers.
  void report(Time end);

  static constexpr std::uint32_t film_packet = 4096;

  Region region{"region"};
  MessagePool pool{64ull * 1024};
  Domain domain{region, pool, Phases::shortcut};
  Script script{"script", region};
  ConstantSchedule schedule{1'500'000, film_packet};
  CentralProcess* central = nullptr;
  DutyCycle* duty_cycle = nullptr;
  const StreamFiles* files = nullptr;
  std::vector<std::pair<std::uint32_t, Time>> seen_at;  ///< streams, when the first packet of each was sent

 private:
  void seen(std::uint32_t stream, Time now) override { seen_at.emplace_back(stream, now); }
  // There are no messages of a traffic.
  void asks(std::uint32_t, std::uint64_t, Time) override {}
  void departs(const Tag&) override {}
  bool arrives(const Tag&, std::uint64_t, Time) override { return false; }

  Netlist netlist_;
  SelfRun work_;
  BuildContext context_;
  Assembly machine_;
};

}  // namespace isochron::testbench
