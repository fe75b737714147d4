// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/analyse/machine_analysis.h>

#include <algorithm>
#include <utility>

#include <isochron/machine/route/via_router.h>
#include <isochron/machine/workload/traffic/offered_load.h>

namespace isochron {

MachineAnalysis::MachineAnalysis(Netlist netlist)
    : netlist_(std::move(netlist)),
      routes_(find_routes(netlist_)),
      transits_(netlist_),
      traffic_(netlist_, routes_, transits_),
      jobs_(netlist_.jobs.empty() ? std::nullopt : std::optional<JobLoads>(std::in_place, netlist_)),
      work_(netlist_.work.empty() || hands_work_over(netlist_) ? std::nullopt
                                                               : std::optional<WorkLoads>(std::in_place, netlist_)),
      hand_overs_(hands_work_over(netlist_) ? std::optional<HandOverLoads>(std::in_place, netlist_) : std::nullopt),
      bounds_(jobs_         ? jobs_->bounds()
              : work_       ? work_->bounds()
              : hand_overs_ ? hand_overs_->bounds()
                            : traffic_.resources()) {}

double MachineAnalysis::seconds_to_send_all() const {
  double longest = 0;
  for (std::size_t t = 0; t < netlist_.traffic.size(); ++t)
    for (std::size_t s = 0; s < netlist_.traffic[t].sources.size(); ++s)
      if (const double bytes = bytes_in_all(netlist_, netlist_.traffic[t], s); bytes > 0)
        longest = std::max(longest, bytes / traffic_.expected(t));
  return longest;
}

}  // namespace isochron
