// SPDX-License-Identifier: Apache-2.0
#include "oracle/unit_programs.h"

#include <cmath>

namespace isochron::oracle {

UnitPrograms::UnitPrograms(const UnitConfig& config, Sending sending, std::uint64_t seed)
    : UnitHardware(config, seed), sending_(sending) {}

UnitPrograms::Rates UnitPrograms::measure(const UnitConfig& config, Sending sending, double warm_up, double duration,
                                          std::uint64_t seed) {
  UnitPrograms unit(config, sending, seed);
  unit.count_from(warm_up);
  for (unsigned disk = 0; disk < unit.disks(); ++disk) unit.next_block(disk);
  if (sending != Sending::nothing) unit.next_job();
  while (unit.step(warm_up)) {
  }
  unit.sent_ = 0;
  while (unit.step(warm_up + duration)) {
  }
  Rates rates;
  rates.sent = unit.sent_ / duration;
  for (unsigned disk = 0; disk < unit.disks(); ++disk) rates.disks.push_back(unit.bytes_read(disk) / duration);
  return rates;
}

void UnitPrograms::next_block(unsigned disk) {
  const double blocks = std::floor(config().capacity / config().block);
  read(disk, std::floor(draw(disk) * blocks) * config().block);
}

void UnitPrograms::next_job() {
  if (sending_ == Sending::written && !is_written_) {
    begin_job(config().memory_byte * config().packet, false);
  } else {
    begin_job(packet_work(false), true);
  }
}

void UnitPrograms::job_done() {
  const bool written = sending_ == Sending::written && !is_written_;
  if (!written) sent_ += config().packet;
  is_written_ = written;
  next_job();
}

}  // namespace isochron::oracle
