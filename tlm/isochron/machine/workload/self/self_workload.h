// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <isochron/machine/analyse/part_loads.h>
#include <isochron/machine/elaborate/netlist.h>
#include <isochron/machine/workload/self/flat_work.h>
#include <isochron/machine/workload/workload.h>

namespace isochron {

/// The work that parts have of their own, by arithmetic: what it brings to them and to the buses between them and
/// memory.
class SelfWorkload final : public Workload {
 public:
  /// `netlist` has work and must outlive this. `taken`: of each part's time, by other workloads. Throws InputError
  /// where work without end leaves nothing of a bus.
  SelfWorkload(const Netlist& netlist, const PartShares& taken);

  PartShares demand() const override { return loads_.disturbed(); }
  /// Of each kind of part, the instance that the work keeps longest, in bytes/s of what is worked on; those that carry
  /// come first.
  std::vector<ResourceBound> bounds() const override;
  std::pair<std::string, std::string> driver() const override {
    return bytes_ > 0 ? std::pair<std::string, std::string>("throughput", "B/s")
                      : std::pair<std::string, std::string>();
  }
  std::optional<double> completes_in() const override;
  double events(double seconds, Folding folding) const override;
  double memory(double) const override { return 0; }

 private:
  void add(const FlatWork& work);
  void add_endless(const FlatWork& work);

  const Netlist& netlist_;
  PartLoads loads_;
  double bytes_ = 0;           ///< of all work with an end
  double rounds_events_ = 0;   ///< of rounds, beside those of transfers
  double ends_ = 0;            ///< s, of the work that takes longest to begin and to end
  double endless_events_ = 0;  ///< of work without end, in a second
};

}  // namespace isochron
