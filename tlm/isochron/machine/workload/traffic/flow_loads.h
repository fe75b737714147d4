// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <isochron/machine/elaborate/netlist.h>
#include <isochron/machine/folding.h>
#include <isochron/machine/route/routes.h>
#include <isochron/machine/route/transits.h>
#include <isochron/machine/workload/traffic/destinations.h>
#include <isochron/machine/workload/traffic/flat_traffic.h>
#include <isochron/machine/workload/traffic/live_sources.h>
#include <isochron/part/request_parts.h>

namespace isochron {

/// Loads that the traffics of a machine put on its parts, by arithmetic: each source's rate, by the part of it that
/// goes to each endpoint, along its route. Loads grow with the rates of the traffics, which `at` chooses.
class FlowLoads {
 public:
  struct OfPart {
    double bytes = 0;     ///< a second
    double messages = 0;  ///< a second
    double asked = 0;     ///< requests a second that it makes and does not carry itself
    double goes_on = 0;   ///< bytes a second that a sink goes on with; the others stay, to be put together
    double served = 0;    ///< bytes a second of requests whose time is known:
    double seconds = 0;   ///< of its time that they take, a second
    // Requests and answers that end here:
    double ends = 0;         ///< bytes a second
    double ends_number = 0;  ///< messages a second
  };
  struct OfConnection {
    // What comes by it to a part that is no sink:
    double arrives = 0;         ///< bytes a second
    double arrives_number = 0;  ///< messages a second
    // What leaves by it, but for the last connection of a route:
    double bytes = 0;     ///< a second
    double messages = 0;  ///< a second
    double coming = 0;    ///< seconds a second at least that its messages had taken to come to the part that they leave
  };
  /// Loads of one traffic at what its sources offer.
  struct OfTraffic {
    std::vector<OfPart> parts;
    std::vector<OfConnection> connections;
    double asked = 0;           ///< bytes a second of all its sources together
    std::size_t sources = 0;    ///< how many have or could have something to send
    std::uint64_t message = 0;  ///< bytes of each message; 0: they differ
  };
  /// Load of one traffic whose sources send 1 B/s each in the mean.
  template <class Load>
  struct Unit {
    std::size_t traffic = 0;
    Load load;
    std::uint64_t message = 0;  ///< bytes of each message of it that comes there; 0: they differ
  };

  /// At rates of 1 B/s. All must outlive this and what `at` returns. Throws InputError where traffic has no way.
  FlowLoads(const Netlist& netlist, const Routes& routes, const Transits& transits);
  /// The same from `loads`, by traffic.
  FlowLoads(const Netlist& netlist, const std::vector<OfTraffic>& loads);

  /// The same loads where the sources of each traffic send so many bytes/s in the mean.
  FlowLoads at(std::vector<double> rates) const;
  const std::vector<double>& rates() const { return rates_; }
  void set_rate(std::size_t traffic, double rate) { rates_[traffic] = rate; }

  OfPart part(std::size_t number) const;
  OfConnection connection(std::size_t number) const;
  /// Units of each traffic that passes the part, in order.
  const std::vector<Unit<OfPart>>& units(std::size_t part) const { return units_->parts[part]; }
  const std::vector<Unit<OfConnection>>& units_by(std::size_t connection) const {
    return units_->connections[connection];
  }
  /// Bytes of each message that comes to the part. Where they differ a size that fills slices of buses and begins
  /// seldom: what a part carries of such is the most that it can carry of any.
  std::uint64_t message(std::size_t part) const;
  /// Region events a second.
  double events(Folding folding) const;

 private:
  struct Units {
    explicit Units(const Netlist& netlist);
    void add(std::size_t traffic, const OfTraffic& loads, bool asks);

    std::vector<std::vector<Unit<OfPart>>> parts;
    std::vector<std::vector<Unit<OfConnection>>> connections;
  };
  const Netlist* netlist_;
  std::shared_ptr<const Units> units_;
  std::vector<double> rates_;  ///< by traffic
};

/// Requests of all traffics together.
AllRequests all_requests(const Netlist& netlist, const LiveSources& live);

/// Calls `visit(connection)` for each connection by which the part calls another one that is a CalledPart.
void visit_called(const Netlist& netlist, std::size_t part,
                  const std::function<void(const FlatConnection& connection)>& visit);

/// Bytes a second that a part can carry of what traffic brings it, in these shares of its inputs; nullopt: any number.
std::optional<double> carries_of(const Netlist& netlist, const FlowLoads& loads, std::size_t part);

/// The output by which a responder answers what is at `endpoint`: the one that is nearest.
PortRef answer_output(const Routes& routes, const Netlist& netlist, std::size_t responder, std::uint32_t endpoint);

/// The endpoints that each source of a traffic sends to.
class Endpoints {
 public:
  /// Both must outlive this.
  Endpoints(const Netlist& netlist, const FlatTraffic& traffic);

  /// Sinks of source number `number`, in the order in which rotation takes them. Throws InputError where it cannot.
  const EndpointList& of(std::size_t number);
  /// Those of all that something of the source may go to.
  std::vector<std::uint32_t> used(std::size_t number);
  /// The same without a list of its own: `only`, or where there is none all of a list that sources share.
  struct Targets {
    EndpointList list;
    std::optional<std::uint32_t> only;
  };
  Targets targets(std::size_t number);
  /// All sinks, from node to node: the first of each, then the second of each.
  EndpointList dealt() const;
  /// All sinks, in their order.
  const EndpointList& every() const { return all_; }

 private:
  /// Those of `others` that `only` leaves the source, in the order of `order`.
  std::vector<std::uint32_t> choose(const std::string& source, const std::vector<std::uint32_t>& others) const;

  const Netlist& netlist_;
  const FlatTraffic& traffic_;
  EndpointList all_;
  std::vector<std::string> nodes_;  ///< of the sinks
  static constexpr std::size_t most_listed = 50'000'000;
  std::map<const void*, EndpointList> weighed_;  ///< by list: those of it that have a weight
};

}  // namespace isochron
