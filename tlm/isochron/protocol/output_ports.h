// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <isochron/protocol/output_port.h>

namespace isochron {

/// A bridge, switch or chip as a part: what it reports, waits for and shows is what its output ports do.
class OutputPorts : public Measured, public Traced {
 public:
  void start_window(Time now) final;
  void report(StatisticSink& sink) final;
  void report_waits(std::vector<Wait>& waits) const final;
  void list_probes(ProbeList& list) final;

 protected:
  ~OutputPorts() = default;

  /// `port` must outlive this.
  void has(OutputPort& port) { ports_.push_back(&port); }

 private:
  std::vector<OutputPort*> ports_;
};

}  // namespace isochron
