// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <isochron/observe/measured.h>
#include <isochron/observe/traced.h>

namespace isochron {

/// A bridge, switch or chip as a part: what it reports, waits for and shows is what its output ports do.
class OutputPorts : public Measured, public Traced {
 public:
  void start_window(Time now) final;
  void report(StatisticSink& sink) final;
  void report_waits(std::vector<Wait>& waits) const final;
  void list_probes(ProbeList& list) final;

  /// The port at `path` in the SystemC hierarchy, as a `Port`; nullptr: there is none of this kind.
  template <class Port>
  Port* port(const std::string& path) const {
    for (Measured* const one : measured_)
      if (Port* const found = dynamic_cast<Port*>(one); found != nullptr && found->path() == path) return found;
    return nullptr;
  }

 protected:
  ~OutputPorts() = default;

  /// `port`, an OutputPort or a ClassedLinkSender, must outlive this.
  template <class Port>
  void has(Port& port) {
    measured_.push_back(&port);
    traced_.push_back(&port);
  }

 private:
  std::vector<Measured*> measured_;
  std::vector<Traced*> traced_;  ///< the same
};

}  // namespace isochron
