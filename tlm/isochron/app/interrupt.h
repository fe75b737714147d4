// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>

namespace isochron {

/// The user wants to stop (Ctrl-C, SIGTERM, SIGHUP). The command cleans up and exits with 130.
class Interrupted : public std::runtime_error {
 public:
  Interrupted() : std::runtime_error("interrupted") {}
};

/// Turns the signals that ask to stop into something that can be polled, so that clean-up is ordinary code.
class Interrupt {
 public:
  /// Once a process, before anything that takes long.
  static void install();
  /// In a child: signals kill again.
  static void restore();
  /// Becomes readable when a signal came.
  static int descriptor();
  static bool requested();
  /// Throws Interrupted if a signal came.
  static void check();
};

}  // namespace isochron
