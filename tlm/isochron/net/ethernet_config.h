// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <isochron/observe/capacity.h>
#include <isochron/observe/parameter_table.h>

namespace isochron {

/// An Ethernet and the frames on it, IEEE 802.3.
struct EthernetConfig {
  enum class Kind { hub, switched };

  Kind kind = Kind::hub;             ///< in scenarios: hub | switch
  std::uint64_t rate = 100'000'000;  ///< of a medium, bit/s
  std::uint64_t mtu = 1500;          ///< bytes of a frame's payload, those of IP and TCP headers included
  std::uint64_t headers = 40;        ///< IP and TCP, bytes in each frame; less than mtu

  ParameterTable parameters();

  /// Bytes of a message in a full frame.
  std::uint64_t segment() const { return mtu - headers; }
  /// Frames that a message takes; an empty one takes one.
  std::uint64_t frames(std::uint64_t message_bytes) const;
  /// What a frame with so many bytes of a message takes on the wire: preamble and start (8 B), header (14 B), payload,
  /// padded to 46 B, check sequence (4 B) and the gap to the next frame (12 B). `data`: up to segment().
  std::uint64_t frame_bytes(std::uint64_t data) const;
  /// All frames of a message, bytes on one medium.
  std::uint64_t wire_bytes(std::uint64_t message_bytes) const;
  /// The least that messages take, on the mean, whose lengths are not known but for their mean: those of several frames
  /// may fill them all.
  double least_wire_bytes(double mean_bytes) const;
  /// In messages of so many bytes, without any header: of the hub for all stations together, of a switch for each link.
  /// There are no collisions: contention takes nothing away.
  Capacity capacity(std::uint64_t message_bytes) const;
};

}  // namespace isochron
