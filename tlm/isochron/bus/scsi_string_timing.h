// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/bus/scsi_string_config.h>
#include <isochron/bus/transfer_timing.h>

namespace isochron {

/// How long a chunk holds a SCSI string: the reselection, and its bytes at the string's rate, rounded once. Who sends
/// cuts what it sends (Disk::Config::chunk), or the bus does (its packets).
class ScsiStringTiming final : public TransferTiming {
 public:
  explicit ScsiStringTiming(const ScsiStringConfig& config)
      : reselection_(config.reselection), rate_(Rate::bits_per_second(config.rate)) {}

  Time duration(unsigned, bool, std::uint64_t bytes) const override { return reselection_ + rate_.time_of(bytes); }

 private:
  Time reselection_;
  Rate rate_;
};

}  // namespace isochron
