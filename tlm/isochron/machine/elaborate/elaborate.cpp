// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/elaborate/elaborate.h>

#include <isochron/machine/elaborate/address_allotment.h>
#include <isochron/machine/elaborate/binder.h>
#include <isochron/machine/elaborate/compatibility_check.h>
#include <isochron/machine/elaborate/disk_array_resolver.h>
#include <isochron/machine/elaborate/flow_resolver.h>
#include <isochron/machine/elaborate/part_expander.h>
#include <isochron/machine/elaborate/resource_names.h>
#include <isochron/machine/elaborate/scope_check.h>
#include <isochron/machine/workload/jobs/job_resolver.h>
#include <isochron/machine/workload/self/work_resolver.h>
#include <isochron/machine/workload/traffic/traffic_resolver.h>
#include <isochron/machine/workload/workload_kind.h>

namespace isochron {

Netlist elaborate(const MachineFile& file, const Names& parameters, InstanceOverrides* overrides) {
  Netlist netlist;
  PartNames names(netlist.parts);
  const std::vector<Wire> wires = PartExpander(file, overrides, netlist, names).expand(parameters);
  netlist.parts.shrink_to_fit();
  check_scopes(netlist);
  name_resources(file, netlist);
  resolve_flows(file, netlist);
  resolve_disk_arrays(file, parameters, netlist);
  Binder(netlist, names).join(wires);
  netlist.connections.shrink_to_fit();
  check_compatibility(netlist);
  allot_addresses(netlist);
  for (std::size_t i = 0; i < netlist.parts.size(); ++i) {
    if (!netlist.parts[i].config->is_endpoint()) continue;
    netlist.parts[i].plan.endpoint = static_cast<std::uint32_t>(netlist.endpoints.size());
    netlist.endpoints.push_back(i);
  }
  for (const WorkloadKind* const kind : workload_kinds()) kind->resolve(file, parameters, netlist);
  require_end(file, netlist);
  return netlist;
}

}  // namespace isochron
