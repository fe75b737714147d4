// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace isochron {

/// Says in a child that simulates that it will end with _exit() once its work is done. Such a process does not destroy
/// the machine that it has built, which would take a tenth of the instructions of a short simulation. Nothing may
/// depend on a destructor to be written.
class ProcessEnd {
 public:
  static void announce() { announced_ = true; }
  static bool is_announced() { return announced_; }

 private:
  static inline bool announced_ = false;
};

}  // namespace isochron
