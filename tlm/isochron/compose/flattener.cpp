// SPDX-License-Identifier: Apache-2.0
#include <isochron/compose/flattener.h>

#include <isochron/compose/flatten/address_allotment.h>
#include <isochron/compose/flatten/job_resolver.h>
#include <isochron/compose/flatten/joiner.h>
#include <isochron/compose/flatten/metric_resolver.h>
#include <isochron/compose/flatten/misfit_check.h>
#include <isochron/compose/flatten/part_expander.h>
#include <isochron/compose/flatten/scope_check.h>
#include <isochron/compose/flatten/traffic_resolver.h>
#include <isochron/compose/flatten/work_resolver.h>

namespace isochron {

Netlist flatten(const MachineFile& file, const Names& parameters, InstanceOverrides& overrides) {
  Netlist netlist;
  PartNames names(netlist.parts);
  const std::vector<Wire> wires = PartExpander(file, overrides, netlist, names).expand(parameters);
  check_scopes(netlist);
  Joiner(netlist, names).join(wires);
  check_misfits(netlist);
  allot_addresses(netlist);
  resolve_work(file, netlist);
  resolve_jobs(file, parameters, netlist);
  TrafficResolver(file, netlist).resolve(parameters);
  resolve_metrics(file, parameters, netlist);
  return netlist;
}

}  // namespace isochron
