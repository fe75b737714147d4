// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/core/arrival_queue.h>
#include <isochron/core/rate.h>
#include <isochron/device/seek_latency.h>
#include <isochron/observe/capacity.h>
#include <isochron/observe/level_over_time.h>
#include <isochron/observe/measured.h>
#include <isochron/observe/server_probes.h>
#include <isochron/observe/time_in.h>
#include <isochron/observe/type_registry.h>
#include <isochron/protocol/request_queue.h>

namespace isochron {

/// Magnetic disk on a SCSI bus: serves requests one after another, each after a latency of its own, at the rate of its
/// medium, into a buffer from which it then goes over the bus (store and forward). Source: Gennart et al., section
/// 3.2.
class Disk final : public sc_core::sc_module,
                   public Measured,
                   public Traced,
                   private Region::Activity,
                   private Region::Update {
 public:
  enum class Freed {
    after_medium,  ///< the next request begins once the medium's transfer has ended
    after_scsi     ///< ... once the data is across the SCSI bus
  };
  struct Config {
    SeekLatency latency;
    std::uint64_t rate = 8ull * 4'000'000;  ///< of the medium, bit/s
    Freed freed = Freed::after_medium;

    ParameterTable parameters();
    /// With requests of `bytes`, where its bus takes no time.
    Capacity capacity(std::uint64_t bytes) const;
  };

  Disk(const sc_core::sc_module_name& name, const Domain& domain, const Config& config, std::uint64_t seed);

  AtInitiatorOf<Disk> socket;

  /// Asks for `bytes` >= 1 that `tag` describes, to be sent to `address` on the bus. Requests of one instant are served
  /// in the order of their sequence numbers.
  void read(const Tag& tag, std::uint64_t address, std::uint64_t bytes, Time now);

  void start_window(Time now) override;
  void report(StatisticSink& sink) override;
  void report_waits(std::vector<Wait>& waits) const override;
  const TimeIn& busy() const { return busy_; }
  const LevelOverTime& queue_depth() const { return depth_; }  ///< requests not yet begun

  void list_probes(ProbeList& list) override;
  void start_trace(Time now) override;
  void stop_trace() override { probes_ = nullptr; }

  static constexpr const char* type = "disk";
  static TypeInfo type_info();

 private:
  friend class AtInitiatorOf<Disk>;

  struct Request {
    Tag tag;
    std::uint64_t address = 0;
    std::uint64_t bytes = 0;
  };

  void complete(Time now) override;
  void update(Time now) override;
  void on_accepted(AtInitiatorBase& socket, Payload& payload, Time now);
  void on_response(AtInitiatorBase& socket, Payload& payload, Time now);
  void free(Time now);
  /// For whoever traces.
  TransactionId served() const;
  void show(Time now);

  Domain domain_;
  Config config_;
  Rate rate_;
  SplitMix64 latencies_;
  ArrivalQueue<Request> requests_;
  Request serving_;
  LevelOverTime depth_;
  TimeIn busy_;
  RequestQueue<Disk> outbox_{socket};
  ServerProbes* probes_ = nullptr;  ///< while it is traced
  std::unique_ptr<ServerProbes> own_probes_;
};

}  // namespace isochron
