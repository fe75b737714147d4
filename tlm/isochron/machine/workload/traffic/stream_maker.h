// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include <isochron/machine/elaborate/netlist.h>
#include <isochron/machine/route/routes.h>
#include <isochron/machine/route/way_choice.h>
#include <isochron/machine/workload/traffic/flat_traffic.h>
#include <isochron/machine/workload/traffic/flow_loads.h>
#include <isochron/machine/workload/traffic/stream.h>

namespace isochron {

/// Lists the streams of a traffic in a machine whose parts all work.
class StreamMaker {
 public:
  /// All must outlive this. `nodes`: those of the machine's endpoints.
  StreamMaker(const Netlist& netlist, const Routes& routes, const FlatTraffic& traffic,
              std::shared_ptr<const EndpointNodes> nodes);

  /// Streams of source number `number` that carry something. A piece without a way has no hops.
  std::vector<Stream> of(std::size_t number);

 private:
  const Netlist& netlist_;
  const Routes& routes_;
  const FlatTraffic& traffic_;
  std::shared_ptr<const EndpointNodes> nodes_;
  Endpoints endpoints_;
};

}  // namespace isochron
