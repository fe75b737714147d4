// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include <isochron/net/message_channel_config.h>
#include <isochron/net/message_timing.h>
#include <isochron/observe/capacity.h>
#include <isochron/observe/parameter_table.h>
#include <isochron/observe/type_registry.h>

namespace isochron {

/// An ATM link: a MessageChannel of two lanes, to the network (0) and from it (1), each direction with the rate. A
/// message is a frame of AAL5, in as many cells as it takes; its cells follow each other without a gap. Sources: ITU-T
/// I.361 (cells of 53 B with 48 B of payload), I.363.5 (AAL5), I.432.2 (149.76 Mb/s of an STM-1 are cells); RFC 1483
/// (LLC).
struct AtmLinkConfig {
  static constexpr unsigned to_network = 0;    ///< lane
  static constexpr unsigned from_network = 1;  ///< lane
  enum class Protocol { udp, aal5 };

  std::uint64_t rate = 149'760'000;   ///< of cells, bit/s, of each direction
  std::uint64_t queue = 128;          ///< messages that wait for a direction at most; 0: any number
  Protocol protocol = Protocol::udp;  ///< a message is a UDP datagram, or a frame of AAL5 as it is
  bool cells = true;                  ///< false: nothing but the bytes of messages takes time

  ParameterTable parameters();
  /// Without the protocol, where that follows from who sends.
  ParameterTable link_parameters();
  MessageChannelConfig channel() const;
  std::unique_ptr<const MessageTiming> timing() const;

  /// Bytes that go with each message in its cells: IP and UDP (28), LLC and SNAP (8), trailer of AAL5 (8).
  std::uint64_t headers() const;
  /// Cells that a message takes, padding and trailer included.
  std::uint64_t cells_of(std::uint64_t message_bytes) const;
  /// Of its cells; where cells do not count, its own bytes.
  std::uint64_t wire_bytes(std::uint64_t message_bytes) const;
  /// Of messages of so many bytes, 1 or more, without any header; bit/s.
  double payload_rate(std::uint64_t message_bytes) const;
  /// The same of a direction, in B/s.
  Capacity capacity(std::uint64_t message_bytes) const;

  static constexpr const char* type = "atm_link";
  static TypeInfo type_info();
};

}  // namespace isochron
