// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/workload/jobs/job_options.h>

namespace isochron {

ParameterTable JobOptions::parameters() {
  ParameterTable table;
  table.count("count", count, {1, most}, "jobs in all");
  table.bytes("size", size, {1, 1 << 26}, "a job, where it begins");
  table.choice("arrivals", arrivals, {"at_start", "constant"},
               "when jobs are asked for: all at time 0, or in groups at a constant interval, the first at time 0");
  table.duration("interval", interval, {1, 1000 * second}, "between groups");
  table.count("group", group, {1, 1 << 16}, "jobs that are asked for together");
  table.counts_where(table.is("arrivals", {"constant"}), {"interval", "group"});
  return table;
}

}  // namespace isochron
