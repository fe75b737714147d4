// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <isochron/endpoint/destination_policy.h>
#include <isochron/endpoint/source_load.h>
#include <isochron/protocol/losses.h>

namespace isochron {

/// A source of traffic with a rate that can change during a run, where it fails or others do.
class ChangingSource {
 public:
  /// What it asks for from now on never comes, and is lost: `losses` hears of each I/O as of a message.
  virtual void fail(Losses& losses, Time now) = 0;
  /// From now on it asks for what `load` says, which differs in rate and lost units alone; the last may be for I/Os
  /// that it does not ask for yet. Returns the number of its next I/O, with which the lost units' numbers begin.
  virtual std::uint64_t change(const SourceLoad& load, std::unique_ptr<DestinationPolicy> destinations, Time now) = 0;
  /// It asks for one more I/O, with a number of its own, that was first asked for at `issued`.
  virtual void again(std::uint64_t block, Time issued, Time now) = 0;
  /// From now on nothing of it goes to these endpoints, where it has others; they outlive it and may change.
  virtual void avoid(const std::vector<bool>& endpoints) { (void)endpoints; }
  /// It has failed and is back: from now on what it asks for comes. Of one without a rate.
  virtual void go_on(Time now) { (void)now; }
  /// From now on it asks for nothing.
  virtual void silence(Time now) = 0;

 protected:
  ~ChangingSource() = default;
};

}  // namespace isochron
