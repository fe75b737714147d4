// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <isochron/core/seed.h>
#include <isochron/endpoint/arrivals.h>
#include <isochron/endpoint/destination_policy.h>
#include <isochron/endpoint/request_board.h>
#include <isochron/endpoint/source_load.h>
#include <isochron/endpoint/source_traffic.h>
#include <isochron/part/services.h>
#include <isochron/protocol/departures.h>

namespace isochron {

class FlowCounter;
class LostRequests;
class Inlet;
class Outlet;
class WorkBoard;

/// A route that all ways take.
inline constexpr unsigned all_ways = ~0u;

/// Endpoints first to last, both inclusive, by a way, leave by `output`.
struct RouteEntry {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  unsigned way = 0;
  PortRef output;
};

/// Messages to an endpoint by a way go on by another one.
struct AddressChange {
  std::uint32_t endpoint = 0;
  unsigned way = 0;
  unsigned next = 0;
};

/// Work that a source generates for one traffic.
struct SourcePlan {
  SourceLoad load;
  std::function<std::unique_ptr<DestinationPolicy>()> destinations;
  std::function<std::uint64_t(const Destination&)> addressing;
  unsigned number = 0;  ///< of the source within its traffic, in the order of the machine's traffics
};

/// Addresses that a memory has, and a window of a bus with several.
inline constexpr std::uint64_t memory_bytes = std::uint64_t{1} << 41;

/// Where jobs come into a part and where it hands them on, once it is built.
struct JobPorts {
  Inlet* in = nullptr;
  Outlet* out = nullptr;
};

/// What the machine has decided for a part.
struct PartPlan {
  std::vector<unsigned> counts;                ///< ports of each group
  std::string fabric;                          ///< what its ports without a protocol of their own speak
  std::vector<RouteEntry> routes;              ///< of a part with several outputs, sorted
  std::vector<AddressChange> address_changes;  ///< at the output that changes addresses
  std::uint32_t endpoints = 0;                 ///< of the machine
  std::optional<std::uint32_t> endpoint;       ///< its own number among them
  unsigned ways = 1;                           ///< of the machine
  std::vector<SourcePlan> sources;             ///< of a source, by the traffics that use it, in their order
  std::uint64_t address = 0;                   ///< of a memory: its first
  /// The first address of what a master works on by an output, or of what is behind a window.
  std::map<PortRef, std::uint64_t> addresses;
  /// The same of what it reads, where that is another memory.
  std::map<PortRef, std::uint64_t> read_addresses;
  std::optional<std::uint32_t> flow;  ///< of the machine's, that it counts in
  /// Whom it calls by an output.
  std::map<PortRef, PortOfPart> calls;

  std::uint64_t address_at(const PortRef& output) const {
    const auto found = addresses.find(output);
    return found == addresses.end() ? 0 : found->second;
  }
  std::uint64_t read_address_at(const PortRef& output) const {
    const auto found = read_addresses.find(output);
    return found == read_addresses.end() ? address_at(output) : found->second;
  }
};

/// What parts need of the machine they are built in.
struct BuildContext {
  Departures& departures;
  Arrivals& arrivals;
  Seed seed = 1;
  bool fast = true;
  /// What sources do for traffics, by their numbers, where it wants to hear of deliveries.
  std::vector<SourceTraffic*> sources = {};
  /// Sources by their numbers.
  std::vector<ChangingSource*> changing = {};
  /// What may have its times from the region.
  std::vector<const SourceTraffic*> timers = {};
  /// Who asked for what is under way.
  RequestBoard requests = {};
  /// Hears of requests that are lost, where some can be; else none.
  LostRequests* lost_requests = nullptr;
  /// The longest time after which a requester gives an attempt up; 0: no message of a request is ever lost.
  Time longest_timeout = 0;
  /// Of the part that was built last; `counter`: the part itself, if it counts in flows.
  JobPorts job_ports = {};
  FlowCounter* counter = nullptr;
  /// Of a machine whose parts have work of their own; else none.
  WorkBoard* work = nullptr;
  /// What parts that are built offer to those that call them.
  Services services = {};
  /// What parts refer to and nobody else holds. It lasts as long as the machine, but no part may use it in its
  /// destructor.
  std::vector<std::shared_ptr<void>> kept = {};

  /// What a source that has been built does for a traffic.
  void add(SourceTraffic& traffic) {
    timers.push_back(&traffic);
    changing.at(traffic.source()) = &traffic;
    if (traffic.is_closed() || traffic.follows()) sources.at(traffic.source()) = &traffic;
  }
};

}  // namespace isochron
