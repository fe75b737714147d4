// SPDX-License-Identifier: Apache-2.0
#include "rtl_probes.h"

#include <algorithm>

namespace isochron::cosim {

RtlProbes::RtlProbes(std::unique_ptr<RtlSignals> signals, const std::string& part, ProbeList& list)
    : signals_(std::move(signals)), probes_(signals_->codes()) {
  for (const RtlSignal& signal : signals_->list())
    list.add(probes_[signal.code], signal.scope.empty() ? part : part + "." + signal.scope, signal.name,
             {signal.most, signal.least}, std::string(signal.kind) + " of the Verilog");
}

void RtlProbes::begin(Time now, Time falls) {
  from_ = now_ = now;
  signals_->write_all(*this);
  if (falls > now) clock_falls_at(falls);
}

void RtlProbes::settled(Time edge) {
  now_ = std::max(from_, edge - 1);
  signals_->write_changes(*this);
}

void RtlProbes::clocked(Time edge, Time falls) {
  now_ = edge;
  signals_->write_changes(*this);
  clock_falls_at(falls);
}

void RtlProbes::bits(std::uint32_t code, std::string_view value) {
  if (probes_[code].selected()) probes_[code].set(now_, value);
}

void RtlProbes::clock_falls_at(Time time) {
  signals_->clock_is_low();
  BitsProbe& clock = probes_[signals_->clock()];
  if (clock.selected()) clock.set_later(time, false);
}

}  // namespace isochron::cosim
