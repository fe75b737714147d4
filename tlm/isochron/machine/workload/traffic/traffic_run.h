// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <isochron/core/ring.h>
#include <isochron/endpoint/arrivals.h>
#include <isochron/endpoint/block_deadlines.h>
#include <isochron/endpoint/delivery_ledger.h>
#include <isochron/endpoint/lost_requests.h>
#include <isochron/machine/workload/traffic/failed_traffic.h>
#include <isochron/machine/workload/traffic/flat_traffic.h>
#include <isochron/machine/workload/workload_run.h>
#include <isochron/observe/backlog.h>
#include <isochron/observe/delay_histogram.h>
#include <isochron/protocol/losses.h>
#include <isochron/storage/unit_rebuilder.h>

namespace isochron {

/// The traffics of a machine that is simulated. Every message that leaves a source is booked, and must arrive once and
/// whole.
class TrafficRun final : public WorkloadRun, private Arrivals, private WorkLosses, private LostRequests {
 public:
  /// Hears of a message once it has come.
  using Listener = std::function<void(const Tag& tag, Time now)>;

  explicit TrafficRun(const WorkloadContext& context);

  void set_listener(Listener listener) { listener_ = std::move(listener); }
  const DeliveryLedger& ledger() const { return ledger_; }

 private:
  /// Figures of the messages of a traffic.
  struct Flow {
    explicit Flow(const FlatTraffic& traffic);
    void start_window(Time now);
    /// Returns whether what has come goes on: of a lost unit the last part.
    bool arrives(const Tag& tag, std::uint64_t bytes, std::uint64_t unit, unsigned lane, Time now);

    /// A message of a rebuild has come, and so many bytes are rebuilt with it.
    void adds_to_rebuild(const Tag& tag, std::uint64_t bytes, Time now);

    std::vector<std::uint32_t> recorded_as;  ///< by endpoint; none: its number
    LostUnits lost_units;
    UnitRebuilder rebuilder;
    std::unique_ptr<BlockDeadlines> viewers;  ///< of streams
    DelayHistogram delays;
    Time deadline;  ///< 0: none
    Backlog backlog;
    // Arrived in the window:
    std::uint64_t useful = 0;   ///< bytes, a rebuilt unit once
    std::uint64_t rebuilt = 0;  ///< bytes of these
    std::uint64_t come = 0;     ///< messages, or requests
    std::uint64_t late = 0;     ///< of these
    std::uint64_t lost = 0;     ///< bytes that never will
  };
  /// What I/Os that are done lead to, of a traffic.
  struct Chain {
    static constexpr unsigned none = ~0u;
    /// Of the first traffic of a chain: an I/O that is done, while those that follow it are not.
    struct Held {
      Tag tag;
      std::uint64_t bytes = 0;
    };

    unsigned follower = none;
    unsigned first = 0;                  ///< traffic of its chain
    std::vector<std::uint32_t> sources;  ///< its own
    std::size_t turn = 0;                ///< of them: who is asked next
    std::unique_ptr<Ring<Held>> held;    ///< null: none are held
  };
  void make_chains();
  /// Hears of what never follows what was lost.
  class Followers final : public Losses {
   public:
    explicit Followers(TrafficRun& run) : run_(run) {}
    void lost(const Tag& tag, std::uint64_t bytes, Time now) override { run_.lost(tag, bytes, now); }

   private:
    TrafficRun& run_;
  };
  /// An I/O of the traffic is done: asks what follows it, or ends the chain. `lost`: it is not, and what follows it
  /// never comes.
  void pass_on(unsigned traffic, const Tag& tag, std::uint64_t bytes, Time now, bool lost);
  bool is_chained(unsigned traffic) const {
    return !chains_.empty() && (chains_[traffic].follower != Chain::none || traffic_[traffic].leader);
  }
  void failure(std::size_t fault, FailureStep step, FailureBook& book, Time now) override {
    failed_->happens(fault, step, book, build_->changing, now);
  }
  /// Number of the lost unit that an I/O is part of; 0: none.
  std::uint64_t unit_of(const Flow& flow, const Tag& tag) const {
    return failed_ == nullptr ? flow.lost_units.of(tag.block) : failed_->unit_of(tag);
  }
  void add_flow(const Flow& flow, const std::string& name, double window, ReplicationRecord& record) const;

  void offer(BuildContext& context) override;
  Departures* departures() override { return &ledger_; }
  Arrivals* arrivals() override { return this; }
  WorkLosses* losses() override { return this; }
  void set_book(FailureBook& book) override { book_ = &book; }
  bool has_end() const override { return has_end_; }
  std::string left_to_do() const override;
  std::size_t timers() const override;
  bool is_under_way() const { return ledger_.bytes_out() != ledger_.bytes_in() + ledger_.bytes_lost(); }
  void stop(Time now) override;
  void expect_late_arrivals() override;
  void all_have_arrived() override;
  void start_window(Time now) override;
  void add_to(ReplicationRecord& record, double window) const override;
  bool arrives(const Tag& tag, std::uint64_t bytes, Time now) override;
  bool message_lost(const Tag& tag, std::uint64_t bytes, std::uint32_t fault, Time now) override;
  void request_lost(const Tag& tag, std::uint64_t bytes, std::uint32_t fault, Time now) override;
  /// A message, or a request, never arrives.
  void lost(const Tag& tag, std::uint64_t bytes, Time now);

  /// Deliveries in all.
  struct Totals {
    std::uint64_t bytes_out = 0;
    std::uint64_t bytes_in = 0;
    std::uint64_t bytes_lost = 0;
    std::uint64_t messages = 0;
    std::uint64_t fingerprint = 0;
  };
  Totals totals() const;

  WorkloadContext context_;
  const Netlist& netlist_;
  const std::vector<FlatTraffic>& traffic_;
  DeliveryLedger ledger_;
  Listener listener_;  ///< empty: nobody
  Followers followers_{*this};
  FailureBook* book_ = nullptr;    ///< or none
  BuildContext* build_ = nullptr;  ///< in which sources say who they are
  bool has_end_ = false;
  bool has_losses_;                        ///< faults may destroy messages
  std::unique_ptr<FailedTraffic> failed_;  ///< where parts fail
  std::vector<Flow> flows_;
  std::vector<Chain> chains_;                ///< by traffic; empty: no traffic follows another
  std::vector<unsigned> flow_of_;            ///< by source
  std::vector<unsigned> lanes_;              ///< by source: its last index
  std::vector<std::uint64_t> source_bytes_;  ///< arrived in the window, by source
  std::optional<Totals> stopped_;            ///< when the other work was done
  std::uint64_t expected_ = 0;               ///< bytes; of traffic that ends
};

}  // namespace isochron
