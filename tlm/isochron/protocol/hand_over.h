// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

#include <systemc>

#include <isochron/protocol/port.h>
#include <isochron/protocol/tag.h>

namespace isochron {

/// What inlets and outlets speak.
struct HandOver {
  static constexpr const char* name = "hand-over";
};

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

/// An inlet that machines join by its name: what is handed on to it goes to `owner`.
class InletPort final : public sc_core::sc_object, public Port {
 public:
  InletPort(const char* name, Inlet& owner) : sc_object(name), owner_(owner) {}

  Inlet& inlet() { return owner_; }
  const char* protocol() const override { return HandOver::name; }
  Role role() const override { return Role::target; }
  std::string path() const override { return name(); }

 private:
  void join(Port&) override {}  ///< it begins no connection

  Inlet& owner_;
};

/// An outlet that machines join by its name.
class OutletPort final : public sc_core::sc_object, public Port {
 public:
  explicit OutletPort(const char* name) : sc_object(name), outlet_(this->name()) {}

  void hand_on(Payload& payload, Time now) const { outlet_.hand_on(payload, now); }
  const char* protocol() const override { return HandOver::name; }
  Role role() const override { return Role::initiator; }
  std::string path() const override { return name(); }

 private:
  void join(Port& end) override { outlet_.connect(dynamic_cast<InletPort&>(end).inlet()); }

  Outlet outlet_;
};

}  // namespace isochron
