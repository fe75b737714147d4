// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace isochron {

/// Where a part can be joined to another: a socket that knows what it speaks. Machines join ports by their names, see
/// Assembly; a test may bind sockets as SystemC has it, also to a third party's.
class Port {
 public:
  /// Initiators and senders begin a connection, targets and receivers end one. A peer carries both directions: it is
  /// joined to another peer.
  enum class Role { initiator, target, sender, receiver, peer };

  /// What is spoken: "base protocol", or the fabric of a credit link.
  virtual const char* protocol() const = 0;
  virtual Role role() const = 0;
  /// Its name in the SystemC hierarchy.
  virtual std::string path() const = 0;
  /// Joins this beginning of a connection to its end, or two peers. Before the simulation starts. Throws ModelError
  /// where role or protocol do not fit, or one of the two is taken.
  void bind(Port& end);
  /// What it is joined to; nullptr: nothing yet, or a third party's socket.
  const Port* far() const { return far_; }

 protected:
  Port() = default;
  ~Port() = default;

  /// Binds the sockets; of two peers it is called at one. The end has the role and the protocol that fit.
  virtual void join(Port& end) = 0;

 private:
  Port* far_ = nullptr;
};

}  // namespace isochron
