// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/workload/jobs/flat_jobs.h>
#include <isochron/machine/workload/jobs/job_resolver.h>

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include <fmt/format.h>

#include <isochron/machine/analyse/transfer_paths.h>
#include <isochron/machine/elaborate/part_values.h>
#include <isochron/machine/language/parameter_store.h>
#include <isochron/machine/route/way_choice.h>
#include <isochron/machine/workload/jobs/job_period.h>
#include <isochron/machine/workload/jobs/step_parts.h>
#include <isochron/part/interconnect.h>
#include <isochron/part/job_part.h>
#include <isochron/part/part_types.h>
#include <isochron/scenario/input_error.h>
#include <isochron/scenario/suggestion.h>

namespace isochron {

namespace {

constexpr const char* number_of_job = "job";

std::string types_for(const std::vector<JobPart::Role>& roles) {
  const std::vector<std::string> names = names_of_types([&](const PartConfig& config) {
    const JobPart* const part = config.as<JobPart>();
    return part != nullptr && std::find(roles.begin(), roles.end(), part->role()) != roles.end();
  });
  return fmt::format("Name one of the types {}", fmt::join(names, ", "));
}

/// A step's parts and requests for one job.
struct ChosenStep {
  std::size_t step = 0;  ///< its number in the file
  std::size_t at = 0;
  std::size_t to = 0;  ///< the same as `at` where none is named
  std::uint64_t requests = 1;
  std::uint32_t together = 1;  ///< steps from this one on at the same time

  friend bool operator<(const ChosenStep& a, const ChosenStep& b) {
    return std::tie(a.step, a.at, a.to, a.requests, a.together) < std::tie(b.step, b.at, b.to, b.requests, b.together);
  }
};

/// What decides the way of a job.
struct Chosen {
  std::vector<ChosenStep> steps;
  std::vector<std::size_t> classes;

  friend bool operator<(const Chosen& a, const Chosen& b) {
    return std::tie(a.steps, a.classes) < std::tie(b.steps, b.classes);
  }
};

class JobResolver {
 public:
  JobResolver(const JobDeclaration& declared, const Names& parameters, const Netlist& netlist,
              const std::unordered_map<std::string, std::size_t>& places)
      : declared_(declared), parameters_(parameters), names_(parameters), netlist_(netlist) {
    for (const StepDeclaration& step : declared.steps) {
      at_.emplace_back(step.at, netlist, places);
      to_.emplace_back(step.to ? *step.to : step.at, netlist, places);
    }
  }

  FlatJobs resolve() {
    jobs_.declaration = &declared_;
    names_.resolve_by([this](const std::string& name) { return part_values_.find(name); });
    jobs_.name = declared_.name;
    jobs_.position = declared_.position;
    set_options();
    for (const auto& [name, condition] : declared_.classes) jobs_.classes.push_back(name);
    require_free(number_of_job, declared_.position);
    names_.set(number_of_job, Number::whole(0));
    for (const auto& [name, value] : declared_.values) {
      require_free(name, value.position());
      names_.set(name, value.evaluate(names_));
    }
    const std::uint64_t count = jobs_.options.count, period = period_of_jobs(declared_, parameters_, count);
    for (std::uint64_t job = 0; job < period; ++job) {
      names_.set(number_of_job, Number::whole(job));
      for (const auto& [name, value] : declared_.values) names_.set(name, value.evaluate(names_));
      choose(job);
      const auto [known, is_new] = plans_.emplace(chosen_, jobs_.plans.size());
      if (is_new) jobs_.plans.push_back(plan());
      jobs_.plans[known->second].jobs += count / period + (job < count % period ? 1 : 0);
      jobs_.period.push_back(static_cast<std::uint32_t>(known->second));
    }
    return std::move(jobs_);
  }

