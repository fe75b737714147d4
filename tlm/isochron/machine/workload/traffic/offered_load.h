// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include <isochron/machine/elaborate/netlist.h>
#include <isochron/machine/run/machine_description.h>
#include <isochron/machine/workload/traffic/flat_traffic.h>
#include <isochron/part/request_parts.h>

namespace isochron {

/// An I/O of a source's traffic, bytes; the largest where they differ.
std::uint64_t io_of(const Netlist& netlist, const FlatTraffic& traffic, std::size_t source);
/// The same in the mean.
double mean_io(const Netlist& netlist, const FlatTraffic& traffic, std::size_t number);
/// A message of it; of requests one that carries data.
std::uint64_t message_of(const Netlist& netlist, const FlatTraffic& traffic, std::size_t source);
/// How the requests of a source are made.
RequestLoad request_load(const Netlist& netlist, const FlatTraffic& traffic, std::size_t source);
/// Calls `visit(request, part of all requests)` for each sort of request of source number `number`.
void visit_requests(const Netlist& netlist, const FlatTraffic& traffic, std::size_t number,
                    const std::function<void(const OneRequest& request, double part)>& visit);

/// Mean demand of a source.
struct OfferedLoad {
  double bytes = 0;     ///< a second; of traffic without a rate 1, or what there is in all; of a silent one 0
  double messages = 0;  ///< a second; of requests these
};
/// Demand of source number `number` of its traffic.
OfferedLoad offered_load_of(const Netlist& netlist, const FlatTraffic& traffic, std::size_t number);
/// Mean over all sources, bytes/s of one; 0 where traffic has no rate.
double mean_rate(const FlatTraffic& traffic);

/// Its sources have a rate, and it is 0.
bool is_silent(const FlatTraffic& traffic);
/// It asks by itself, over time: neither all at once nor whenever something has arrived.
bool has_rate(const FlatTraffic& traffic);
/// Mean of all its sources together, bytes/s, where a window's demand is drawn at random; else 0.
double mean_drawn(const FlatTraffic& traffic);

/// Fraction of the bytes at its sinks that goes on: one part of a lost unit, when all parts are there.
double part_that_goes_on(const FlatTraffic& traffic);

/// Bytes that a source asks for in all, of traffic that ends; in the mean where sizes are drawn.
double bytes_in_all(const Netlist& netlist, const FlatTraffic& traffic, std::size_t number);

}  // namespace isochron
