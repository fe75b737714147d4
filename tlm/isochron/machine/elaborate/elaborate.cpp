// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/elaborate/elaborate.h>

#include <isochron/machine/elaborate/address_allotment.h>
#include <isochron/machine/elaborate/binder.h>
#include <isochron/machine/elaborate/compatibility_check.h>
#include <isochron/machine/elaborate/job_resolver.h>
#include <isochron/machine/elaborate/part_expander.h>
#include <isochron/machine/elaborate/scope_check.h>
#include <isochron/machine/elaborate/traffic_resolver.h>
#include <isochron/machine/elaborate/work_resolver.h>

namespace isochron {

Netlist elaborate(const MachineFile& file, const Names& parameters, InstanceOverrides& overrides) {
  Netlist netlist;
  PartNames names(netlist.parts);
  const std::vector<Wire> wires = PartExpander(file, overrides, netlist, names).expand(parameters);
  check_scopes(netlist);
  Binder(netlist, names).join(wires);
  check_compatibility(netlist);
  allot_addresses(netlist);
  resolve_work(file, netlist);
  resolve_jobs(file, parameters, netlist);
  TrafficResolver(file, netlist).resolve(parameters);
  require_end(netlist);
  return netlist;
}

}  // namespace isochron
