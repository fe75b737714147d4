// SPDX-License-Identifier: Apache-2.0
#include <isochron/protocol/port.h>

#include <string_view>

#include <isochron/core/error.h>

namespace isochron {

namespace {

/// The role of whatever can be at the other end of a connection that begins with `role`.
Port::Role end_of(Port::Role role) {
  if (role == Port::Role::peer) return Port::Role::peer;
  return role == Port::Role::initiator ? Port::Role::target : Port::Role::receiver;
}

}  // namespace

void Port::bind(Port& end) {
  const bool begins = role() == Role::initiator || role() == Role::sender || (role() == Role::peer && this != &end);
  if (!begins || end.role() != end_of(role()) || std::string_view(protocol()) != end.protocol())
    throw ModelError(path() + " (" + protocol() + ") does not fit " + end.path() + " (" + end.protocol() + ")");
  for (const Port* const one : {static_cast<const Port*>(this), static_cast<const Port*>(&end)})
    if (one->far_ != nullptr) throw ModelError(one->path() + " is joined to " + one->far_->path() + " already");
  join(end);
  far_ = &end;
  end.far_ = this;
}

}  // namespace isochron
