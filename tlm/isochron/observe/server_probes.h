// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <isochron/observe/probe_list.h>

namespace isochron {

/// The probes of a part that serves one transaction after another from a queue: `phase` (BEGIN and END), `transaction`,
/// `served`, `queue_depth` and `utilisation`.
class ServerProbes {
 public:
  /// `waiting`: what its queue holds.
  ServerProbes(ProbeList& list, const std::string& part, const std::string& waiting);

  /// The present state: what it serves, and how many wait.
  void show(Time now, const TransactionId& served, std::size_t waiting);
  void event(Time now, Phase phase, const TransactionId& id) { phase_.event(now, phase, id); }
  void start(Time now, const TransactionId& served, std::size_t waiting);

 private:
  PhaseProbe phase_;
  TransactionProbe served_;
  NumberProbe depth_;
  UtilisationProbe utilisation_;
};

}  // namespace isochron
