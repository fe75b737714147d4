// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/workload/jobs/job_period.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <string>

#include <fmt/format.h>

#include <isochron/machine/language/expression_node.h>
#include <isochron/scenario/input_error.h>

namespace isochron {

namespace {

using Node = Expression::Node;

/// Longer ones are as good as none.
constexpr std::uint64_t longest_period = 1 << 24;

/// After `jobs` more jobs a value is greater by `step`.
struct Period {
  std::uint64_t jobs = 1;
  std::uint64_t step = 0;

  /// Of a multiple of these jobs.
  std::uint64_t step_in(std::uint64_t more) const { return step * (more / jobs); }
};

class PeriodFinder {
 public:
  PeriodFinder(const JobDeclaration& declared, const Names& parameters) : same_(parameters) {
    known_["job"] = Period{1, 1};
    for (const auto& [name, expression] : declared.values) {
      const std::optional<Value> same =
          depends(expression.root()) ? std::nullopt : value(expression.root(), expression.text());
      if (same)
        same_.set(name, *same);
      else
        known_[name] = of(expression);
    }
  }

  std::optional<Period> of(const Expression& expression) const { return of(expression.root(), expression.text()); }

  /// A name has this value from now on, whatever the job.
  void set(const std::string& name, std::uint64_t value) { same_.set(name, Number::whole(value)); }

  /// Of what must be the same for all jobs that are a period apart; 0: it never is.
  std::uint64_t jobs(const Expression& expression) const {
    const std::optional<Period> period = of(expression);
    return period && period->step == 0 ? period->jobs : 0;
  }

 private:
  std::optional<Period> of(const Node& node, const std::string& text) const {
    if (!depends(node)) return Period{};
    if (node.kind == Node::Kind::name) return known_.at(node.text);
    if (node.kind == Node::Kind::choice && !depends(*node.parts[0])) {
      const std::optional<Value> holds = value(*node.parts[0], text);
      const bool* const flag = holds ? std::get_if<bool>(&*holds) : nullptr;
      if (flag == nullptr) return std::nullopt;
      return of(*node.parts[*flag ? 1 : 2], text);
    }
    if (node.kind == Node::Kind::binary && (node.text == "mod" || node.text == "div")) return divided(node, text);
    std::optional<Period> all = Period{};
    for (const auto& part : node.parts) all = both(all, of(*part, text));
    if (!all) return std::nullopt;
    // A sum grows as its sides do; all else repeats only if all of its parts do.
    std::uint64_t steps = 0;
    for (std::size_t i = 0; i < node.parts.size(); ++i) {
      const std::uint64_t step = of(*node.parts[i], text)->step_in(all->jobs);
      const bool is_sum = node.kind == Node::Kind::binary && node.text == "+";
      if (step != 0 && !is_sum) return std::nullopt;
      steps += step;
    }
    all->step = steps;
    return all;
  }

  /// By a number that is the same for all jobs.
  std::optional<Period> divided(const Node& node, const std::string& text) const {
    const std::optional<Period> of_left = of(*node.parts[0], text);
    if (!of_left || depends(*node.parts[1])) return std::nullopt;
    const std::optional<Value> right = value(*node.parts[1], text);
    const Number* const by = right ? std::get_if<Number>(&*right) : nullptr;
    if (by == nullptr || by->dimension() != Dimension::plain || !by->is_whole() || by->negative() ||
        by->numerator() == 0 || by->numerator() > longest_period)
      return std::nullopt;
    if (of_left->step == 0) return of_left;
    const auto divisor = static_cast<std::uint64_t>(by->numerator());
    const std::uint64_t common = std::gcd(of_left->step, divisor);
    Period period{of_left->jobs * (divisor / common), node.text == "mod" ? 0 : of_left->step / common};
    if (period.jobs > longest_period) return std::nullopt;
    return period;
  }

  /// Jobs after which both repeat, without their steps.
  static std::optional<Period> both(const std::optional<Period>& a, const std::optional<Period>& b) {
    if (!a || !b) return std::nullopt;
    const std::uint64_t jobs = std::lcm(a->jobs, b->jobs);
    return jobs > longest_period ? std::nullopt : std::optional<Period>(Period{jobs, 0});
  }

  bool depends(const Node& node) const {
    if (node.kind == Node::Kind::name) return known_.count(node.text) != 0;
    return std::any_of(node.parts.begin(), node.parts.end(), [this](const auto& part) { return depends(*part); });
  }

  std::optional<Value> value(const Node& node, const std::string& text) const {
    try {
      return evaluate_node(node, text, same_);
    } catch (const InputError&) {  // whoever works it out for a job says so
      return std::nullopt;
    }
  }

  Names same_;                                          ///< names that are the same for all jobs
  std::map<std::string, std::optional<Period>> known_;  ///< of names that may differ from job to job
};

}  // namespace

std::uint64_t steps_of(const std::pair<std::string, Expression>& each, const Names& parameters) {
  constexpr std::uint64_t most = 1000;
  const std::uint64_t steps = each.second.count(parameters, fmt::format("`{}`", each.first));
  if (steps < 1 || steps > most)
    throw InputError(each.second.position(), fmt::format("`{}` counts {} steps at the same time", each.first, steps),
                     fmt::format("Valid is 1 to {}", most));
  return steps;
}

std::uint64_t period_of_jobs(const JobDeclaration& jobs, const Names& parameters, std::uint64_t count) {
  PeriodFinder finder(jobs, parameters);
  std::uint64_t period = 1;
  const auto add = [&](const Expression& expression) {
    const std::uint64_t its = finder.jobs(expression);
    period = its == 0 || period > longest_period ? 0 : std::lcm(period, its);
  };
  const auto add_path = [&](const PathTemplate& path) {
    for (const PathTemplate::Segment& segment : path.segments())
      for (const Expression& index : segment.indices) add(index);
  };
  for (const auto& [name, condition] : jobs.classes) add(condition);
  for (const StepDeclaration& step : jobs.steps) {
    const std::uint64_t turns = step.each ? steps_of(*step.each, parameters) : 1;
    for (std::uint64_t turn = 0; turn < turns; ++turn) {
      if (step.each) finder.set(step.each->first, turn);
      add_path(step.at);
      if (step.to) add_path(*step.to);
      if (step.when) add(*step.when);
      if (step.requests) add(*step.requests);
    }
  }
  return period == 0 ? count : std::min(period, count);
}

}  // namespace isochron
