// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include <isochron/core/arrival_queue.h>
#include <isochron/observe/level_over_time.h>
#include <isochron/observe/probe.h>
#include <isochron/observe/time_in.h>
#include <isochron/observe/traced.h>
#include <isochron/observe/type_registry.h>
#include <isochron/observe/with_statistics.h>
#include <isochron/protocol/hand_over.h>
#include <isochron/protocol/request_queue.h>

namespace isochron {

/// A block mover that takes a strand from local memory over the system bus in one transfer. It is never held: each
/// strand asks for the system bus in the instant in which it is handed over, whatever else is under way. The other
/// reading of the same wish (Gennart et al., section 5.3), in bursts and one move after another, is BlockMover.
class StrandMover final : public sc_core::sc_module,
                          public Inlet,
                          public WithStatistics<StrandMover>,
                          public Traced,
                          private Region::Update {
 public:
  /// `source`: of the local memory, where a strand with its stream's data (Tag::has_data) lies Tag::data_offset further
  /// on. To the system bus its address is `destination`, and Tag::data_offset further on.
  StrandMover(const sc_core::sc_module_name& name, const Domain& domain, std::uint64_t source,
              std::uint64_t destination = 0);
  ~StrandMover() override;

  /// Towards the local memory itself, which must answer at once, and not over a bus.
  AtInitiatorOf<StrandMover> local;
  AtInitiatorOf<StrandMover> system;
  /// Every strand whose last byte has been written.
  Outlet moved{"moved"};

  /// Takes on the strand in `payload`, and holds it until it hands it on.
  void accept(Payload& payload, Time now) override;

  static Statistics<StrandMover> statistics();
  void report_waits(std::vector<Wait>& waits) const override;
  const TimeIn& busy() const { return busy_; }                     ///< with a strand or more
  const LevelOverTime& queue_depth() const { return under_way_; }  ///< strands handed over and not yet moved

  void list_probes(ProbeList& list) override;
  void start_trace(Time now) override;
  void stop_trace() override { traced_ = false; }

  static constexpr const char* type = "strand_mover";
  static TypeInfo type_info();

 private:
  friend class AtInitiatorOf<StrandMover>;

  void update(Time now) override;
  void on_accepted(AtInitiatorBase& socket, Payload& payload, Time now);
  void on_response(AtInitiatorBase& socket, Payload& payload, Time now);
  void change(Time now, int strands);

  Region& region_;
  std::uint64_t source_;
  std::uint64_t destination_;
  ArrivalQueue<Payload*> handed_over_;  ///< in this instant
  LevelOverTime under_way_;
  TimeIn busy_;
  RequestQueue<StrandMover> reads_{local};
  RequestQueue<StrandMover> writes_{system};
  NumberProbe strands_;
  bool traced_ = false;
};

}  // namespace isochron
