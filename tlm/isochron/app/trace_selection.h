// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <isochron/observe/probe_info.h>

namespace isochron {

/// Which of `infos` lie in one of `scopes`: each names a signal, a part with all below it, or many by *, which stands
/// for any characters. Without scopes: all. Throws InputError when a scope holds nothing.
std::vector<bool> select_probes(const std::vector<ProbeInfo>& infos, const std::vector<std::string>& scopes);

}  // namespace isochron
