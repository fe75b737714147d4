// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mutated_model.h"

using Vcore64 = MutatedModel;
