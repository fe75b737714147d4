// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <isochron/bus/arbiter.h>
#include <isochron/observe/capacity.h>
#include <isochron/observe/parameter_table.h>
#include <isochron/observe/type_registry.h>

namespace isochron {

/// A SCSI-2 string: a FifoBus on which a target disconnects between chunks, and reselects its host for each. Source of
/// the rate: PS2, section 6; chunk and reselection are our own.
struct ScsiStringConfig {
  std::uint64_t rate = 8ull * 10 * 1024 * 1024;   ///< bit/s while data cross
  std::uint64_t chunk = 8ull * 1024;              ///< bytes that a target moves before it disconnects, 1 or more
  std::uint64_t reselection = 300 * microsecond;  ///< ps of a chunk, during which the string is held
  Arbitration arbitration = Arbitration::first_come;

  /// A string has 16 identifiers, of which one is the host's.
  static constexpr unsigned most_targets = 15;

  ParameterTable parameters();
  /// Of requests of `bytes`, in chunks.
  Capacity capacity(std::uint64_t bytes) const;

  /// Of the bus with this timing, for `isochron describe`.
  static constexpr const char* type = "scsi_string";
  static TypeInfo type_info();
};

}  // namespace isochron
