// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include <isochron/fold/folded_head.h>
#include <isochron/fold/folded_tail.h>
#include <isochron/machine/elaborate/netlist.h>
#include <isochron/observe/trace.h>

namespace isochron {

/// The chains of a built machine that are computed instead of simulated.
class Folds {
 public:
  /// Folds what of the netlist can be folded and `trace`, or none, does not follow. Before the simulation starts.
  Folds(const Netlist& netlist, Region& region, const Trace* trace);

  void start_window(Time now);

 private:
  void add_head(const Netlist& netlist, const FlatFold& chain, Region& region);
  void add_tail(const Netlist& netlist, const FlatFold& chain, Region& region);

  std::vector<std::unique_ptr<FoldedHead>> heads_;
  std::vector<std::unique_ptr<FoldedTail>> tails_;
};

}  // namespace isochron
