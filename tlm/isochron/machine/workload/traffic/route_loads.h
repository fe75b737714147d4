// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <isochron/machine/elaborate/netlist.h>
#include <isochron/machine/route/routes.h>
#include <isochron/machine/route/transits.h>
#include <isochron/machine/workload/traffic/flat_traffic.h>
#include <isochron/machine/workload/traffic/flow_loads.h>
#include <isochron/machine/workload/traffic/offered_load.h>
#include <isochron/machine/workload/traffic/stream.h>
#include <isochron/part/request_parts.h>

namespace isochron {

/// Sums the loads that parts and connections get from what is sent over routes.
class RouteLoads {
 public:
  /// `all`: the requests of all traffics that are under way. `netlist` and `transits` must outlive this.
  RouteLoads(const Netlist& netlist, const Transits& transits, const AllRequests& all);

  /// Bytes and messages a second are all in or at the part.
  void put(std::size_t part, double bytes, double messages) {
    FlowLoads::OfPart& load = at(part);
    load.bytes += bytes;
    load.messages += messages;
  }
  /// They end at a sink, of which the fraction `goes_on` goes on.
  void put_at_sink(std::size_t part, double bytes, double messages, double goes_on) {
    put(part, bytes, messages);
    at(part).goes_on += bytes * goes_on;
  }
  /// Requests or answers end at the part.
  void end(std::size_t part, double bytes, double messages) {
    FlowLoads::OfPart& load = at(part);
    load.ends += bytes;
    load.ends_number += messages;
  }
  /// They come by a connection to a part that is no endpoint of theirs.
  void come(std::size_t connection, double bytes, double messages);
  /// They leave by a connection that does not end at their endpoint; `coming`: FlowLoads::OfConnection::coming.
  void leave(std::size_t connection, double bytes, double messages, double coming);
  /// They take a route, between its ends.
  void follow(const std::vector<Routes::Hop>& hops, double bytes, double messages);

  /// Requests that a source makes of one responder.
  struct Asked {
    double requests = 0;    ///< a second
    RequestMessages there;  ///< of one in the mean
    RequestMessages back;   ///< its answer
  };
  /// Adds what requests of source number `number` put on the source, on the responder and on what these call. `sends`:
  /// the source's offered load, of which `share` goes to `endpoint`. The routes are left to the caller.
  Asked ask(const FlatTraffic& traffic, std::size_t number, const OfferedLoad& sends, std::uint32_t endpoint,
            double share);
  /// Adds a stream of a source with the offered load `sends`, with all that it puts on its ends and routes. Returns
  /// whether there are answers, for which Stream::back is needed.
  bool add(const FlatTraffic& traffic, std::size_t number, const OfferedLoad& sends, const Stream& stream);

  const std::vector<FlowLoads::OfPart>& parts() const { return parts_; }
  const std::vector<FlowLoads::OfConnection>& connections() const { return connections_; }

  /// What is not zero, by number.
  struct Sparse {
    std::vector<std::pair<std::uint32_t, FlowLoads::OfPart>> parts;
    std::vector<std::pair<std::uint32_t, FlowLoads::OfConnection>> connections;
  };
  /// Gives the sums away and begins again.
  Sparse take();

 private:
  FlowLoads::OfPart& at(std::size_t part) {
    if (!is_part_touched_[part]) {
      is_part_touched_[part] = 1;
      touched_parts_.push_back(static_cast<std::uint32_t>(part));
    }
    return parts_[part];
  }
  FlowLoads::OfConnection& by(std::size_t connection) {
    if (!is_connection_touched_[connection]) {
      is_connection_touched_[connection] = 1;
      touched_connections_.push_back(static_cast<std::uint32_t>(connection));
    }
    return connections_[connection];
  }
  void take_time(std::size_t part, double bytes, double requests, double seconds);
  template <class Part>
  void call_for(std::size_t caller, const Part& calls, const RequestLoad& load, const OneRequest& request,
                double requests);

  const Netlist& netlist_;
  const Transits& transits_;
  AllRequests all_;
  std::vector<double> shorter_;  ///< by part: bytes by which packets are shorter than on the first link
  std::vector<FlowLoads::OfPart> parts_;
  std::vector<FlowLoads::OfConnection> connections_;
  // What take() has to look at.
  std::vector<char> is_part_touched_;
  std::vector<char> is_connection_touched_;
  std::vector<std::uint32_t> touched_parts_;
  std::vector<std::uint32_t> touched_connections_;
};

}  // namespace isochron
