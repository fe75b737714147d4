// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include <isochron/endpoint/destination_policy.h>
#include <isochron/system/seachange_parameters.h>

namespace isochron {

/// The policy that the parameters name for controller `lane` of node `source`; `controller` counts it over the whole
/// machine.
std::unique_ptr<DestinationPolicy> make_destination_policy(const SeachangeParameters& parameters, std::uint64_t seed,
                                                           unsigned source, unsigned lane, unsigned controller);

}  // namespace isochron