 private:
  void set_options() {
    const ParameterTable table = jobs_.options.parameters();
    const std::string owner = fmt::format("the jobs `{}`", declared_.name);
    for (const Setting& setting : declared_.settings)
      apply_setting(setting, table, names_, fmt::format("a job of `{}`", declared_.name));
    for (const char* const needed : {"count", "size"})
      if (std::none_of(declared_.settings.begin(), declared_.settings.end(),
                       [&](const Setting& setting) { return setting.path == needed; }))
        throw InputError(declared_.position, fmt::format("{} have no `{}`", owner, needed),
                         needed == std::string("count") ? "Add `count: 256`, how many there are"
                                                        : "Add `size: 64 KiB`, how large one is where it begins");
  }

  /// It would hide the other.
  void require_free(const std::string& name, const SourcePosition& position) const {
    if (names_.find(name) == nullptr) return;
    throw InputError(position,
                     fmt::format(name == number_of_job ? "the parameter `{}` has the name of the job's number"
                                                       : "the name `{}` is taken already",
                                 name),
                     "Give it another name");
  }

  void choose(std::uint64_t job) {
    chosen_ = {};
    for (std::size_t c = 0; c < declared_.classes.size(); ++c)
      if (declared_.classes[c].second.flag(names_, fmt::format("the class `{}`", declared_.classes[c].first)))
        chosen_.classes.push_back(c);
    for (std::size_t s = 0; s < declared_.steps.size(); ++s) {
      const StepDeclaration& step = declared_.steps[s];
      const std::uint64_t turns = step.each ? steps_of(*step.each, parameters_) : 1;
      const std::size_t first = chosen_.steps.size();
      for (std::uint64_t turn = 0; turn < turns; ++turn) {
        if (step.each) names_.set(step.each->first, Number::whole(turn));
        if (step.when && !step.when->flag(names_, "`when`")) continue;
        ChosenStep chosen{s, at_[s].at(names_), 0, 1, 1};
        chosen.to = step.to ? to_[s].at(names_) : chosen.at;
        if (step.requests) chosen.requests = step.requests->count(names_, "`requests`");
        chosen_.steps.push_back(chosen);
      }
      if (step.each && chosen_.steps.size() > first)
        chosen_.steps[first].together = static_cast<std::uint32_t>(chosen_.steps.size() - first);
    }
    if (chosen_.steps.empty())
      throw InputError(declared_.position, fmt::format("job {} of `{}` has no step", job, declared_.name),
                       "Let `when` of at least one step hold");
  }

  JobPlan plan() const {
    JobPlan plan;
    std::uint64_t bytes = jobs_.options.size;
    for (const ChosenStep& one : chosen_.steps) {
      plan.steps.push_back(step(one, bytes));
      const FlatStep& last = plan.steps.back();
      bytes = netlist_.parts[one.at].config->as<JobPart>()->work_by(last.destination, bytes, one.requests).left;
      if (bytes == 0)
        throw InputError(
            declared_.steps[one.step].position,
            fmt::format("nothing of a job of {} B is left after `{}`", jobs_.options.size, netlist_.parts[one.at].path),
            "Make jobs larger, or reduce them less");
    }
    for (std::size_t s = 0; s < chosen_.steps.size(); ++s) hold(plan, s);
    plan.classes = chosen_.classes;
    plan.node = first_index(netlist_.parts[plan.steps.front().at].path);
    return plan;
  }

  /// Settles until which step of its own a job holds the part of step `s`.
  void hold(JobPlan& plan, std::size_t s) const {
    const StepDeclaration& declared = declared_.steps[chosen_.steps[s].step];
    if (!declared.hold_until) return;
    for (std::size_t later = s + 1; later < chosen_.steps.size(); ++later)
      if (declared_.steps[chosen_.steps[later].step].name == declared.hold_until->text) {
        // What it holds already it holds for longer.
        std::size_t first = s;
        for (std::size_t earlier = 0; earlier < s; ++earlier)
          if (plan.steps[earlier].at == plan.steps[s].at && plan.steps[earlier].hold_until >= s) first = earlier;
        std::optional<std::size_t>& until = plan.steps[first].hold_until;
        until = std::max(until.value_or(later), later);
        return;
      }
    throw InputError(declared.hold_until->position,
                     fmt::format("a job of `{}` that holds `{}` leaves the step `{}` out", declared_.name,
                                 netlist_.parts[plan.steps[s].at].path, declared.hold_until->text),
                     "Give both steps the same `when`");
  }

