// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <isochron/core/time.h>
#include <isochron/observe/capacity.h>
#include <isochron/observe/parameter_table.h>

namespace isochron {

/// An FDDI ring, its timed token and the frames on it, ANSI X3.139 (ISO 9314-2).
struct FddiConfig {
  std::uint64_t rate = 100'000'000;       ///< bit/s
  Time ttrt = 8 * millisecond;            ///< target token rotation time
  Time station_delay = 600 * nanosecond;  ///< from a station's input to its output
  Time cable = 5 * microsecond;           ///< of the fibre of the whole ring; between any two stations as long
  std::uint64_t overhead = 36;            ///< bytes of a frame beside its payload
  std::uint64_t mtu = 4352;               ///< bytes of a frame's payload, those of IP and UDP headers included
  std::uint64_t headers = 28;             ///< IP and UDP, bytes in each frame; less than mtu
  Time synchronous = 0;                   ///< allocation a rotation, of each station of synchronous_stations
  std::vector<std::uint64_t> synchronous_stations;  ///< all that these send is synchronous

  ParameterTable parameters();

  /// Bytes of a message in a full frame.
  std::uint64_t segment() const { return mtu - headers; }
  /// Frames that a message takes; an empty one takes one.
  std::uint64_t frames(std::uint64_t message_bytes) const;
  /// What a frame with so many bytes of a message takes on the ring. `data`: up to segment().
  std::uint64_t frame_bytes(std::uint64_t data) const { return overhead + headers + data; }
  /// All frames of a message, bytes on the ring.
  std::uint64_t wire_bytes(std::uint64_t message_bytes) const;
  /// Picoseconds that so many bytes take on the ring, to the nearest.
  Time time_of(std::uint64_t bytes) const;
  /// To issue a token.
  Time token_time() const;
  /// Once round a ring of so many stations, for a bit that nobody holds up.
  Time latency(unsigned stations) const { return stations * station_delay + cable; }
  bool is_synchronous(unsigned station) const;
  /// What a rotation takes at most, if stations send nothing but their synchronous allocations and one of them a whole
  /// asynchronous frame. Up to ttrt the token comes back within two ttrt, and to each station within one in the mean.
  Time least_ttrt(unsigned stations) const;
  /// In messages of so many bytes, without any header, of the whole ring of so many stations; asynchronous. `alone`:
  /// while one station sends; `contended`: while any number does. What no run is above in the mean.
  Capacity capacity(std::uint64_t message_bytes, unsigned stations) const;
};

}  // namespace isochron
