// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <isochron/compose/netlist.h>
#include <isochron/system/machine.h>

namespace isochron {

/// An I/O of a source's traffic, bytes; the largest where they differ.
std::uint64_t io_of(const Netlist& netlist, const FlatTraffic& traffic, std::size_t source);
/// The same in the mean.
double mean_io(const Netlist& netlist, const FlatTraffic& traffic, std::size_t number);
/// A message of it.
std::uint64_t message_of(const Netlist& netlist, const FlatTraffic& traffic, std::size_t source);

/// What a source asks for in the mean.
struct Asked {
  double bytes = 0;     ///< a second; of traffic without a rate 1, or what there is in all; of a silent one 0
  double messages = 0;  ///< a second
};
/// Of source number `number` of its traffic.
Asked asked_of(const Netlist& netlist, const FlatTraffic& traffic, std::size_t number);
/// Of them all: bytes/s of one in the mean; 0 where traffic has no rate.
double mean_rate(const FlatTraffic& traffic);

/// Its sources have a rate, and it is 0.
bool is_silent(const FlatTraffic& traffic);
/// It asks by itself, over time: neither all at once nor whenever something has arrived.
bool has_rate(const FlatTraffic& traffic);
/// Of all its sources together the mean, bytes/s, where it is drawn at random how much a window asks for; else 0.
double mean_drawn(const FlatTraffic& traffic);

/// Of the bytes that come to its sinks those that they go on with: of a lost unit one part, when all are there.
double part_that_goes_on(const FlatTraffic& traffic);

/// Bytes that a source asks for in all, of traffic that ends; in the mean where sizes are drawn.
double bytes_in_all(const Netlist& netlist, const FlatTraffic& traffic, std::size_t number);

}  // namespace isochron
