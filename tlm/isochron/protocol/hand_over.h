// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

#include <isochron/protocol/tag.h>

namespace isochron {

/// Where a payload is handed to: the one hand-over inside a machine, where neither a bus nor a link is between two
/// parts. It takes no time. Who wants the payload for longer than the call acquires it.
class Inlet {
 public:
  virtual void accept(Payload& payload, Time now) = 0;

 protected:
  ~Inlet() = default;
};

/// Where a part hands on what it has done with, by a name that says what has happened. Joined to one inlet, before the
/// simulation starts.
class Outlet {
 public:
  explicit Outlet(std::string name) : name_(std::move(name)) {}
  Outlet(const Outlet&) = delete;
  Outlet& operator=(const Outlet&) = delete;

  void connect(Inlet& to) { to_ = &to; }
  /// Throws std::logic_error if nobody is there.
  void hand_on(Payload& payload, Time now) const {
    if (to_ == nullptr) throw std::logic_error("outlet " + name_ + " is joined to nothing");
    to_->accept(payload, now);
  }

 private:
  std::string name_;
  Inlet* to_ = nullptr;
};

/// The inlet of something that decides where a payload goes next: a member function of it.
template <class Owner>
class InletOf final : public Inlet {
 public:
  using Method = void (Owner::*)(Payload&, Time);

  InletOf(Owner& owner, Method method) : owner_(owner), method_(method) {}
  void accept(Payload& payload, Time now) override { (owner_.*method_)(payload, now); }

 private:
  Owner& owner_;
  Method method_;
};

}  // namespace isochron
