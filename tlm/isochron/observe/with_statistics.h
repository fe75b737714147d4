// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/observe/measured.h>
#include <isochron/observe/statistics.h>

namespace isochron {

/// A part whose statistics are a table, its `static Statistics<Module> statistics()`. A part with more state overrides
/// these and calls them.
template <class Module>
class WithStatistics : public Measured {
 public:
  void start_window(Time now) override { table().start_window(static_cast<Module&>(*this), now); }
  void report(StatisticSink& sink) override { table().report(static_cast<Module&>(*this), sink); }

 protected:
  ~WithStatistics() = default;

 private:
  static const Statistics<Module>& table() {
    static const Statistics<Module> made = Module::statistics();
    return made;
  }
};

}  // namespace isochron
