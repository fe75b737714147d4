// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <systemc>

#include <isochron/protocol/port.h>

namespace isochron {

/// A port that carries both directions: each of two that are joined calls the interface of the other's part.
/// `Interface::protocol_name` is what they speak; a port of another interface is refused.
template <class Interface>
class PeerSocket final : public sc_core::sc_object, public Port {
 public:
  /// `own`: what the far end calls. It must outlive this.
  PeerSocket(const std::string& name, Interface& own) : sc_object(name.c_str()), own_(own) {}

  /// What it is joined to; there is one.
  Interface& operator*() const { return *far_end_; }
  Interface* operator->() const { return far_end_; }

  const char* protocol() const override { return Interface::protocol_name; }
  Role role() const override { return Role::peer; }
  std::string path() const override { return name(); }

 private:
  void join(Port& end) override {
    auto& other = dynamic_cast<PeerSocket&>(end);
    far_end_ = &other.own_;
    other.far_end_ = &own_;
  }

  Interface& own_;
  Interface* far_end_ = nullptr;
};

}  // namespace isochron