  FlatStep step(const ChosenStep& one, std::uint64_t bytes) const {
    using Role = JobPart::Role;
    const StepDeclaration& declared = declared_.steps[one.step];
    const FlatPart& part = netlist_.parts[one.at];
    const JobPart* const job = part.config->as<JobPart>();
    if (job == nullptr || job->role() == Role::receives)
      throw InputError(
          declared.at.position(),
          job == nullptr ? fmt::format("`{}`, a `{}`, does nothing with jobs", part.path, part.type)
                         : fmt::format("`{}`, a `{}`, takes only what is sent to it", part.path, part.type),
          job == nullptr ? types_for({Role::serves, Role::sends}) : "Name it as `to` of the step that sends");
    if (const std::string why = job->why_no_jobs(); !why.empty())
      throw InputError(declared.at.position(),
                       fmt::format("`{}`, a `{}`, cannot work on jobs: {}", part.path, part.type, why),
                       "Change its parameters, or name another part");
    if ((job->role() == Role::sends) != declared.to.has_value())
      throw InputError(declared.to ? declared.to->position() : declared.position,
                       declared.to
                           ? fmt::format("`{}`, a `{}`, sends nothing", part.path, part.type)
                           : fmt::format("`{}`, a `{}`, sends the job, and nobody gets it", part.path, part.type),
                       declared.to ? "Leave `to` out" : "Add `to: ...`, the part that hands it on");
    FlatStep step;
    step.at = one.at;
    step.end = one.to;
    step.requests = one.requests;
    step.together = one.together;
    step.bytes = bytes;
    if (declared.by) move(declared, *job, part, step);
    if (one.requests != 1) require_requests(declared, part, one.requests, bytes);
    if (declared.to) send(declared, step);
    return step;
  }

  static void require_requests(const StepDeclaration& declared, const FlatPart& part, std::uint64_t requests,
                               std::uint64_t bytes) {
    if (!part.config->as<JobPart>()->takes_requests())
      throw InputError(declared.requests->position(),
                       fmt::format("`{}`, a `{}`, takes a job as a whole", part.path, part.type),
                       "Leave `requests` out");
    if (requests == 0 || bytes % requests != 0)
      throw InputError(declared.requests->position(),
                       fmt::format("a job of {} B is not {} requests of whole bytes", bytes, requests),
                       fmt::format("Use a divisor of {}", bytes));
  }

  void send(const StepDeclaration& declared, FlatStep& step) const {
    const FlatPart &from = netlist_.parts[step.at], &to = netlist_.parts[step.end];
    const JobPart* const receiver = to.config->as<JobPart>();
    if (receiver == nullptr || receiver->role() != JobPart::Role::receives)
      throw InputError(declared.to->position(),
                       fmt::format("`{}`, a `{}`, does not hand on what is sent to it", to.path, to.type),
                       types_for({JobPart::Role::receives}));
    if (receiver->asks_senders()) {
      step.asks_end = true;
      step.destination = calling_port(declared, step).index;
    }
    const std::optional<TransferPath> path =
        path_to_part(netlist_, step.at, from.config->as<JobPart>()->sends_by(), step.end);
    if (!path)
      throw InputError(declared.to->position(), fmt::format("there is no way from `{}` to `{}`", from.path, to.path),
                       "Connect them by a bus or a crossbar, or name another part");
    if (path->hops.empty() && from.groups[from.config->as<JobPart>()->sends_by().group].role == Port::Role::sender)
      throw InputError(
          declared.to->position(),
          fmt::format("nothing is between `{}` and `{}`, and a link has its rate from a crossbar", from.path, to.path),
          "Put a `c104_crossbar` between them");
    const FlatPart *crossbar = nullptr, *bus = nullptr;
    for (const InterconnectHop& hop : path->hops) {
      const FlatPart& interconnect = netlist_.parts[hop.part];
      if (interconnect.config->as<Interconnect>()->has_lanes()) {
        require_one(declared, crossbar, interconnect, "crossbars", "Let jobs pass one of them");
        step.destination = hop.output.index;
      } else if (const std::uint64_t address = interconnect.plan.address_at(hop.output); address != 0) {
        require_one(declared, bus, interconnect, "buses with several windows", "Leave one of them a single window");
        step.address = address;
      }
    }
  }

