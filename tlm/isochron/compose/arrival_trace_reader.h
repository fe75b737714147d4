// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <isochron/compose/arrival_trace.h>

namespace isochron {

/// Reads CSV `text`, which `file` has: a line `time_s,source,bytes`, then one for each I/O. It is asked for at a time
/// in seconds, with up to twelve decimals and not before the one above; of the source of that number; of 1 B to 16 MiB.
/// In place of the source a `stream` may stand, and `,sink` may follow. Throws InputError.
ArrivalTrace read_arrival_trace(const std::string& text, const std::string& file);

}  // namespace isochron
