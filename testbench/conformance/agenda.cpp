// SPDX-License-Identifier: Apache-2.0
#include "conformance/agenda.h"

namespace isochron::testbench {

Agenda::Agenda(const sc_core::sc_module_name& name) : sc_module(name) {
  SC_HAS_PROCESS(Agenda);
  SC_METHOD(run);
  sensitive << due_.event();
}

void Agenda::at(Time time, std::function<void()> function) {
  functions_.emplace(time, std::move(function));
  due_.notify_at(functions_.begin()->first);
}

void Agenda::run() {
  while (!functions_.empty() && functions_.begin()->first <= kernel_now()) {
    const std::function<void()> function = std::move(functions_.begin()->second);
    functions_.erase(functions_.begin());
    function();
  }
  if (!functions_.empty()) due_.notify_at(functions_.begin()->first);
}

}  // namespace isochron::testbench
