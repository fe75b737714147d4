// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/workload/jobs/job_declaration.h>
#include <isochron/machine/workload/jobs/job_reader.h>

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include <isochron/machine/language/declaration_reader.h>
#include <isochron/scenario/input_error.h>
#include <isochron/scenario/suggestion.h>
#include <isochron/scenario/value_reader.h>

namespace isochron {

namespace {

StepDeclaration read_step(const YamlNode& entry, const std::string& jobs) {
  const std::string name = fmt::format("a step of {}", jobs);
  require_map(entry, name, {"at", "to", "by", "each", "when", "requests", "name", "hold_until"});
  required(entry, "at", name, "Add `at: ...`, the path of a part");
  StepDeclaration step{entry.position, read_path(entry, "at", name), {}, {}, {}, {}, {}, {}, {}};
  if (entry.find("to") != nullptr) step.to = read_path(entry, "to", name);
  if (const YamlNode* const by = entry.find("by")) {
    if (!by->is_sequence() || by->items.size() != 2)
      throw InputError(by->position, "`by` is no pair of ports", "Write [port where it reads, port where it writes]");
    const auto port = [](const YamlNode& node) { return PathPattern{read_text(node, "by"), node.position}; };
    step.by.emplace(port(by->items[0]), port(by->items[1]));
  }
  if (const YamlNode* const each = entry.find("each")) {
    if (!each->is_map() || each->keys.size() != 1)
      throw InputError(each->position, "`each` has not one name and how many it counts", "Write each: {u: 3}");
    step.each.emplace(checked_name(each->keys[0].text, each->keys[0].position, "a number of a step"),
                      read_expression(each->items[0], each->keys[0].text));
    if (!step.to || entry.find("requests") != nullptr || entry.find("hold_until") != nullptr)
      throw InputError(
          each->position,
          step.to ? "steps at the same time have neither `requests` nor `hold_until`"
                  : "steps at the same time are of parts that send, and this one has no `to`",
          step.to ? "Leave them out, or leave `each` out" : "Add `to: ...`, the part that hands on what is sent");
  }
  if (const YamlNode* const when = entry.find("when")) step.when = read_expression(*when, "when");
  if (const YamlNode* const requests = entry.find("requests")) step.requests = read_expression(*requests, "requests");
  if (const YamlNode* const own = entry.find("name"))
    step.name = checked_name(read_text(*own, "name"), own->position, "a step");
  if (const YamlNode* const until = entry.find("hold_until"))
    step.hold_until = PathPattern{read_text(*until, "hold_until"), until->position};
  return step;
}

/// What is held is held until a later step.
void check_holds(const std::vector<StepDeclaration>& steps) {
  std::set<std::string> earlier;
  for (std::size_t s = 0; s < steps.size(); ++s) {
    if (!steps[s].name.empty() && !earlier.insert(steps[s].name).second)
      throw InputError(steps[s].position, fmt::format("the step `{}` is there twice", steps[s].name),
                       "Give one another name");
    if (!steps[s].hold_until) continue;
    std::vector<std::string> later;
    for (std::size_t other = s + 1; other < steps.size(); ++other)
      if (!steps[other].name.empty()) later.push_back(steps[other].name);
    const std::string& until = steps[s].hold_until->text;
    if (std::find(later.begin(), later.end(), until) == later.end())
      throw InputError(steps[s].hold_until->position, fmt::format("there is no later step `{}`", until.substr(0, 60)),
                       later.empty() ? "Give a later step a `name`" : suggestion(until, later));
  }
}

JobDeclaration read_job(const YamlNode& entry) {
  if (!entry.is_map())
    throw InputError(entry.position, fmt::format("`jobs` has {} instead of a map", entry.kind_name()),
                     "Write {name: ..., count: ..., size: ..., steps: [...]}");
  JobDeclaration job;
  const YamlNode& name = required(entry, "name", "jobs", "Add `name: ...`");
  job.name = checked_name(read_text(name, "name"), name.position, "jobs");
  job.position = entry.position;
  if (const YamlNode* const when = entry.find("when")) job.when = read_expression(*when, "when");
  if (const YamlNode* const values = entry.find("let")) {
    require_entries(*values, "let");
    for (std::size_t i = 0; i < values->keys.size(); ++i)
      job.values.emplace_back(checked_name(values->keys[i].text, values->keys[i].position, "a value"),
                              read_expression(values->items[i], values->keys[i].text));
  }
  job.asked_by = job.name;
  if (const YamlNode* const source = entry.find("asked_by"))
    job.asked_by = checked_name(read_text(*source, "asked_by"), source->position, "the part that asks for jobs");
  if (const YamlNode* const classes = entry.find("classes")) {
    require_entries(*classes, "classes");
    for (std::size_t i = 0; i < classes->keys.size(); ++i)
      job.classes.emplace_back(checked_name(classes->keys[i].text, classes->keys[i].position, "a class of jobs"),
                               read_expression(classes->items[i], classes->keys[i].text));
  }
  const YamlNode& steps = required(entry, "steps", job.name, "Add `steps: [...]`, the parts that do something with it");
  if (!steps.is_sequence() || steps.items.empty())
    throw InputError(steps.position, fmt::format("`steps` of `{}` is no list of steps", job.name),
                     "Write lines `- {at: ...}`");
  for (const YamlNode& step : steps.items) job.steps.push_back(read_step(step, job.name));
  check_holds(job.steps);
  job.settings = read_settings(entry, {"name", "asked_by", "when", "let", "classes", "steps"});
  return job;
}

}  // namespace

std::vector<JobDeclaration> read_jobs(const YamlNode& node) {
  if (!node.is_sequence())
    throw InputError(node.position, fmt::format("`jobs` has {} instead of a list", node.kind_name()),
                     "Write lines `- {name: ..., count: ..., size: ..., steps: [...]}`");
  std::vector<JobDeclaration> jobs;
  std::set<std::string> names;
  for (const YamlNode& entry : node.items) {
    jobs.push_back(read_job(entry));
    if (!names.insert(jobs.back().name).second)
      throw InputError(jobs.back().position, fmt::format("the jobs `{}` are there twice", jobs.back().name),
                       "Give one another name");
  }
  return jobs;
}

}  // namespace isochron
