// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "oracle/unit_hardware.h"

namespace isochron::oracle {

/// The programs that Calliope's Table 1 was measured with: each disk reads blocks at random, one after another, and the
/// host sends packets, one after another.
class UnitPrograms final : private UnitHardware {
 public:
  enum class Sending { nothing, packets, written };  ///< written: to memory first, by the host

  /// Rates in bytes a second, measured for `duration` seconds after `warm_up`.
  struct Rates {
    double sent = 0;
    std::vector<double> disks{};
  };
  static Rates measure(const UnitConfig& config, Sending sending, double warm_up, double duration, std::uint64_t seed);

 private:
  UnitPrograms(const UnitConfig& config, Sending sending, std::uint64_t seed);

  void next_job();
  void next_block(unsigned disk);
  void job_done() override;
  void block_read(unsigned disk) override { next_block(disk); }
  void alarm(unsigned /*kind*/, unsigned /*who*/) override {}

  Sending sending_;
  bool is_written_ = false;  ///< the packet
  double sent_ = 0;
};

}  // namespace isochron::oracle
