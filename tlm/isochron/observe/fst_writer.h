// SPDX-License-Identifier: Apache-2.0
#pragma once

// Verilator's copy of GTKWave's FST writer, and what it does not report itself.
#include <gtkwave/fstapi.h>

namespace isochron {

/// The errno of the first write that failed since fst_forget_error(); 0: none.
int fst_write_error();
void fst_forget_error();

}  // namespace isochron
