// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <isochron/machine/elaborate/netlist.h>
#include <isochron/machine/run/machine_description.h>
#include <isochron/machine/workload/pipeline/handed_work.h>

namespace isochron {

/// Whether the machine has a part whose own work is handed from part to part.
bool hands_work_over(const Netlist& netlist);

/// What such work brings to the parts of a machine, by arithmetic.
class HandOverLoads final : private WorkBook {
 public:
  /// `netlist` has such a part, and must outlive it. Throws InputError where payloads go round in a
  /// cycle, or leave by a port that is joined to nothing.
  explicit HandOverLoads(const Netlist& netlist);

  std::vector<ResourceBound> bounds() const;
  /// Picoseconds until all is done.
  std::uint64_t completes_in() const;
  const HandedWork& work() const { return *netlist_.parts[worker_].config->handed_work(); }
  /// Of the region, for all rounds.
  double events() const { return events_ * rounds_; }
  double memory() const;

 private:
  struct Load {
    double instances = 1;
    double seconds = 0;
  };

  void take(std::size_t part, const char* kind, double instances, double seconds) override;
  void add_events(double events) override { events_ += events; }
  void follow(std::size_t part, const std::vector<Leaving>& leaving);

  const Netlist& netlist_;
  std::size_t worker_;  ///< the part that begins it
  double rounds_;
  std::map<std::pair<std::size_t, std::string>, Load> loads_;
  double events_ = 0;  ///< of a round
  std::vector<std::pair<std::size_t, PortRef>> under_way_;
};

}  // namespace isochron
