// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace isochron {

/// Somebody waits for somebody.
struct Wait {
  std::string who;
  std::string what;  ///< "a buffer", "its place", "the response"
  std::string whom;
};

/// A fabric that has stopped with messages inside, in words: a line for each wait.
std::string describe_waits(const std::vector<Wait>& waits);

/// Ports wait for buffers of each other in a cycle: whoever is in it waits for ever, whatever moves elsewhere.
bool has_cycle(const std::vector<Wait>& waits);

}  // namespace isochron
