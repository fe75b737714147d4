// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <vector>

#include <isochron/machine/elaborate/netlist.h>
#include <isochron/machine/faults/failure_book.h>
#include <isochron/machine/workload/traffic/asked_again.h>
#include <isochron/machine/workload/traffic/flat_traffic.h>
#include <isochron/machine/workload/traffic/rebuild.h>
#include <isochron/part/part_plan.h>
#include <isochron/protocol/losses.h>
#include <isochron/storage/lost_units.h>

namespace isochron {

/// What failures of parts do to the traffics of a machine. What a failed source would have sent, and what comes to a
/// failed sink, is lost. Once the machine knows of a failure its other sources ask for what those of the machine that
/// remains do; when the part is back all are as before. Where it returns empty they first do what those of a third
/// machine do, while its contents are rebuilt. Of several such changes at a time the last counts for the others.
class FailedTraffic {
 public:
  /// Hears of what is lost for good.
  using Lose = std::function<void(const Tag& tag, std::uint64_t bytes, Time now)>;
  /// Hears that lost units of a traffic are rebuilt from so many parts from now on.
  using Expect = std::function<void(std::size_t traffic, unsigned parts)>;

  /// `netlist` has faults; it and `region` outlive this. Before the simulation starts.
  FailedTraffic(const Netlist& netlist, Region& region, Lose lose, Expect expect);
  /// The traffic has viewers, who want to have what they miss.
  void watch(std::size_t traffic, BlockDeadlines& viewers);

  /// `sources`: by their numbers.
  void happens(std::size_t fault, FailureStep step, FailureBook& book, const std::vector<ChangingSource*>& sources,
               Time now);

  /// Whether a message that has come is lost, since what it has come to has failed. The answer to a request comes to
  /// who has asked.
  bool takes(const Tag& tag, std::uint64_t bytes, bool is_request, Time now) {
    const std::uint32_t by = is_request ? sources_[tag.source].failed_by : failed_endpoints_[tag.destination];
    if (by == none) return false;
    lost(by, tag, bytes, now);
    return true;
  }
  /// Whether a message that is lost may be asked for again, so that nobody misses it yet.
  bool keeps(const Tag& tag, Time now);
  /// Whether a message that was asked for again has come in whole.
  bool comes_again(const Tag& tag) { return again_[sources_[tag.source].traffic]->arrives(tag); }
  /// Whether the message is of a traffic that rebuilds.
  bool is_rebuild(const Tag& tag) const { return rebuilds_by(sources_[tag.source].traffic); }
  /// Such a message has come. Returns bytes that are rebuilt with it: a unit, or 0.
  std::uint64_t rebuild_arrives(const Tag& tag, std::uint64_t bytes, Time now);
  void rebuild_lost(const Tag& tag, std::uint64_t bytes, Time now);
  /// What is due and was to be asked for again is missed.
  void settle(Time now);
  /// Number of the lost unit that an I/O is part of, 1 or more; 0: none.
  std::uint64_t unit_of(const Tag& tag) const;
  /// A lost unit has come in whole.
  void rebuilt(Time now);

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  /// Hears what failed sources ask for.
  class SourceLosses final : public Losses {
   public:
    SourceLosses(FailedTraffic& traffic, std::uint32_t fault) : traffic_(traffic), fault_(fault) {}
    void lost(const Tag& tag, std::uint64_t bytes, Time now) override { traffic_.lost(fault_, tag, bytes, now); }

   private:
    FailedTraffic& traffic_;
    std::uint32_t fault_;
  };
  struct Source {
    std::size_t part = 0;
    std::size_t traffic = 0;
    std::uint32_t failed_by = none;
    std::vector<LostUnits> lost_units;  ///< as they were, and are
  };

  /// A failure of which the machine knows, and what it is then.
  struct Known {
    std::uint32_t fault = 0;
    const Netlist* machine = nullptr;
  };

  void lost(std::uint32_t fault, const Tag& tag, std::uint64_t bytes, Time now);
  void fail(std::uint32_t fault, const std::vector<ChangingSource*>& sources, Time now);
  /// Whether something has failed that the rebuild reads or writes.
  bool needs_failed(const Rebuild& rebuild) const;
  /// Nothing that is missing will be asked for again.
  void give_up();
  std::unique_ptr<DestinationPolicy> destinations_of(const SourcePlan& plan, std::size_t traffic) const;
  /// Asks for what its viewers have missed since it failed.
  void ask_again(std::uint32_t fault, Time now);
  unsigned ask(const FlatTraffic& traffic, const AskedAgain::Missing& missing, std::uint64_t block, Time now);
  /// Whoever asks knows which of those who answer have failed, or that they are back.
  void avoid(std::uint32_t fault, bool failed, const std::vector<ChangingSource*>& sources);
  const TrafficOptions& options_of(std::size_t source) const;
  /// It asks when something else has come, and not at a rate.
  bool waits(std::size_t source) const;
  void end(std::uint32_t fault, const std::vector<ChangingSource*>& sources, Time now);
  /// What has failed is there again. Returns its sources.
  std::vector<std::size_t> take_back(std::uint32_t fault, const std::vector<ChangingSource*>& sources, Time now);
  /// What has failed is there again, and empty.
  void return_empty(std::uint32_t fault, const std::vector<ChangingSource*>& sources, Time now);
  /// All is back that it had.
  void restored(std::uint32_t fault, Time now);
  /// Forgets what the machine does about the failure. Returns whether it counted for others.
  bool forget(std::uint32_t fault);
  /// What the machine is now.
  const Netlist& present() const { return known_.empty() ? netlist_ : *known_.back().machine; }
  bool rebuilds_by(std::size_t traffic) const {
    return netlist_.workloads.of<FlatTraffic>()[traffic].options.rebuild_bytes > 0;
  }
  /// All sources that have not failed ask for what those of `machine` do.
  void follow(const Netlist& machine, const std::vector<ChangingSource*>& sources, Time now);

  const Netlist& netlist_;
  Lose lose_;
  Expect expect_;
  FailureBook* book_ = nullptr;                             ///< once something has failed
  const std::vector<ChangingSource*>* changing_ = nullptr;  ///< likewise
  std::vector<std::unique_ptr<AskedAgain>> again_;          ///< by traffic; null: it has no viewers
  std::size_t turn_ = 0;                                    ///< of sources that can be asked
  std::vector<std::uint32_t> failed_endpoints_;
  std::vector<bool> avoided_;        ///< endpoints that are known to have failed: who asks takes others
  std::vector<Source> sources_;      ///< by number
  std::deque<SourceLosses> losses_;  ///< by fault
  std::vector<Known> known_;         ///< failures, in the order in which they became known, or their parts returned
  RebuildDestinations::Rebuilds rebuilds_;  ///< by fault; null: it has none
  std::uint64_t rebuild_blocks_ = 0;
  std::uint64_t changes_ = 0;
};

}  // namespace isochron
