// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <isochron/observe/type_registry.h>
#include <isochron/protocol/faulty.h>
#include <isochron/protocol/service_pace.h>

namespace isochron {

/// A part that serves one thing after another, and that faults can stop for a while and slow down: a disk, a bus, a
/// processor, a network. It loses nothing: what waits for it goes on waiting.
class FaultyStation : public Faulty {
 public:
  void expect_faults(const FaultContext&) override { pace_.expect_faults(); }
  void set_condition(const PartCondition& condition, Time now) override {
    pace_.change(paced_region_, condition, now);
    pace_changed(now);
  }

  /// What can strike any of them, for descriptions.
  static std::vector<TypeInfo::FaultInfo> station_faults() {
    return {{"down", "it stands still: what it serves goes on afterwards", true},
            {"slow", "what it does takes longer, what it serves at the time too"}};
  }

 protected:
  explicit FaultyStation(Region& region) : paced_region_(region) {}
  ~FaultyStation() = default;

  /// Its pace has changed; ends of services that it has noted are others.
  virtual void pace_changed(Time now) { (void)now; }

  ServicePace pace_;

 private:
  Region& paced_region_;
};

}  // namespace isochron
