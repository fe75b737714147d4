// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include <isochron/machine/elaborate/netlist.h>
#include <isochron/part/own_work.h>

namespace isochron {

/// Work that a part has of its own.
struct FlatWork {
  std::size_t part = 0;
  OwnWork work;
};

}  // namespace isochron
