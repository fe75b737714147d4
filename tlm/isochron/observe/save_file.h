// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <isochron/core/time.h>
#include <isochron/observe/scope_tree.h>

namespace isochron {

/// Writes GTKWave's save file (.gtkw) for the waveform that will be at `wave`: every signal of `tree`, in a group for
/// each part, numbers in decimal, bits in hexadecimal, texts as they are, fractions as curves; all of the time from
/// `from` to `to` is seen. Groups beside each other are closed when there is much in them. Throws WriteError.
void write_save_file(const std::string& path, const std::string& wave, Time from, Time to, const ScopeTree& tree,
                     const std::vector<ProbeInfo>& infos);

/// Whether the file at `path` is as write_save_file() has written it: GTKWave, or somebody else, has not changed it.
bool is_own_save_file(const std::string& path);

}  // namespace isochron
