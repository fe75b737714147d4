// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <isochron/machine/workload/traffic/arrival_trace.h>

namespace isochron {

/// Reads CSV `text`, which `file` has: a line that names the columns `time_s`, `source` or `stream`, `bytes` and, if
/// wanted, `sink` in any order, then one for each I/O. It is asked for at a time in seconds, a whole number of
/// picoseconds and not before the one above; of the source of that number; of 1 B to 16 MiB. Numbers may have
/// exponents. Throws InputError.
ArrivalTrace read_arrival_trace(const std::string& text, const std::string& file);

}  // namespace isochron
