// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <isochron/machine/route/routes.h>

namespace isochron {

/// What a source of a traffic sends to one endpoint, or asks of it, with its routes.
struct Stream {
  /// What takes one route. A source deals to its outputs alike, and to ways that messages take in turn.
  struct Piece {
    PortRef output;     ///< of the source
    unsigned way = 0;   ///< of several that are the shortest, as the traffic's policy chooses
    unsigned turn = 0;  ///< where messages take ways in turn: its number
    double part = 1;    ///< of the stream
    std::vector<Routes::Hop> hops;
  };

  std::uint32_t endpoint = 0;
  double share = 0;               ///< of what the source sends
  std::vector<Piece> there;       ///< by output and turn
  std::vector<Routes::Hop> back;  ///< the route of answers to requests; empty: there is none
};

/// A stream and its share of what its source sends, which may be more than Stream::share after others have stopped.
struct SharedStream {
  const Stream* stream = nullptr;
  double share = 0;
};

}  // namespace isochron
