// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include <isochron/app/memory_limit.h>

namespace isochron {

/// Calls `describe`, which may take `limit` of memory more than the process has. Throws InputError where it takes more;
/// `file`: the scenario's.
void describe_within(const MemoryLimit& limit, const std::string& file, const std::function<void()>& describe);

}  // namespace isochron
