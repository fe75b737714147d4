// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include <isochron/core/time.h>

namespace isochron {

/// What happens to a fault of the kind "fail".
enum class FailureStep { fails, is_known, is_back };

/// Hears what becomes of the work of a machine of which parts have failed. `fault`: its number in the netlist.
class FailureBook {
 public:
  virtual void lost(std::size_t fault, std::uint64_t bytes) = 0;
  /// A unit that the failure took away has come all the same.
  virtual void rebuilt(std::size_t fault, Time now) = 0;
  /// All that the failure took away is back.
  virtual void redundant(std::size_t fault, Time now) = 0;

 protected:
  ~FailureBook() = default;
};

}  // namespace isochron
