// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <isochron/core/clock_grid.h>
#include <isochron/core/rate.h>

namespace isochron {

/// How long a transfer holds a shared bus. A plain decision, no module.
class TransferTiming {
 public:
  virtual ~TransferTiming() = default;

  /// When a transfer can begin that is granted at `now`.
  virtual Time begin(Time now) const { return now; }
  /// Picoseconds that `bytes` >= 1 from or to `device` hold the bus.
  virtual Time duration(unsigned device, bool write, std::uint64_t bytes) const = 0;
};

/// A rate for each device and direction: what was measured of whole transfers, arbitration and memory included.
class RatedTransfers final : public TransferTiming {
 public:
  struct Rates {
    Rate read;
    Rate write;
  };
  /// One entry a device.
  explicit RatedTransfers(std::vector<Rates> rates) : rates_(std::move(rates)) {}

  Time duration(unsigned device, bool write, std::uint64_t bytes) const override {
    return (write ? rates_[device].write : rates_[device].read).time_of(bytes);
  }

 private:
  std::vector<Rates> rates_;
};

}  // namespace isochron
