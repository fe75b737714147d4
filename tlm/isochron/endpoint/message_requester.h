// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <isochron/endpoint/arrivals.h>
#include <isochron/endpoint/lost_requests.h>
#include <isochron/endpoint/request_board.h>
#include <isochron/endpoint/request_slot.h>
#include <isochron/endpoint/source_traffic.h>
#include <isochron/observe/level_over_time.h>
#include <isochron/observe/parameter_table.h>
#include <isochron/observe/time_in.h>
#include <isochron/observe/traced.h>
#include <isochron/observe/type_registry.h>
#include <isochron/observe/with_statistics.h>

namespace isochron {

/// Asks for data and waits for the answers: what every requester has, whatever it is joined to. Requests leave in the
/// order in which they were asked for. What a request leaves with takes a tag until it is answered.
///
/// Where faults can lose messages (RequestLoad::timeout) a request that is not answered in time gives back all that it
/// holds, and is asked for again before others, or is lost. What still comes of an attempt that is over is late: it is
/// counted, and nothing else.
class MessageRequester : public sc_core::sc_module,
                         public WithStatistics<MessageRequester>,
                         public Traced,
                         public RequestOwner,
                         private SourceTraffic::Listener,
                         protected Region::Requester {
 public:
  struct Config {
    std::uint64_t tags = 32;  ///< requests under way at once

    ParameterTable parameters();
  };

  ~MessageRequester() override;

  /// One of its traffics, before the simulation starts: see SourceTraffic. `load` has requests.
  SourceTraffic& add_traffic(const SourceLoad& load, std::unique_ptr<DestinationPolicy> destinations,
                             SourceTraffic::Addressing addressing, std::uint32_t source);

  void served(const Tag& tag, std::uint64_t bytes, Time now) override;
  void message_lost(const Tag& tag, std::uint32_t fault) final;
  /// Requests of it can be lost. Before the simulation starts.
  void expect_losses(LostRequests& hearer);

  std::uint64_t requests() const { return requests_; }       ///< done in this window
  const LevelOverTime& in_use() const { return in_use_; }    ///< tags
  const LevelOverTime& waiting() const { return waiting_; }  ///< requests that have not begun to leave

  static Statistics<MessageRequester> statistics();
  void start_window(Time now) override;
  void report(StatisticSink& sink) override;
  void list_probes(ProbeList& list) override;
  void start_trace(Time now) override;
  void stop_trace() override { probes_ = nullptr; }

 protected:
  /// A request that is under way.
  struct Slot {
    Tag tag;                                       ///< of all of it
    std::uint64_t address = 0;                     ///< that leads to who answers it
    std::uint64_t left = 0;                        ///< bytes that have not been served
    std::uint32_t tags = 0;                        ///< that it has
    std::uint32_t attempt = 0;                     ///< times that it has been asked for before
    std::uint32_t fault = LostRequests::no_fault;  ///< that destroyed a message of it last
  };

  MessageRequester(const sc_core::sc_module_name& name, const Domain& domain, const Config& config,
                   Departures& departures, Arrivals& arrivals);

  bool has_request() const { return waiting_.level() > taken_; }
  bool has_tag() const { return tags_ > 0; }
  /// The next request, which begins to leave.
  std::uint32_t next_request(Time now) {
    const std::uint32_t number = take_request();
    begin_request(number, now);
    return number;
  }
  /// The next request, which waits until begin_request().
  std::uint32_t take_request();
  void begin_request(std::uint32_t number, Time now);
  void take_tag(Time now);
  void return_tag(Time now);
  /// The same for the request `number`, which gives its tags back where it is not answered in time.
  void take_tag_for(std::uint32_t number, Time now) {
    ++slots_[number].tags;
    take_tag(now);
  }
  void return_tag_of(std::uint32_t number, Time now) {
    --slots_[number].tags;
    return_tag(now);
  }
  /// Whether the request that `tag` is of waits for its answer. Else what has come is late, and has been counted.
  bool is_awaited(const Tag& tag) {
    if (__builtin_expect(recovery_ == nullptr, 1)) return true;
    const std::uint32_t number = RequestSlot::of(tag);
    if (number < slots_.size() && slots_[number].left > 0 && RequestSlot::is_same(slots_[number].tag, tag)) return true;
    note_late();
    return false;
  }
  /// Its requests can be lost.
  bool recovers() const { return recovery_ != nullptr; }
  /// Bytes of the request `number`, which waits for its answer, have been served.
  void count_served(std::uint32_t number, std::uint64_t bytes, Time now);
  /// The request `number` has not been answered in time: nothing more of this attempt may leave. Its tags are given
  /// back by themselves.
  virtual void withdraw(std::uint32_t number, Time now) {
    (void)number;
    (void)now;
  }
  const Slot& slot(std::uint32_t number) const { return slots_[number]; }
  /// How requests of one of its traffics are made.
  const RequestLoad& load_of(std::uint32_t source) const;
  /// A message of the request `number`, with one reference: `bytes` from `offset` on.
  Message& message_of(std::uint32_t number, std::uint64_t offset, std::uint64_t bytes);
  /// Books the request in `slot` as done, which is free then. In done(), or later.
  void finish(std::uint32_t slot, Time now);
  /// Adds who waits for answers, for a report of a machine that stands still.
  void report_waits(std::vector<Wait>& waits) const override;
  /// Something waits that would leave if there were a tag.
  virtual bool waits_for_tag() const { return waiting_.level() > 0 && tags_ == 0; }
  /// To be called where the answer of waits_for_tag() may have changed.
  void note_wait(Time now);

  static void describe(TypeInfo& info);

  Domain domain_;

 private:
  void start();
  void about_to_ask(Time) final {}
  void asked(std::int64_t requests, Time now) final;
  void show(Time now) {
    if (__builtin_expect(probes_ != nullptr, 0)) show_traced(now);
  }
  void show_traced(Time now);
  /// The request in `slot` has been answered in whole.
  virtual void done(std::uint32_t slot, Time now) = 0;

  /// What it has where requests can be lost.
  struct Recovery;
  void expire(const Tag& attempt, Time now);
  void note_late();
  static Statistics<MessageRequester> recovery_statistics();
  static const Statistics<MessageRequester>& recovery_table();

  struct Probes;

  Departures& departures_;
  Arrivals& arrivals_;
  std::vector<std::unique_ptr<SourceTraffic>> traffics_;
  std::uint64_t tags_;  ///< that are free
  std::vector<Slot> slots_;
  std::vector<std::uint32_t> free_;  ///< slots
  std::uint64_t requests_ = 0;
  std::uint64_t read_ = 0;     ///< bytes
  std::uint64_t written_ = 0;  ///< bytes
  LevelOverTime in_use_;
  LevelOverTime waiting_;
  std::int64_t taken_ = 0;  ///< of those that wait
  TimeIn wait_tag_;
  Probes* probes_ = nullptr;  ///< while it is traced
  std::unique_ptr<Probes> own_probes_;
  std::unique_ptr<Recovery> recovery_;  ///< or none
};

}  // namespace isochron
