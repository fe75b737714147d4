// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <isochron/core/time.h>

namespace isochron {

/// What a node does with a stream. Source: Voyager, sections 3.2 (play and record), 5 (send and receive: a stream
/// source and a stream sink); to relay is our own.
enum class StreamAction {
  play,     ///< from a file to the network
  record,   ///< from the network to a file
  relay,    ///< from the network to the network
  receive,  ///< from the network, and only counted
  send      ///< to the network, of nothing
};

/// A stream of a media server as the node that serves it knows it.
struct MediaStream {
  std::uint32_t number = 0;  ///< in the machine, from 0
  StreamAction action = StreamAction::play;
  std::uint64_t rate = 5'000'000;  ///< bit/s, at least 1
  std::uint32_t packet = 4096;     ///< payload bytes of a packet, at least 1
  std::uint64_t file = 0;          ///< that is played or recorded
  std::uint32_t destination = 0;   ///< endpoint that its packets are sent to
  Time begin = 0;                  ///< when it is opened (play), or its first interval begins (send)
};

}  // namespace isochron
