// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include <isochron/core/arrival_queue.h>
#include <isochron/core/paced_work.h>
#include <isochron/host/host.h>
#include <isochron/observe/capacity.h>
#include <isochron/observe/level_over_time.h>
#include <isochron/observe/server_probes.h>
#include <isochron/observe/time_in.h>
#include <isochron/observe/traced.h>
#include <isochron/observe/type_registry.h>
#include <isochron/observe/with_statistics.h>
#include <isochron/protocol/at_target.h>
#include <isochron/protocol/hand_over.h>

namespace isochron {

/// A SCSI host adapter on the EISA bus of a PC: its disks' chunks go through it to memory, one at a time, first come,
/// first served, of one instant that of the disk with the lowest number first. Where two adapters of a host transfer at
/// the same time, each is slower. Source: Calliope, section 3.1, Table 1.
class HostAdapter final : public sc_core::sc_module,
                          public Host::Dma,
                          public WithStatistics<HostAdapter>,
                          public Traced,
                          private Region::Activity,
                          private Region::Update {
 public:
  struct Config {
    std::uint64_t chunk = 64ull * 1024;                 ///< bytes that the times below are of
    std::uint64_t hold = 10'820 * microsecond;          ///< ps that a chunk takes
    std::uint64_t shared_rate = 595'000;                ///< of its rate, while two adapters transfer: millionths
    std::uint64_t while_sending = 1'060 * microsecond;  ///< ps more of a chunk that begins while the host sends

    ParameterTable parameters();
    /// That a chunk of `bytes` takes where no other adapter transfers, ps, to the nearest. `sending`: the host sends
    /// when it begins.
    Time chunk_time(std::uint64_t bytes, bool sending) const;
    /// Of its disks together, where no other adapter transfers and the host does not send.
    Capacity capacity() const;
  };

  HostAdapter(const sc_core::sc_module_name& name, const Domain& domain, const Config& config, unsigned disks,
              Host& host);
  ~HostAdapter() override;

  /// "device[i]": a disk.
  AtTargetBase& device(unsigned index);
  /// Chunks that are across, with the disk's tag.
  OutletPort across;

  PacedWork::Speed share(unsigned transferring, Time now) override;
  const TimeIn& busy() const { return busy_; }                 ///< a chunk is on it
  const TimeIn& shared() const { return shared_; }             ///< ... and on another adapter of the host
  const LevelOverTime& queue_depth() const { return depth_; }  ///< chunks that wait
  /// Chunks that are across in this window, and their bytes.
  std::uint64_t chunks() const { return chunks_; }
  std::uint64_t bytes() const { return bytes_; }

  static Statistics<HostAdapter> statistics();
  void list_probes(ProbeList& list) override;
  void start_trace(Time now) override;
  void stop_trace() override { probes_ = nullptr; }

  static constexpr const char* type = "host_adapter";
  static TypeInfo type_info();

 private:
  friend class AtTargetOf<HostAdapter>;
  class Device;

  struct Chunk {
    Payload* payload = nullptr;
    Device* device = nullptr;
  };

  void complete(Time now) override;
  void update(Time now) override;
  void on_request(AtTargetBase& socket, Payload& payload, Time now);
  void on_complete(AtTargetBase& socket, Payload& payload, Time now);
  unsigned on_debug(AtTargetBase&, Payload&) { return 0; }  ///< it has no memory
  /// For whoever traces.
  void show(Time now);

  Region& region_;
  Config config_;
  Host& host_;
  PacedWork work_;  ///< what is left of the chunk that is on it
  Chunk crossing_;  ///< no payload: none
  TimeIn busy_;
  TimeIn shared_;
  LevelOverTime depth_;
  std::uint64_t chunks_ = 0;
  std::uint64_t bytes_ = 0;
  ArrivalQueue<Chunk> waiting_;
  std::vector<std::unique_ptr<Device>> devices_;
  ServerProbes* probes_ = nullptr;  ///< while it is traced
  std::unique_ptr<ServerProbes> own_probes_;
};

}  // namespace isochron
