// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <isochron/endpoint/strand_source.h>
#include <isochron/machine/workload/jobs/job_run.h>
#include <isochron/machine/workload/jobs/job_workload.h>
#include <isochron/machine/workload/workload_kind.h>

namespace isochron {

namespace {

class JobKind final : public WorkloadKind {
 public:
  bool is_in(const Netlist& netlist) const override { return !netlist.jobs.empty(); }

  std::unique_ptr<Workload> analyse(const Netlist& netlist, const Routes&, const Transits&,
                                    const PartShares& taken) const override {
    return std::make_unique<JobWorkload>(netlist, taken);
  }

  std::vector<StatisticInfo> figures(const MachineFile& file, const Netlist& netlist) const override {
    std::vector<StatisticInfo> infos{
        {"throughput", "B/s",
         "bytes of jobs that ended, as large as they begin, over the window, or the time until all work is done"},
        {"delay", "s", "from the request of a job to its end", true},
        {"delay.sd", "s", "standard deviation of the delay over the jobs of a replication"},
        {"bytes.in", "B", "of jobs that were asked for"},
        {"bytes.out", "B", "of jobs that have ended, as large as they began"}};
    if (file.until_done) infos.push_back({"completion_time", "s", "from the start until all work is done"});
    for (std::size_t k = 0; k < netlist.jobs.size() && netlist.jobs.size() > 1; ++k) {
      const std::string& name = netlist.jobs[k].name;
      infos.push_back(
          {name + ".throughput", "B/s", "of these jobs, over the window, or the time of the last one's end"});
      infos.push_back({name + ".delay", "s", "of these jobs, from the request to the end", true});
    }
    return infos;
  }

  void place(const Netlist& netlist, Assembly& machine) const override {
    for (const FlatJobs& jobs : netlist.jobs) machine.place(jobs.name, StrandSource::type);
  }

  std::size_t largest_payload(const Netlist& netlist) const override {
    std::uint64_t largest = 1;
    for (const FlatJobs& jobs : netlist.jobs) largest = std::max(largest, jobs.options.size);
    return static_cast<std::size_t>(largest);
  }

  std::unique_ptr<WorkloadRun> attach(const WorkloadContext& context) const override {
    return std::make_unique<JobRun>(context);
  }
};

}  // namespace

const WorkloadKind& job_kind() {
  static const JobKind kind;
  return kind;
}

}  // namespace isochron
