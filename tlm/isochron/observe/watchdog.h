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

/// A part that can say what it waits for.
class Waiting {
 public:
  virtual void report_waits(std::vector<Wait>& waits) const = 0;

 protected:
  ~Waiting() = default;
};

/// A fabric that has stopped with messages inside, in words: every wait, a line each.
std::string describe_waits(const std::vector<const Waiting*>& parts);

}  // namespace isochron
