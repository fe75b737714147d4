// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/core/time.h>

namespace isochron {

class ProbeList;

/// A part that can be traced. It is found by its place in the SystemC hierarchy: an sc_object that is Traced too. Until
/// list_probes() is called it has no probes, and outside start_trace() and stop_trace() it does not tell them anything:
/// a part that nobody traces pays for a branch.
class Traced {
 public:
  /// Makes the part's probes and lists them. After elaboration, at most once.
  virtual void list_probes(ProbeList& list) = 0;
  /// From `now` on the probes follow the part, beginning with its present state.
  virtual void start_trace(Time now) { (void)now; }
  virtual void stop_trace() {}

 protected:
  ~Traced() = default;
};

}  // namespace isochron
