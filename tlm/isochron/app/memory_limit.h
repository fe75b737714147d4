// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace isochron {

/// Bytes that simulations may take together, and whose limit it is.
struct MemoryLimit {
  double bytes = 0;
  std::string whose;  ///< "physical memory", "the control group's limit", "--limit-memory"

  /// Physical memory, or what this process's control group (cgroups version 1 or 2) may take if that is less.
  static MemoryLimit of_host();
  /// `--limit-memory`: "8GB", or "50%" of of_host(); empty: of_host(). Throws InputError.
  static MemoryLimit read(const std::string& text);
};

/// Throws InputError when the `jobs` largest of the simulations, side by side, are beyond the limit. `memory`: bytes
/// that each takes at its peak, estimated; `file`: the scenario's.
void require_memory(const MemoryLimit& limit, std::vector<double> memory, std::size_t jobs, const std::string& file);

}  // namespace isochron
