// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace isochron {

/// Whether this process ends with the work that it does, by _exit(): a child that simulates. What it has built need not
/// be destroyed then, which takes a tenth of the instructions of a short simulation. All that is to be written has to
/// be written without a destructor.
class ProcessEnd {
 public:
  static void announce() { announced_ = true; }
  static bool is_announced() { return announced_; }

 private:
  static inline bool announced_ = false;
};

}  // namespace isochron
