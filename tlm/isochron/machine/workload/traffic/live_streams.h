// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <isochron/machine/elaborate/netlist.h>
#include <isochron/machine/route/detours.h>
#include <isochron/machine/route/routes.h>
#include <isochron/machine/route/transits.h>
#include <isochron/machine/workload/traffic/offered_load.h>
#include <isochron/machine/workload/traffic/offered_traffic.h>
#include <isochron/machine/workload/traffic/route_loads.h>
#include <isochron/machine/workload/traffic/stream.h>

namespace isochron {

/// The streams of a machine's traffics, and what is left of them after parts have failed. A stream whose source or
/// endpoint has failed stops. One that crosses a failed part takes a detour, and stops where there is none; all others
/// keep their routes. A source deals what it sends to the streams that it has left, in the shares that they had to each
/// other; what a trace sends to endpoints that are lost is not sent.
///
/// Loads of all streams are known, and those of a failure are summed from them, so that only streams that cross what
/// has failed are followed again.
class LiveStreams {
 public:
  /// All must outlive this. Throws InputError where there are too many streams.
  LiveStreams(const Netlist& netlist, const Routes& routes, const Transits& transits);

  /// From now on these parts have failed, and no others.
  void fail(const std::vector<std::size_t>& parts);
  /// All streams are as without failures.
  bool is_whole() const { return affected_.empty(); }
  /// What is left asks for this, and brings these loads.
  OfferedTraffic offered() const;

  /// How many there are without failures.
  std::size_t streams() const { return all_.size(); }
  /// Numbers of those that have stopped, in order.
  const std::vector<std::uint32_t>& stopped() const { return stopped_; }
  /// Sources, as parts in order, that send nothing any more.
  const std::vector<std::size_t>& silent_sources() const { return silent_sources_; }
  /// Endpoints, as parts in order, that get nothing any more.
  const std::vector<std::size_t>& silent_sinks() const { return silent_sinks_; }

 private:
  /// A stream as it is without failures.
  struct Known {
    std::uint32_t traffic = 0;
    std::uint32_t number = 0;  ///< of the source among the traffic's
    Stream stream;
    RouteLoads::Sparse loads;
    bool is_answered = false;
  };
  enum class State : std::uint8_t { whole, detoured, stopped };
  struct Detoured {
    Stream stream;
    RouteLoads::Sparse loads;
  };

  void add_streams();
  void find_crossings();
  /// Follows a stream again, around what has failed; nullopt: it stops.
  std::optional<Stream> around(const Known& known);
  /// Its route back; nullopt: there is none.
  std::optional<std::vector<Routes::Hop>> back_around(const Known& known);
  bool is_broken(const std::vector<Routes::Hop>& hops) const;
  /// Where all of a traffic has stopped, what follows it stops too.
  void stop_followers();
  void stop(std::uint32_t stream);
  void find_silent();
  LiveSources live_sources() const;
  /// The stream as it is, which has not stopped.
  const Stream& current(std::uint32_t stream) const;
  const RouteLoads::Sparse& current_loads(std::uint32_t stream) const;
  /// Of all that a source sends, the part that its live streams carry without failures.
  double share_left(std::size_t traffic, std::size_t number) const;
  /// A source's rate does not fall with the streams that it loses.
  bool keeps_rate(std::size_t traffic) const;
  /// `among`: where requests are followed again, since others are under way than without failures; nullopt: they need
  /// not.
  FlowLoads::OfTraffic loads_of(std::size_t traffic, const std::vector<std::size_t>& live,
                                std::optional<RouteLoads>& among) const;
  OfferedRate rate_of(std::size_t traffic, const std::vector<std::size_t>& live, const AllRequests& all) const;

  const Netlist& netlist_;
  const Routes& routes_;
  const Transits& transits_;
  Detours detours_;
  AllRequests all_requests_;  ///< without failures
  RouteLoads sum_;            ///< of one stream at a time
  std::vector<Known> all_;
  /// By traffic and number of the source: its first stream; one more for the end.
  std::vector<std::vector<std::uint32_t>> first_;
  std::vector<std::vector<OfferedLoad>> offered_;     ///< by traffic and number of the source
  std::vector<std::vector<std::uint64_t>> sizes_;     ///< the same: bytes of each message; 0: they differ
  std::vector<std::vector<std::uint32_t>> crossing_;  ///< by part: streams that cross it, in order
  std::vector<std::uint32_t> streams_from_;           ///< by part: how many begin there
  std::vector<std::uint32_t> streams_to_;             ///< by part: how many end there
  std::vector<State> state_;                          ///< by stream
  std::vector<std::uint32_t> detour_of_;              ///< by stream that is detoured: place in `detoured_`
  std::vector<Detoured> detoured_;
  std::vector<std::uint32_t> affected_;  ///< streams that are not whole
  std::vector<std::uint32_t> stopped_;
  std::vector<std::size_t> silent_sources_;
  std::vector<std::size_t> silent_sinks_;
};

}  // namespace isochron
