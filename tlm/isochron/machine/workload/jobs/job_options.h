// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <isochron/core/time.h>
#include <isochron/observe/parameter_table.h>

namespace isochron {

/// How many jobs there are, how large they are, and when they are asked for.
struct JobOptions {
  enum class Arrivals { at_start, constant };
  static constexpr std::uint64_t most = 10'000'000;

  std::uint64_t count = 1;
  std::uint64_t size = std::uint64_t{64} * 1024;  ///< bytes
  Arrivals arrivals = Arrivals::at_start;
  std::uint64_t interval = 50 * millisecond;  ///< ps, between groups
  std::uint64_t group = 1;                    ///< jobs that are asked for together

  ParameterTable parameters();
};

}  // namespace isochron
