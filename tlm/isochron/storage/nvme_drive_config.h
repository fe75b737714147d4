// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <isochron/core/service_law.h>
#include <isochron/core/time.h>
#include <isochron/observe/capacity.h>
#include <isochron/observe/parameter_table.h>
#include <isochron/part/class_parameters.h>

namespace isochron {

/// What can be set of a drive on PCI Express.
struct NvmeDriveConfig {
  std::uint64_t queue_depth = 256;               ///< commands that it works on
  std::uint64_t channels = 64;                   ///< pieces of flash that work at once
  std::uint64_t page = 4096;                     ///< bytes that a channel reads or programs at a time
  ServiceLaw read = constant(80 * microsecond);  ///< of a page or a part of it
  ServiceLaw program = constant(500 * microsecond);
  std::uint64_t internal_rate = 28'000'000'000;  ///< bit/s between flash and link
  std::uint64_t mps = 256;                       ///< bytes
  std::uint64_t mrrs = 512;                      ///< bytes
  ClassParameters classes;                       ///< of commands that wait

  ParameterTable parameters();
  /// Bytes/s of commands of `bytes` that read: no more than this, whatever it is asked for.
  Capacity capacity(std::uint64_t bytes) const;
  /// Seconds of a command of `bytes` that meets no other one, at least, without the links.
  double least_seconds(bool writes, std::uint64_t bytes) const;

 private:
  static ServiceLaw constant(Time mean) {
    ServiceLaw law;
    law.mean = mean;
    law.max = 2 * mean;
    return law;
  }
};

}  // namespace isochron
