// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/compose/component.h>

/// The type `shaper` of machine files.
isochron::ComponentType shaper_component();
