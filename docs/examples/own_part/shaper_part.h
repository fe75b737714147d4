// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/machine/elaborate/component.h>

/// The type `shaper` of machine files.
isochron::ComponentType shaper_component();
