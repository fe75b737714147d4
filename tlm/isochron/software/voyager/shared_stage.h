// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <isochron/core/arrival_queue.h>
#include <isochron/core/split_mix.h>
#include <isochron/observe/level_over_time.h>
#include <isochron/observe/server_probes.h>
#include <isochron/observe/time_in.h>
#include <isochron/protocol/domain.h>
#include <isochron/protocol/hand_over.h>
#include <isochron/protocol/service_pace.h>
#include <isochron/software/voyager/vsd_config.h>

namespace isochron {

/// The stage that all requests for virtual shared disks of a node go through, one at a time: first come, first served,
/// of one instant by disk, then by who asks, then by stream. A request takes its bytes times VsdConfig::shared in the
/// mean. A part of a VsdClient or VsdServer.
class SharedStage final : private Region::Activity, private Region::Update {
 public:
  /// `draws`: of the times. What has been served goes to `served`, which must outlive it, as must `pace`.
  SharedStage(const Domain& domain, ServicePace& pace, const VsdConfig& config, const SplitMix64& draws, Inlet& served);

  /// Holds the payload until it is served. How long it takes follows from its tag's `bytes`.
  void serve(Payload& payload, Time now);

  bool empty() const { return !busy_.inside() && waiting_.empty(); }
  const TimeIn& busy() const { return busy_; }
  const LevelOverTime& queue_depth() const { return depth_; }  ///< requests that wait
  std::uint64_t bytes() const { return bytes_; }               ///< of the requests served in this window

  void start_window(Time now);
  /// Follows it from now on; nullptr: no longer.
  void trace(ServerProbes* probes, Time now);

 private:
  void complete(Time now) override;
  void update(Time now) override;
  Time draw();
  void show(Time now);

  Region& region_;
  ServicePace& pace_;
  std::uint64_t byte_;
  VsdConfig::Service service_;
  SplitMix64 draws_;
  Inlet& served_;
  ArrivalQueue<Payload*> waiting_;
  Payload* serving_ = nullptr;
  TimeIn busy_;
  LevelOverTime depth_;
  std::uint64_t bytes_ = 0;
  ServerProbes* probes_ = nullptr;  ///< while it is traced
};

}  // namespace isochron
