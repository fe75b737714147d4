// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <isochron/endpoint/source_traffic.h>
#include <isochron/fold/folded_head.h>
#include <isochron/observe/level_over_time.h>
#include <isochron/observe/time_in.h>
#include <isochron/observe/traced.h>
#include <isochron/observe/type_registry.h>
#include <isochron/observe/with_statistics.h>

namespace isochron {

/// Sends the I/Os of one or several traffics: what every source of a machine that is made of general parts has,
/// whatever it sends by. I/Os go in the order in which they were asked for; of those of one instant the traffic that
/// was added first is first.
class MessageSource : public sc_core::sc_module,
                      public WithStatistics<MessageSource>,
                      public Traced,
                      private SourceTraffic::Listener,
                      protected Region::Requester {
 public:
  using Addressing = SourceTraffic::Addressing;

  ~MessageSource() override;

  /// Another traffic of it, before the simulation starts: see the constructor. `source` differs from that of others.
  void add_traffic(const SourceLoad& load, std::unique_ptr<DestinationPolicy> destinations, Addressing addressing,
                   std::uint32_t source);
  /// In the order in which they were added.
  const std::vector<std::unique_ptr<SourceTraffic>>& traffics() const { return traffics_; }

  std::uint64_t bytes() const { return bytes_; }          ///< that left in this window
  std::uint64_t messages() const { return messages_; }    ///< that left in this window
  const LevelOverTime& depth() const { return depth_; }   ///< messages ready and not gone
  const TimeIn& wait_link() const { return wait_link_; }  ///< there is one

  static Statistics<MessageSource> statistics(const std::string& where = "");
  void list_probes(ProbeList& list) override;
  void start_trace(Time now) final;
  void stop_trace() final { probes_ = nullptr; }

 protected:
  /// With its first traffic: `addressing` of the bus or routers behind it; `source`: its endpoint. Throws ModelError
  /// for a load that cannot be: see SourceLoad; and a message fits into one of the pool.
  MessageSource(const sc_core::sc_module_name& name, const Domain& domain, const SourceLoad& load,
                std::unique_ptr<DestinationPolicy> destinations, Addressing addressing, Departures& departures,
                std::uint32_t source);

  bool has_message() const {
    for (const std::unique_ptr<SourceTraffic>& one : traffics_)
      if (one->has_message()) return true;
    return false;
  }
  /// Makes the next message, which leaves its source: the caller sends it at once. With one reference.
  Message& next_message() {
    if (traffics_.size() > 1 && !sending_->under_way()) take_turn();
    return sending_->next_message();
  }
  /// One has gone: it no longer waits.
  void gone(Time now) { change_depth(now, -1); }
  /// Counts what has left.
  void sent(std::uint64_t bytes) {
    bytes_ += bytes;
    ++messages_;
  }
  /// ask() is to be called in this instant.
  void request() { domain_.region.request(*this); }

  FoldedHead* head_ = nullptr;  ///< that computes the bus in front of it; or none

  /// The statistics of a source that sends `where`, "over the link".
  static void describe(TypeInfo& info, const std::string& where);

 private:
  void start();
  void about_to_ask(Time now) override {
    if (head_ != nullptr) head_->fill(now);
  }
  void asked(std::int64_t messages, Time now) override;
  /// Chooses whose I/O is sent next. There is one.
  void take_turn();
  void change_depth(Time now, std::int64_t by);

  struct Probes;
  /// Updates the probes of a trace.
  void show(Time now) {
    if (__builtin_expect(probes_ != nullptr, 0)) show_traced(now);
  }
  void show_traced(Time now);

  Domain domain_;
  Departures& departures_;
  std::vector<std::unique_ptr<SourceTraffic>> traffics_;
  SourceTraffic* sending_ = nullptr;  ///< whose I/O is sent, or was last
  std::uint64_t bytes_ = 0;
  std::uint64_t messages_ = 0;
  LevelOverTime depth_;
  TimeIn wait_link_;
  Probes* probes_ = nullptr;  ///< while it is traced
  std::unique_ptr<Probes> own_probes_;
};

}  // namespace isochron
