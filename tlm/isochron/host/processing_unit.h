// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include <isochron/core/arrival_queue.h>
#include <isochron/core/rate.h>
#include <isochron/observe/level_over_time.h>
#include <isochron/observe/server_probes.h>
#include <isochron/observe/time_in.h>
#include <isochron/observe/type_registry.h>
#include <isochron/observe/with_statistics.h>
#include <isochron/protocol/faulty_station.h>
#include <isochron/protocol/hand_over.h>
#include <isochron/protocol/request_queue.h>

namespace isochron {

/// A processor, compressor or network interface that works on whole strands: reads one from memory over the bus,
/// computes, and writes the result back, 1 / `reduction` of what it read. Strands are served first come, first served;
/// of those that come in one instant that with the lowest sequence number first. Source: Gennart et al.,
/// sections 3.1 and 4 (composite operations of elementary ones).
class ProcessingUnit final : public sc_core::sc_module,
                             public Inlet,
                             public WithStatistics<ProcessingUnit>,
                             public Traced,
                             public FaultyStation,
                             private Region::Activity,
                             private Region::Update {
 public:
  struct Config {
    std::uint64_t rate = 0;             ///< of computing, bit/s of input; 0: takes no time
    std::uint64_t reduction = 1;        ///< input by output; 0: nothing is written back
    bool held_during_transfers = true;  ///< the unit is taken from before the read until after the write
  };

  /// `address`: of the memory that it works on.
  ProcessingUnit(const sc_core::sc_module_name& name, const Domain& domain, const Config& config,
                 std::uint64_t address);

  AtInitiatorOf<ProcessingUnit> socket;
  /// Every strand that is done, its result (the payload's length) in memory.
  Outlet processed{"processed"};

  /// Takes on the strand in `payload`, and holds it until it hands it on. One with its stream's data (Tag::has_data) is
  /// read from where these are, Tag::data_offset, and compared with the stream; a result has no data.
  void accept(Payload& payload, Time now) override;

  static Statistics<ProcessingUnit> statistics();
  void report_waits(std::vector<Wait>& waits) const override;
  const TimeIn& busy() const { return busy_; }
  const LevelOverTime& queue_depth() const { return depth_; }  ///< strands that wait for the unit
  /// What it read that was compared with its stream, bytes.
  std::uint64_t checked_bytes() const { return checked_bytes_; }

  void list_probes(ProbeList& list) override;
  void start_trace(Time now) override;
  void stop_trace() override { probes_ = nullptr; }

  static constexpr const char* type = "processing_unit";
  static TypeInfo type_info();

 private:
  friend class AtInitiatorOf<ProcessingUnit>;

  void update(Time now) override;
  void complete(Time now) override;
  void on_accepted(AtInitiatorBase& socket, Payload& payload, Time now);
  void on_response(AtInitiatorBase& socket, Payload& payload, Time now);

  void request(Payload& payload, tlm::tlm_command command, std::uint64_t bytes);
  void queue(Payload& payload, Time now);
  void compute(Time now);
  void free(Time now);
  void finish(Payload& payload, Time now);
  /// For whoever traces.
  void show(Time now);

  Region& region_;
  Config config_;
  std::optional<Rate> rate_;
  std::uint64_t address_;
  std::uint64_t checked_bytes_ = 0;
  ArrivalQueue<Payload*> to_read_;  ///< with the unit held only while it computes: to be read at the end of the instant
  ArrivalQueue<Payload*> waiting_;  ///< for the unit
  Payload* current_ = nullptr;      ///< has the unit
  LevelOverTime depth_;
  TimeIn busy_;
  RequestQueue<ProcessingUnit> outbox_{socket};
  ServerProbes* probes_ = nullptr;  ///< while it is traced
  std::unique_ptr<ServerProbes> own_probes_;
};

}  // namespace isochron
