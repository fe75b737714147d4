// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <csignal>
#include <stdexcept>

namespace isochron {

/// The user wants to stop (Ctrl-C, SIGTERM, SIGHUP). The command cleans up and exits with 130.
class Interrupted : public std::runtime_error {
 public:
  Interrupted() : std::runtime_error("interrupted") {}
};

/// The signals that ask to stop. While nothing has to be cleaned up they end the command at once, whatever it is doing;
/// else they become something that can be polled, so that clean-up is ordinary code.
class Interrupt {
 public:
  /// While one lives there is something to clean up, or to report, before the command may end.
  class Hold {
   public:
    Hold();
    ~Hold();
    Hold(const Hold&) = delete;
    Hold& operator=(const Hold&) = delete;
  };

  /// No such signal arrives while one lives: a child gets its parent's handlers and must not run them.
  class Block {
   public:
    Block();
    ~Block();
    Block(const Block&) = delete;
    Block& operator=(const Block&) = delete;

   private:
    sigset_t before_{};
  };

  /// Once a process, before anything that takes long. A signal that the caller ignores (nohup) stays ignored. A file
  /// that grows too large and a reader that is gone become errors of writing.
  static void install();
  /// In a child: signals kill again, but for those that the caller ignores.
  static void restore();
  /// Becomes readable when a signal came; -1 in a child.
  static int descriptor();
  static bool requested();
  /// Throws Interrupted if a signal came.
  static void check();
  /// The outputs are about to appear: from here on the command has done what it was asked, and no signal changes that.
  /// Throws Interrupted if one came before.
  static void finish();
  /// Forgets the signals that came: they have been obeyed, and what is left to do is to report it.
  static void acknowledge();
};

}  // namespace isochron
