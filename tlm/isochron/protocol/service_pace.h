// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <memory>
#include <vector>

#include <isochron/core/region.h>
#include <isochron/protocol/part_condition.h>

namespace isochron {

/// How fast a part serves: as it is made, or more slowly or not at all while faults strike it. What it serves at the
/// time changes its pace at once: an outage in the middle of a service makes it end later by the length of the outage,
/// and `slow` times as long goes by for what is left of the work.
///
/// A part schedules the ends of its services here instead of at the region. Without faults that costs one comparison.
class ServicePace {
 public:
  /// Faults will strike. Before the simulation starts.
  void expect_faults() { faults_ = std::make_unique<Faults>(); }
  bool expects_faults() const { return faults_ != nullptr; }
  /// Nothing moves.
  bool stands_still() const { return __builtin_expect(faults_ != nullptr, 0) && faults_->down; }

  /// `service` completes at `end`, or as much later as faults have it. Returns when it will complete as things stand;
  /// end_of_time: nobody knows.
  Time schedule(Region& region, Region::Activity& service, Time now, Time end) {
    if (__builtin_expect(faults_ != nullptr, 0)) return faults_->begin(region, service, now, end - now);
    region.schedule(service, end);
    return end;
  }

  /// Ends a service that is under way, and would complete at `end` as schedule() or end_of() had it last. Returns what
  /// is left of its work, ps without faults.
  Time cancel(Region& region, Region::Activity& service, Time now, Time end) {
    if (__builtin_expect(faults_ != nullptr, 0)) return faults_->take(region, service, now);
    region.cancel(service);
    return end - now;
  }

  /// When a service that is under way will complete; once faults are expected.
  Time end_of(const Region::Activity& service) const { return faults_->end_of(service); }

  /// This is wrong with the part from now on.
  void change(Region& region, const PartCondition& condition, Time now) {
    Faults& faults = *faults_;
    faults.forget_what_is_over(region);
    for (Service& one : faults.services) {
      one.left = faults.left_of(one, now);
      one.since = now;
      if (!faults.down) region.cancel(*one.activity);
    }
    faults.down = condition.down || condition.dead;
    faults.slow = condition.slow;
    for (Service& one : faults.services) faults.resume(region, one);
  }

 private:
  struct Service {
    Region::Activity* activity = nullptr;
    Time left = 0;   ///< of its work at `since`, ps without faults
    Time since = 0;  ///< when its pace changed last
    Time end = 0;    ///< as things stand
  };

  /// Of a part that faults strike.
  struct Faults {
    bool down = false;
    double slow = 1;
    std::vector<Service> services;  ///< under way, and while it is not down some that are over

    Time begin(Region& region, Region::Activity& activity, Time now, Time work) {
      forget_what_is_over(region);
      services.push_back({&activity, work, now, 0});
      resume(region, services.back());
      return services.back().end;
    }

    Time take(Region& region, Region::Activity& activity, Time now) {
      for (std::size_t s = 0; s < services.size(); ++s) {
        if (services[s].activity != &activity) continue;
        const Time left = left_of(services[s], now);
        if (!down) region.cancel(activity);
        services.erase(services.begin() + static_cast<std::ptrdiff_t>(s));
        return left;
      }
      return 0;
    }

    Time end_of(const Region::Activity& activity) const {
      for (const Service& one : services)
        if (one.activity == &activity) return one.end;
      return end_of_time;
    }

    void forget_what_is_over(const Region& region) {
      if (down) return;
      for (std::size_t s = services.size(); s-- > 0;)
        if (!region.is_scheduled(*services[s].activity))
          services.erase(services.begin() + static_cast<std::ptrdiff_t>(s));
    }

    Time left_of(const Service& one, Time now) const {
      if (down) return one.left;
      const Time done =
          slow == 1 ? now - one.since : static_cast<Time>(std::llround(static_cast<double>(now - one.since) / slow));
      return one.left > done ? one.left - done : 0;
    }

    void resume(Region& region, Service& one) const {
      one.end = end_of_time;
      if (down) return;
      one.end =
          one.since + (slow == 1 ? one.left : static_cast<Time>(std::llround(static_cast<double>(one.left) * slow)));
      region.schedule(*one.activity, one.end);
    }
  };

  std::unique_ptr<Faults> faults_;  ///< null: none will strike
};

}  // namespace isochron
