// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <isochron/core/time.h>

namespace isochron {

/// What the requests of a requester ask for, beside what every SourceLoad has.
struct RequestLoad {
  enum class Kind { read, write, mix };
  enum class Addresses { random, sequential };
  static constexpr std::uint64_t whole = 1'000'000;  ///< of millionths

  Kind kind = Kind::read;
  std::uint64_t writes = 500'000;  ///< mix: millionths of the requests that write, spread evenly
  bool acknowledged = false;       ///< a write is done once a response of no data is back, not when its data are there
  std::uint64_t request = 32;      ///< bytes of a message that asks for data, or says that a write is done
  std::uint64_t message = 1024;    ///< bytes of the largest message that carries data
  /// Addresses are those of the part that answers. A request begins at a multiple of its size, rounded up to `align`,
  /// counted from the beginning of a page of 4 KiB, and crosses the end of a page only if it is larger than one.
  Addresses addresses = Addresses::random;
  std::uint64_t window = std::uint64_t{1} << 30;  ///< bytes of memory that are used; at least the largest request
  std::uint64_t align = 64;                       ///< bytes, a power of two up to 4 KiB
  /// Since when it began to leave a request is answered, or is asked for again; 0: none of its messages is ever lost.
  Time timeout = 0;
  std::uint64_t retries = 3;  ///< times that it is asked for again, before it is lost
};

}  // namespace isochron
