// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mutated_model.h"

/// The netlist has the default parameters; the tests of the others are not run on it.
using Vdisk_node_wide = MutatedModel;
