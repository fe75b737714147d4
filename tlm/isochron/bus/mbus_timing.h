// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <isochron/bus/mbus_config.h>
#include <isochron/bus/transfer_timing.h>

namespace isochron {

/// How long a transfer holds MBUS: whole clocks from a clock edge on, a processor's by lines (fill, write-back), a
/// device's by words. A part of a line or word costs a whole one. Source: Gennart et al., section 3.5.
class MbusTiming final : public TransferTiming {
 public:
  enum class Master : std::uint8_t {
    processor,  ///< moves lines, through its cache
    device      ///< moves words, by direct memory access
  };

  /// `masters`: what each of them is.
  MbusTiming(const MbusConfig& config, const std::vector<Master>& masters);

  Time begin(Time now) const override { return grid_.align_up(now); }
  Time duration(unsigned device, bool write, std::uint64_t bytes) const override;

 private:
  /// A line or word in one direction.
  struct Unit {
    std::uint64_t cycles;
    Time time;
  };
  struct MasterTiming {
    std::uint64_t unit;  ///< bytes of a line or word
    Unit read;
    Unit write;
  };

  MasterTiming timing_of(std::uint64_t unit, std::uint64_t read_cycles, std::uint64_t write_cycles) const;

  ClockGrid grid_;
  std::vector<MasterTiming> masters_;
};

}  // namespace isochron
