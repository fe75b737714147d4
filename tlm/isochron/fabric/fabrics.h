// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <isochron/core/error.h>
#include <isochron/fabric/general_link.h>
#include <isochron/fabric/infiniband.h>
#include <isochron/fabric/starfabric.h>

namespace isochron {

/// Calls `make` with an object of the fabric that is called `name`, for its type. Throws ModelError of an unknown one.
template <class Make>
void with_fabric(const std::string& name, const Make& make) {
  if (name == GeneralLink::name) return make(GeneralLink());
  if (name == StarFabric::name) return make(StarFabric());
  if (name == InfiniBand::name) return make(InfiniBand());
  throw ModelError("there is no fabric " + name);
}

}  // namespace isochron
