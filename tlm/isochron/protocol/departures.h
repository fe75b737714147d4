// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <isochron/core/time.h>
#include <isochron/protocol/tag.h>

namespace isochron {

/// Hears of everything that a source asks for, and of every message that leaves it.
class Departures {
 public:
  /// An I/O of `bytes` of source number `source`, which may leave later.
  virtual void asks(std::uint32_t source, std::uint64_t bytes, Time now) = 0;
  virtual void departs(const Tag& tag) = 0;

 protected:
  ~Departures() = default;
};

}  // namespace isochron
