// SPDX-License-Identifier: Apache-2.0
#include "round_trip_workload.h"

#include <isochron/part/job_part.h>

using isochron::JobPart;
using isochron::JobTransfer;

RoundTripWorkload::RoundTripWorkload(const isochron::Netlist& netlist, const isochron::PartShares& taken)
    : parts_(netlist.parts.size()), loads_(netlist, taken) {
  for (const RoundTrip& one : netlist.workloads.of<RoundTrip>()) {
    const isochron::JobWork work = netlist.parts[one.part].config->as<JobPart>()->work(one.bytes, 1);
    double seconds = work.seconds;
    for (const JobTransfer& transfer : work.transfers)
      if (const auto path = isochron::path_to_target(netlist, one.part, transfer.port, transfer.write))
        seconds += loads_.transfer(*path, transfer.write, transfer.bytes, 1);
    loads_.hold(one.part, seconds);
    bytes_ += static_cast<double>(one.bytes);
  }
}

double RoundTripWorkload::events(double seconds, isochron::Folding) const {
  double rate = 0;
  for (const isochron::ResourceBound& bound : bounds()) rate = std::max(rate, bound.limit / bytes_);
  return loads_.events() * rate * seconds;
}
