// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include <isochron/core/arrival_queue.h>
#include <isochron/core/paced_work.h>
#include <isochron/device/host.h>
#include <isochron/observe/measured.h>
#include <isochron/observe/time_in.h>
#include <isochron/observe/traced.h>
#include <isochron/observe/type_registry.h>
#include <isochron/protocol/at_target.h>
#include <isochron/protocol/hand_over.h>

namespace isochron {

/// A SCSI host adapter on the EISA bus of a PC: its disks' chunks go through it to memory, one at a time, first come,
/// first served, of one instant that of the disk with the lowest number first. Where two adapters of a host transfer at
/// the same time, each is slower. Source: Calliope, section 3.1, Table 1.
class HostAdapter final : public sc_core::sc_module,
                          public Host::Dma,
                          public Measured,
                          public Traced,
                          private Region::Activity,
                          private Region::Update {
 public:
  struct Config {
    std::uint64_t chunk = 64ull * 1024;   ///< bytes that the times below are of
    std::uint64_t hold = 0;               ///< ps that a chunk takes
    std::uint64_t shared_rate = 500'000;  ///< of its rate, while two adapters transfer: millionths
    std::uint64_t while_sending = 0;      ///< ps more of a chunk that begins while the host sends

    ParameterTable parameters();
  };

  HostAdapter(const sc_core::sc_module_name& name, const Domain& domain, const Config& config, unsigned disks,
              Host& host);
  ~HostAdapter() override;

  /// "device[i]": a disk.
  AtTargetBase& device(unsigned index);
  /// Chunks that are across, with the disk's tag.
  OutletPort across;

  void share(unsigned transferring, Time now) override;
  const TimeIn& busy() const;  ///< a chunk is on it

  void start_window(Time now) override;
  void report(StatisticSink& sink) override;
  void report_waits(std::vector<Wait>& waits) const override;
  void list_probes(ProbeList& list) override;
  void start_trace(Time now) override;
  void stop_trace() override;

  static constexpr const char* type = "host_adapter";
  static TypeInfo type_info();

 private:
  // filled in by its author
};

}  // namespace isochron
