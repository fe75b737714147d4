// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/workload/jobs/flat_jobs.h>
#include <isochron/machine/workload/jobs/jobs_text.h>

#include <set>

#include <fmt/format.h>

#include <isochron/machine/language/literal.h>
#include <isochron/scenario/value_reader.h>

namespace isochron {

namespace {

/// Writes what is declared of the jobs of a kind.
class JobWriter {
 public:
  JobWriter(const JobDeclaration& declared, const Names& parameters) : declared_(declared), parameters_(parameters) {}

  std::string text() {
    std::string let;
    for (const auto& [name, value] : declared_.values) {
      let += fmt::format("{}{}: {}", let.empty() ? "" : ", ", name, text_of(value));
      free_.insert(name);
    }
    std::string text = let.empty() ? "" : fmt::format("    let: {{{}}}\n", let);
    if (declared_.asked_by != declared_.name) text += fmt::format("    asked_by: {}\n", declared_.asked_by);
    std::string classes;
    for (const auto& [name, condition] : declared_.classes)
      classes += fmt::format("{}{}: {}", classes.empty() ? "" : ", ", name, text_of(condition));
    if (!classes.empty()) text += fmt::format("    classes: {{{}}}\n", classes);
    text += "    steps:\n";
    for (const StepDeclaration& step : declared_.steps) text += step_text(step);
    return text;
  }

 private:
  std::string text_of(const Expression& expression) const { return in_flow(expression.text_with(parameters_, free_)); }
  /// As it can stand between braces.
  static std::string in_flow(const std::string& text) {
    return text.find_first_of("[]{},'") == std::string::npos ? text : quoted_text(text);
  }
  std::string text_of(const PathTemplate& path) const { return quoted_text(path.text_with(parameters_, free_)); }

  /// Empty: no job takes it.
  std::string step_text(const StepDeclaration& step) {
    if (step.each) free_.insert(step.each->first);
    const std::string when = step.when ? step.when->text_with(parameters_, free_) : "true";
    if (when == "false") return {};
    std::string text = "      - {at: " + text_of(step.at);
    if (step.to) text += ", to: " + text_of(*step.to);
    if (step.by) text += fmt::format(", by: [{}, {}]", step.by->first.text, step.by->second.text);
    if (step.each) text += fmt::format(", each: {{{}: {}}}", step.each->first, text_of(step.each->second));
    if (when != "true") text += ", when: " + in_flow(when);
    if (step.requests) text += ", requests: " + text_of(*step.requests);
    if (!step.name.empty()) text += ", name: " + step.name;
    if (step.hold_until) text += ", hold_until: " + step.hold_until->text;
    return text + "}\n";
  }

  const JobDeclaration& declared_;
  const Names& parameters_;
  std::set<std::string> free_{"job"};  ///< what differs from job to job
};

/// A way of jobs through the machine, for people.
std::string way_text(const JobPlan& plan, const Netlist& netlist) {
  std::string text = fmt::format("    # {} job{}: ", plan.jobs, plan.jobs == 1 ? "" : "s");
  for (const FlatStep& step : plan.steps) {
    if (&step != &plan.steps.front()) text += ", ";
    text += netlist.parts[step.at].path;
    if (step.end != step.at) text += " to " + netlist.parts[step.end].path;
    if (step.requests != 1) text += fmt::format(" in {} requests", step.requests);
  }
  return text + "\n";
}

}  // namespace

std::string jobs_text(const FlatJobs& jobs, const Netlist& netlist, const Names& parameters) {
  std::string text = fmt::format("  - name: {}\n", jobs.name);
  JobOptions options = jobs.options;
  const ParameterTable table = options.parameters();
  for (const Parameter& option : table.all())
    if (option.counts()) text += fmt::format("    {}: {}\n", option.path, format_value(option.get(), option.quantity));
  text += JobWriter(*jobs.declaration, parameters).text();
  for (const JobPlan& plan : jobs.plans) text += way_text(plan, netlist);
  return text;
}

}  // namespace isochron
