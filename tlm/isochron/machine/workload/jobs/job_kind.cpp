// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>

#include <isochron/endpoint/strand_source.h>
#include <isochron/machine/language/parameter_store.h>
#include <isochron/machine/language/scope_checks.h>
#include <isochron/machine/workload/jobs/flat_jobs.h>
#include <isochron/machine/workload/jobs/job_reader.h>
#include <isochron/machine/workload/jobs/job_resolver.h>
#include <isochron/machine/workload/jobs/job_run.h>
#include <isochron/machine/workload/jobs/job_workload.h>
#include <isochron/machine/workload/jobs/jobs_text.h>
#include <isochron/machine/workload/workload_kind.h>
#include <isochron/scenario/input_error.h>

namespace isochron {

namespace {

void check_jobs(const JobDeclaration& jobs, const Expression::Scope& scope) {
  check_when(jobs.when, scope);
  JobOptions options;
  const ParameterTable table = options.parameters();
  for (const Setting& setting : jobs.settings)
    check_setting(setting, table, scope, fmt::format("a job of `{}`", jobs.name));
  Expression::Scope of_job = with(scope, "job");
  for (const auto& [name, value] : jobs.values) {
    value.check(of_job, fmt::format("`{}`", name));
    if (value.is_choice(of_job))
      throw InputError(value.position(), fmt::format("`{}` is a name, and `let` has numbers and conditions", name),
                       "Use the parameter itself, or compare it: near == mode");
    of_job[name];
  }
  for (const auto& [name, condition] : jobs.classes) condition.check(of_job, fmt::format("the class `{}`", name));
  for (const StepDeclaration& step : jobs.steps) {
    Expression::Scope of_step = of_job;
    if (step.each) {
      const auto& [name, count] = *step.each;
      if (of_job.count(name) != 0)
        throw InputError(count.position(), fmt::format("the name `{}` is taken already", name), "Give it another name");
      count.check(scope, fmt::format("`{}`", name));  // the same for all jobs
      of_step[name];
    }
    check_path(step.at, of_step);
    if (step.to) check_path(*step.to, of_step);
    check_when(step.when, of_step);
    if (step.requests) step.requests->check(of_job, "`requests`");
  }
}

class JobKind final : public WorkloadKind {
 public:
  const char* section() const override { return "jobs"; }
  void read(const YamlNode& node, const FileReader&, MachineFile& file) const override {
    file.workloads.of<JobDeclaration>() = read_jobs(node);
  }
  void check(const MachineFile& file, const Expression::Scope& scope) const override {
    for (const JobDeclaration& jobs : file.workloads.of<JobDeclaration>()) check_jobs(jobs, scope);
  }
  void resolve(const MachineFile& file, const Names& parameters, Netlist& netlist) const override {
    resolve_jobs(file, parameters, netlist);
  }
  void add_uses(const MachineFile& file, const Netlist& netlist, Effects& uses) const override {
    const std::vector<FlatJobs>& all = netlist.workloads.of<FlatJobs>();
    for (const JobDeclaration& declared : file.workloads.of<JobDeclaration>()) {
      uses.add(declared.when);
      const auto flat =
          std::find_if(all.begin(), all.end(), [&](const FlatJobs& one) { return one.declaration == &declared; });
      JobOptions options = flat != all.end() ? flat->options : JobOptions();
      const ParameterTable table = options.parameters();
      uses.add(declared.settings, flat != all.end() ? &table : nullptr, fmt::format("the jobs `{}`", declared.name));
      for (const auto& [name, value] : declared.values) value.add_names(uses.effective);
      for (const auto& [name, condition] : declared.classes) condition.add_names(uses.effective);
      for (const StepDeclaration& step : declared.steps) {
        uses.add(step.at);
        if (step.to) uses.add(*step.to);
        if (step.each) step.each->second.add_names(uses.effective);
        uses.add(step.when);
        uses.add(step.requests);
      }
    }
  }
  std::string text(const Netlist& netlist, const Names& parameters) const override {
    std::string text;
    for (const FlatJobs& jobs : netlist.workloads.of<FlatJobs>()) text += jobs_text(jobs, netlist, parameters);
    return text.empty() ? text : "jobs:\n" + text;
  }

  std::vector<std::string> names(const MachineFile& file) const override {
    std::vector<std::string> names;
    for (const JobDeclaration& jobs : file.workloads.of<JobDeclaration>()) names.push_back(jobs.name);
    return names;
  }

  bool has_end(const Netlist&) const override { return true; }
  bool is_in(const Netlist& netlist) const override { return !netlist.workloads.of<FlatJobs>().empty(); }

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
    if (!netlist.faults.empty())
      infos.push_back({"bytes.lost", "B", "of jobs that were lost since the simulation began"});
    if (file.until_done) infos.push_back({"completion_time", "s", "from the start until all work is done"});
    const std::vector<FlatJobs>& all = netlist.workloads.of<FlatJobs>();
    const auto add = [&infos](const std::string& name) {
      infos.push_back(
          {name + ".throughput", "B/s", "of these jobs, over the window, or the time of the last one's end"});
      infos.push_back({name + ".delay", "s", "of these jobs, from the request to the end", true});
    };
    for (const FlatJobs& jobs : all) {
      if (all.size() > 1) add(jobs.name);
      if (!netlist.faults.empty()) infos.push_back({jobs.name + ".lost", "B", "of these jobs, that will never end"});
      for (const std::string& name : jobs.classes) add(jobs.name + "." + name);
    }
    return infos;
  }

  void place(const Netlist& netlist, Assembly& machine) const override {
    for (const FlatJobs& jobs : netlist.workloads.of<FlatJobs>())
      machine.place(jobs.declaration->asked_by, StrandSource::type);
  }

  std::size_t largest_payload(const Netlist& netlist) const override {
    std::uint64_t largest = 1;
    for (const FlatJobs& jobs : netlist.workloads.of<FlatJobs>()) largest = std::max(largest, jobs.options.size);
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