  /// At which the receiver calls the part that sends to it.
  PortRef calling_port(const StepDeclaration& declared, const FlatStep& step) const {
    const FlatPart &from = netlist_.parts[step.at], &to = netlist_.parts[step.end];
    for (const auto& [port, called] : to.plan.calls)
      if (called.part == step.at) return port;
    throw InputError(declared.to->position(), fmt::format("`{}` does not ask `{}`", to.path, from.path),
                     fmt::format("Connect a port of it to `{}.requests`", from.path));
  }

  static void move(const StepDeclaration& declared, const JobPart& job, const FlatPart& part, FlatStep& step) {
    const std::optional<std::uint32_t> number = job.number_of({declared.by->first.text, declared.by->second.text});
    if (!number)
      throw InputError(declared.by->first.position,
                       fmt::format("`{}`, a `{}`, does not move jobs from `{}` to `{}`", part.path, part.type,
                                   declared.by->first.text, declared.by->second.text),
                       "Leave `by` out, or write `by: [local, system]` of a block_mover");
    step.destination = *number;
  }

  /// A job has one number for its way through crossbars, and one address for its way through buses.
  static void require_one(const StepDeclaration& declared, const FlatPart*& before, const FlatPart& interconnect,
                          const char* what, const char* remedy) {
    if (before != nullptr)
      throw InputError(declared.to->position(),
                       fmt::format("the way to `{}` passes two {}, `{}` and `{}`", declared.to->text(), what,
                                   before->path, interconnect.path),
                       remedy);
    before = &interconnect;
  }

  const JobDeclaration& declared_;
  const Names& parameters_;
  Names names_;
  const Netlist& netlist_;
  PartValues part_values_{netlist_.parts};
  std::vector<StepParts> at_, to_;  ///< by step
  Chosen chosen_;                   ///< for the job at hand
  std::map<Chosen, std::size_t> plans_;
  FlatJobs jobs_;
};

}  // namespace

void resolve_jobs(const MachineFile& file, const Names& parameters, Netlist& netlist) {
  if (file.workloads.of<JobDeclaration>().empty()) return;
  std::unordered_map<std::string, std::size_t> places;
  for (std::size_t p = 0; p < netlist.parts.size(); ++p) places.emplace(netlist.parts[p].path, p);
  std::uint64_t all = 0;
  std::set<std::string> askers;
  for (const JobDeclaration& declared : file.workloads.of<JobDeclaration>()) {
    if (declared.when && !declared.when->flag(parameters, "`when`")) continue;
    if (!askers.insert(declared.asked_by).second ||
        std::any_of(netlist.parts.begin(), netlist.parts.end(), [&](const FlatPart& part) {
          return part.path.substr(0, part.path.find_first_of(".[")) == declared.asked_by;
        }))
      throw InputError(declared.position, fmt::format("`{}` is a part too", declared.asked_by),
                       "Give the jobs another name, or another `asked_by`: who asks for them stands beside the parts");
    netlist.workloads.of<FlatJobs>().push_back(JobResolver(declared, parameters, netlist, places).resolve());
    all += netlist.workloads.of<FlatJobs>().back().options.count;
    if (all > JobOptions::most)
      throw InputError(declared.position, fmt::format("the machine has more than {} jobs", JobOptions::most),
                       "Ask for fewer");
  }
}

}  // namespace isochron
