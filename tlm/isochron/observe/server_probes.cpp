// SPDX-License-Identifier: Apache-2.0
#include <isochron/observe/server_probes.h>

namespace isochron {

ServerProbes::ServerProbes(ProbeList& list, const std::string& part, const std::string& waiting) {
  list.add(phase_, part, "BEGIN: is served; END: done with");
  list.add(served_, part, "served", "what it serves");
  list.add(depth_, part, "queue_depth", 0xffff, waiting + " that wait for it");
  list.add(utilisation_, part, "fraction of the time that it serves");
}

void ServerProbes::show(Time now, const TransactionId& served, std::size_t waiting) {
  served_.set(now, served);
  depth_.set(now, waiting);
  utilisation_.set(now, !served.none);
}

void ServerProbes::start(Time now, const TransactionId& served, std::size_t waiting) {
  phase_.clear(now);
  show(now, served, waiting);
}

}  // namespace isochron
