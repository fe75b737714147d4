// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <isochron/endpoint/destination_policy.h>
#include <isochron/endpoint/traced_io.h>
#include <isochron/machine/elaborate/netlist.h>
#include <isochron/machine/route/way_choice.h>
#include <isochron/machine/workload/traffic/flat_traffic.h>

namespace isochron {

/// The weights of its sinks depend on who sends.
bool weights_by_source(const FlatTraffic& traffic);
/// By endpoint, 0 of what is no sink: how often source number `number` sends to it. Of traffic whose sinks have
/// weights.
const std::uint64_t* weights_of(const FlatTraffic& traffic, std::size_t number);

/// Where the messages of one source go: to `endpoints`, in their order, of which there is at least one. `number`: the
/// source's among those of its traffic; `path` and `seed` are the key of what is drawn.
std::unique_ptr<DestinationPolicy> make_destinations(const FlatTraffic& traffic, const EndpointList& endpoints,
                                                     unsigned number, const std::string& path, std::uint64_t seed);

/// Where the I/Os of a trace go: to the endpoints of the numbers that it has.
std::unique_ptr<DestinationPolicy> make_traced_destinations(const EndpointList& endpoints,
                                                            std::shared_ptr<const std::vector<TracedIo>> trace);

/// The part of its messages that each of the endpoints gets; they add up to 1.
std::vector<double> destination_shares(const FlatTraffic& traffic, const std::vector<std::uint32_t>& endpoints,
                                       unsigned number);

/// The endpoints of `endpoints` that source number `number` sends something to, each with its part of that; they add up
/// to 1.
std::vector<std::pair<std::uint32_t, double>> stream_shares(const FlatTraffic& traffic, std::size_t number,
                                                            const std::vector<std::uint32_t>& endpoints);

/// The address of a destination, with its way.
std::function<std::uint64_t(const Destination&)> make_addressing(const WayChoice& way);

}  // namespace isochron
