// SPDX-License-Identifier: Apache-2.0
#include <isochron/part/assembly.h>

#include <isochron/core/error.h>
#include <isochron/protocol/port.h>

namespace isochron {

namespace {

/// A level of the SystemC hierarchy without a part of its own.
class Scope final : public sc_core::sc_module {
 public:
  Scope(const sc_core::sc_module_name& name, const std::function<void()>& inside) : sc_module(name) { inside(); }
};

/// The port at `path`; of an engine that is a component of its own, its way to the bus.
Port& find_port(const std::string& path) {
  for (const char* const within : {"", ".bus"})
    if (Port* const port = dynamic_cast<Port*>(sc_core::sc_find_object((path + within).c_str()))) return *port;
  throw ModelError("there is no port " + path);
}

}  // namespace

Assembly::~Assembly() {
  while (!built_.empty()) built_.pop_back();
}

void Assembly::scope(const std::string& name, const std::function<void()>& inside) {
  const std::string outside = prefix_;
  prefix_ += name + ".";
  if (builds()) {
    const std::size_t place = built_.size();
    built_.emplace_back();  // before what is in it
    built_[place] = std::make_unique<Scope>(name.c_str(), inside);
  } else {
    inside();
  }
  prefix_ = outside;
}

void Assembly::connect(const std::string& from, const std::string& to) {
  if (builds())
    find_port(prefix_ + from).bind(find_port(prefix_ + to));
  else
    connections_.push_back({prefix_ + from, prefix_ + to});
}

void Assembly::note_calls(const std::string& from, const std::string& to, const std::string& label) {
  if (!builds()) connections_.push_back({prefix_ + from, prefix_ + to, label});
}

}  // namespace isochron
