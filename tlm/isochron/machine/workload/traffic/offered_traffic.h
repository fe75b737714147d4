// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include <isochron/machine/elaborate/netlist.h>
#include <isochron/machine/route/routes.h>
#include <isochron/machine/route/transits.h>
#include <isochron/machine/workload/traffic/closed_loop.h>
#include <isochron/machine/workload/traffic/flow_loads.h>
#include <isochron/machine/workload/traffic/live_sources.h>

namespace isochron {

/// What a source of a traffic asks for, in the mean over those that can send.
struct OfferedRate {
  double message = 1;           ///< bytes of a message
  std::optional<double> asked;  ///< bytes/s; nullopt: all it can get
  std::optional<ClosedLoop> loop;
};

/// What the traffics of a machine ask for, and what they bring to its parts.
struct OfferedTraffic {
  LiveSources live;
  std::vector<OfferedRate> rates;  ///< by traffic
  FlowLoads loads;                 ///< where each source sends 1 B/s in the mean
};

/// Of a machine whose parts all work. Throws InputError where traffic has no way.
OfferedTraffic offered_traffic(const Netlist& netlist, const Routes& routes, const Transits& transits);

}  // namespace isochron
