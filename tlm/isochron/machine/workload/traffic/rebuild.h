// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <unordered_map>
#include <vector>

#include <isochron/core/kernel_event.h>
#include <isochron/core/region.h>
#include <isochron/endpoint/changing_source.h>
#include <isochron/endpoint/destination_policy.h>
#include <isochron/machine/workload/traffic/rebuild_plan.h>
#include <isochron/protocol/tag.h>

namespace isochron {

/// The rebuild of a part that has returned empty. Unit after unit is asked for at the plan's rate, its parts from the
/// sources whose turn it is, while not more than a window of units is under way: a machine that has no room for the
/// rate has a slower rebuild, and no backlog that grows. A part of which a message is lost is asked for again.
class Rebuild final : private Region::Activity {
 public:
  /// Is called when the last unit is there.
  using Done = std::function<void(Time now)>;

  /// `blocks`: the number of the next I/O of any rebuild of the machine. Before the simulation starts.
  Rebuild(RebuildPlan plan, std::uint64_t& blocks, Region& region, Done done);

  const RebuildPlan& plan() const { return plan_; }
  /// `sources`: by their numbers; they outlive this.
  void start(const std::vector<ChangingSource*>& sources, Time now);
  /// Nothing more is asked for: it will never be done.
  void give_up();

  bool has(std::uint64_t block) const { return parts_.count(block) > 0; }
  std::uint32_t sink(std::uint64_t block) const { return plan_.lane(parts_.at(block).unit).sink; }
  /// A message of one of its I/Os has come. Returns bytes that are rebuilt with it: a unit, or 0.
  std::uint64_t arrives(const Tag& tag, std::uint64_t bytes, Time now);
  void lost(const Tag& tag, std::uint64_t bytes, Time now);

 private:
  /// An I/O that is under way.
  struct Part {
    std::uint64_t unit = 0;
    std::uint32_t source = 0;
    std::uint64_t left = 0;  ///< bytes
    bool is_void = false;    ///< it was asked for again
  };
  using Parts = std::unordered_map<std::uint64_t, Part>;

  void complete(Time now) override;
  void ask(std::uint64_t unit, std::uint32_t source, Time now);
  bool may_ask() const { return running_ && asked_ < plan_.units && left_.size() < plan_.window; }

  RebuildPlan plan_;
  std::uint64_t& blocks_;
  Region& region_;
  Done done_;
  const std::vector<ChangingSource*>* sources_ = nullptr;  ///< once it has started
  bool running_ = false;
  std::uint64_t asked_ = 0;                                ///< units
  std::uint64_t rebuilt_ = 0;                              ///< units
  std::unordered_map<std::uint64_t, std::uint64_t> left_;  ///< by unit that is under way: parts
  Parts parts_;                                            ///< by block
  Time next_ = 0;                                          ///< when the next unit is asked for
  std::uint64_t carry_ = 0;                                ///< of its picoseconds, in parts of the rate
  KernelEvent asks_{sc_core::sc_gen_unique_name("rebuild_asks")};
};

/// Where I/Os of rebuilds go.
class RebuildDestinations final : public DestinationPolicy {
 public:
  using Rebuilds = std::vector<std::unique_ptr<Rebuild>>;
  explicit RebuildDestinations(const Rebuilds& rebuilds) : rebuilds_(rebuilds) {}
  Destination next(const Io& io, std::uint32_t index, const Destination& before) override;

 private:
  const Rebuilds& rebuilds_;  ///< by fault; null: it has none
};

}  // namespace isochron
