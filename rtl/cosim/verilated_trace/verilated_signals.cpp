// SPDX-License-Identifier: Apache-2.0
#include "verilated_signals.h"

#include <stdexcept>

namespace isochron::cosim {

void VerilatedSignals::collect(const char* clock) {
  signals().open();
  for (const RtlSignal& signal : list())
    if (signal.scope.empty() && signal.name == clock) clock_ = signal.code;
  if (clock_ == 0) throw std::logic_error(std::string("the block has no port `") + clock + "`");
}

}  // namespace isochron::cosim
