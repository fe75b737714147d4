// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>

#include <isochron/core/kernel_event.h>

namespace isochron::testbench {

/// Calls functions at given times as a kernel process of its own: how a third party's component lives, without a
/// region.
class Agenda final : public sc_core::sc_module {
 public:
  explicit Agenda(const sc_core::sc_module_name& name);
  /// `time` >= the kernel's; calls of equal time in the order of entry.
  void at(Time time, std::function<void()> function);

 private:
  void run();

  KernelEvent due_{"due"};
  std::multimap<Time, std::function<void()>> functions_;
};

}  // namespace isochron::testbench
