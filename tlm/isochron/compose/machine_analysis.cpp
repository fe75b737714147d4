// SPDX-License-Identifier: Apache-2.0
#include <isochron/compose/machine_analysis.h>

#include <algorithm>
#include <limits>
#include <utility>

#include <isochron/compose/asked.h>
#include <isochron/compose/buffer_bounds.h>
#include <isochron/compose/via_router.h>

namespace isochron {

MachineAnalysis::MachineAnalysis(Netlist netlist)
    : netlist_(std::move(netlist)),
      routes_(find_routes(netlist_)),
      transits_(netlist_),
      loads_(flow_loads(netlist_, routes_, transits_)),
      jobs_(netlist_.jobs.empty() ? std::nullopt : std::optional<JobLoads>(std::in_place, netlist_)),
      work_(netlist_.work.empty() || hands_work_over(netlist_) ? std::nullopt
                                                               : std::optional<WorkLoads>(std::in_place, netlist_)),
      hand_overs_(hands_work_over(netlist_) ? std::optional<HandOverLoads>(std::in_place, netlist_) : std::nullopt),
      bounds_(jobs_         ? jobs_->bounds()
              : work_       ? work_->bounds()
              : hand_overs_ ? hand_overs_->bounds()
                            : bounds_of(netlist_, loads_)) {
  for (ResourceBound& bound : buffer_bounds(netlist_, loads_, transits_)) bounds_.push_back(std::move(bound));
}

double MachineAnalysis::limit() const {
  double limit = std::numeric_limits<double>::infinity();
  for (const ResourceBound& bound : bounds_) limit = std::min(limit, bound.limit);
  return limit;
}

double MachineAnalysis::seconds_to_send_all() const {
  const double rate = loads_.asks_for_all ? limit() : std::min(limit(), loads_.rate);
  double longest = 0;
  for (const FlatTraffic& traffic : netlist_.traffic)
    for (std::size_t s = 0; s < traffic.sources.size(); ++s)
      longest = std::max(longest, bytes_in_all(netlist_, traffic, s) / rate);
  return longest;
}

}  // namespace isochron
