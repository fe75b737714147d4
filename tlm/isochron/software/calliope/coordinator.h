// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include <isochron/core/arrival_queue.h>
#include <isochron/observe/delay_histogram.h>
#include <isochron/observe/flow_counter.h>
#include <isochron/observe/level_over_time.h>
#include <isochron/observe/time_in.h>
#include <isochron/observe/traced.h>
#include <isochron/observe/type_registry.h>
#include <isochron/observe/with_statistics.h>
#include <isochron/protocol/domain.h>
#include <isochron/software/calliope/session_post.h>
#include <isochron/software/calliope/session_table.h>

namespace isochron {

/// The coordinator of a multimedia server: it decides which storage unit plays a session, and when. Source: Calliope,
/// section 2.2.
///
/// One processor takes requests and notices of ends, first come, first served. A request then gets a unit that has the
/// content, and bandwidth for all members of the group; a recording one with bandwidth and space for its estimated
/// length. Of several the one with the fewest streams, then the lowest number. If there is none it waits: whenever
/// something is given back those that wait are looked through in their order.
///
/// Of one instant first what ends, then failures, then returns, then what waits, and then the decision of the
/// processor. After each the books are compared with the table's: requested = deciding + queued + playing + ended +
/// lost. A flow counts requests, which arrive once they have got their first unit.
class Coordinator final : public sc_core::sc_module,
                          public WithStatistics<Coordinator>,
                          public Traced,
                          public FlowCounter,
                          private Region::Activity,
                          private Region::Update {
 public:
  enum class Policy {
    end,    ///< the sessions of a unit that fails are lost
    resume  ///< those that play go on at another unit that has the content; lost where there is none
  };
  struct Config {
    std::uint64_t processor = 2'330 * microsecond;  ///< of a session, ps
    std::uint64_t ending = 0;                       ///< fraction of that for the notice of its end; millionths
    std::uint64_t streams_a_unit = 20;
    std::uint64_t copies = 1;             ///< of each item of content, at as many units
    std::uint64_t stride = 1;             ///< copy k of item c is at unit (c + k * stride) mod units
    std::uint64_t space = 4'000'000'000;  ///< of a unit, for recordings; bytes
    Policy policy = Policy::end;
    // Of the machine around it.
    std::uint64_t units = 2;
    std::uint64_t disks = 1;         ///< of a unit, which share its streams evenly; 1 also where files are striped
    std::uint64_t rate = 1'500'000;  ///< of a recorded stream, bit/s
    std::uint64_t message = 338;     ///< of an order, bytes

    /// Those above the machine's.
    ParameterTable parameters();
    /// Of copy `copy` of an item.
    unsigned unit_of(std::uint32_t content, std::uint64_t copy) const {
      return static_cast<unsigned>((content + copy * stride) % units);
    }
    /// Of an item's first member, at each unit that has it.
    unsigned disk_of(std::uint32_t content) const { return static_cast<unsigned>(content / units % disks); }
    /// That a disk has room for.
    std::uint64_t streams_a_disk() const { return (streams_a_unit + disks - 1) / disks; }
    /// Processor time of the notice of an end, and of a request, ps.
    Time end_work() const;
    Time request_work() const { return processor - end_work(); }
    /// That a recording of `length` takes, bytes.
    std::uint64_t bytes_of(const Session& session, Time length) const;
  };

  /// `sessions` must outlive it.
  Coordinator(const sc_core::sc_module_name& name, const Domain& domain, const Config& config, SessionTable& sessions);
  ~Coordinator() override;

  /// From clients and units.
  InletPort messages;
  /// To units.
  OutletPort orders;

  /// The connection to a unit has broken; it counts as failed until it sends SessionPost::Kind::returned.
  void connection_broken(unsigned unit, Time now);

  /// Streams at a unit, and bytes of its space that are not used.
  std::uint64_t streams(unsigned unit) const { return units_[unit].streams; }
  std::uint64_t free_space(unsigned unit) const { return units_[unit].space; }
  bool available(unsigned unit) const { return units_[unit].up; }

  // In this window.
  const TimeIn& busy() const { return busy_; }                   ///< of the processor
  const DelayHistogram& scheduling() const { return decided_; }  ///< from a request's arrival to its decision
  const DelayHistogram& waits() const { return waits_; }         ///< until the processor begins with a request
  const LevelOverTime& queue_depth() const { return queued_; }   ///< requests that wait for a unit
  std::uint64_t admitted() const { return counts_.admitted; }
  std::uint64_t streams_lost() const { return counts_.streams_lost; }
  /// Of the run: every decision and every end, with its time.
  std::uint64_t fingerprint() const { return fingerprint_; }

  static Statistics<Coordinator> statistics();
  void start_window(Time now) override;
  void report_waits(std::vector<Wait>& waits) const override;
  void list_probes(ProbeList& list) override;
  void start_trace(Time now) override;
  void stop_trace() override { probes_ = nullptr; }

  static constexpr const char* type = "coordinator";
  static constexpr const char* calls = "connections to units";
  static TypeInfo type_info();

 private:
  struct Probes;

  struct Unit {
    bool up = true;
    std::uint64_t sessions = 0;
    std::uint64_t streams = 0;
    std::uint64_t space = 0;               ///< free, bytes
    std::vector<std::uint64_t> on_a_disk;  ///< streams, by disk
  };
  /// Something for the processor.
  struct Job {
    SessionPost::Kind kind = SessionPost::Kind::request;
    std::uint32_t session = 0;
    std::uint32_t attempt = 0;
    unsigned unit = 0;
    Time came = 0;
    bool again = false;  ///< a session that is to be resumed
  };
  struct Counts {
    std::uint64_t requested = 0;
    std::uint64_t admitted = 0;
    std::uint64_t resumed = 0;
    std::uint64_t ended = 0;
    std::uint64_t lost = 0;
    std::uint64_t streams_lost = 0;
    std::uint64_t longest_queue = 0;
  };
  using Queue = ArrivalQueue<std::uint32_t>;

  void take(Payload& payload, Time now);
  void complete(Time now) override;
  void update(Time now) override;

  void end(const Job& job, Time now);
  void finish(Session& session, Time now);
  void lose_unit(unsigned unit, Time now);
  void lose(Session& session);
  void note(const Session& session, Time now);
  void restore_unit(unsigned unit);
  void decide(const Job& job, Time now);
  void start_next(Time now);
  /// Lets those of a queue in that can be.
  void admit_from(Queue& queue, Time now);
  /// Gives it a unit if one can take it.
  bool admit(Session& session, Time now);
  bool can_take(unsigned unit, const Session& session, unsigned disk) const;
  unsigned first_disk(unsigned unit, const Session& session) const;
  /// Takes it from its unit; `used`: of the space for its recording, bytes.
  void release(const Session& session, std::uint64_t used, Time now);
  void wait(Queue& queue, Session& session, Time now);
  std::uint64_t waiting() const { return resumed_.size() + queue_.size(); }
  void check_books() const;
  void check_unit(unsigned unit) const;
  /// For whoever traces.
  void show(Time now) {
    if (__builtin_expect(probes_ != nullptr, 0)) show_traced(now);
  }
  void show_traced(Time now);

  Region& region_;
  Config config_;
  SessionTable& sessions_;
  SessionPost post_;
  InletOf<Coordinator> taken_{*this, &Coordinator::take};
  std::vector<Unit> units_;
  std::uint64_t room_;       ///< streams for which there is bandwidth left at units that work
  ArrivalQueue<Job> again_;  ///< sessions of failed units, which go before ...
  ArrivalQueue<Job> jobs_;   ///< ... what has come since
  ArrivalQueue<Job> ends_;   ///< that have come, and cost nothing
  ArrivalQueue<unsigned> broken_;
  ArrivalQueue<unsigned> returned_;
  Job job_;            ///< that the processor works on
  bool done_ = false;  ///< it is through with it
  Queue resumed_;      ///< sessions that wait for another unit, before ...
  Queue queue_;        ///< ... those that wait for their first
  bool freed_ = false;
  std::uint64_t requested_ = 0;        ///< of the run
  std::uint64_t requests_inside_ = 0;  ///< that wait for the processor, or have it
  std::uint64_t sessions_at_units_ = 0;
  TimeIn busy_;
  LevelOverTime queued_;
  LevelOverTime streams_;
  DelayHistogram decided_;
  DelayHistogram waits_;
  Counts counts_;
  std::uint64_t fingerprint_ = 0;
  Probes* probes_ = nullptr;  ///< while it is traced
  std::unique_ptr<Probes> own_probes_;
};

}  // namespace isochron
