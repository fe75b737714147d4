// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <isochron/core/time.h>
#include <isochron/observe/capacity.h>
#include <isochron/observe/parameter_table.h>

namespace isochron {

/// What can be set of a network adapter.
struct NetworkAdapterConfig {
  std::uint64_t ports = 1;
  std::uint64_t line_rate = 100'000'000'000;                 ///< bit/s, of a port, in each direction
  std::uint64_t frame_payload = 1460;                        ///< bytes of a transfer in a frame
  std::uint64_t frame_overhead = 78;                         ///< bytes beside them on the line
  std::uint64_t segment = std::uint64_t{64} << 10;           ///< bytes of a transfer that a descriptor describes
  std::uint64_t descriptor = 16;                             ///< bytes; 0: none is read
  std::uint64_t descriptors_per_read = 8;                    ///< at most
  std::uint64_t prefetch = 64;                               ///< see parameters()
  std::uint64_t completion = 16;                             ///< bytes; 0: none is written
  Time doorbell = 200 * nanosecond;                          ///< until it knows of a transfer to be sent
  std::uint64_t tags = 128;                                  ///< read requests that have not been answered
  std::uint64_t mrrs = 512;                                  ///< maximum read request size, bytes
  std::uint64_t mps = 256;                                   ///< maximum payload size of writes, bytes
  std::uint64_t transmit_buffer = std::uint64_t{256} << 10;  ///< bytes, of a port
  std::uint64_t receive_buffer = std::uint64_t{256} << 10;   ///< bytes, of a port

  ParameterTable parameters();

  /// Descriptors of a transfer of `bytes`.
  std::uint64_t descriptors(std::uint64_t bytes) const { return (bytes + segment - 1) / segment; }
  /// Frames of a transfer of `bytes`: none crosses the end of a segment.
  std::uint64_t frames(std::uint64_t bytes) const;
  /// Bytes of transfers of `bytes` that all ports send at most.
  Capacity capacity(std::uint64_t bytes) const;
};

}  // namespace isochron
