// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "transfer_times.h"

namespace isochron::rtl {

/// Compares the times of a test's transfers with those that were recorded, and says what differs; empty when nothing
/// does.
///
/// The recorded ones are in recorded_times.inc: a change of the Verilog that moves a transfer by a cycle shows there.
/// To record them anew, run a program of the tests with ISOCHRON_RECORD_TIMES=FILE, which appends them to the file, and
/// sort it.
std::string difference_from_recorded(const std::string& test, const TransferTimes& times);

}  // namespace isochron::rtl
