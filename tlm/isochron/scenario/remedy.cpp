// SPDX-License-Identifier: Apache-2.0
#include <isochron/scenario/remedy.h>

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include <isochron/scenario/value_reader.h>

namespace isochron {

namespace {

/// A parameter with values to try, the nearest to its own first.
struct Trial {
  const Parameter* parameter = nullptr;
  std::vector<ParameterValue> values;
  bool asked = false;  ///< somebody has set it

  void put_back() const {
    if (!asked && parameter->reset)
      parameter->reset();
    else
      parameter->set(values.front());
  }
};

constexpr std::uint64_t most_values = 300;  // of a parameter, one by one
constexpr std::size_t most_in_pairs = 40;   // of a parameter, with each of another's
constexpr std::size_t most_remedies = 3;

void add_numbers(const Parameter& parameter, std::vector<ParameterValue>& values) {
  if (!std::holds_alternative<std::uint64_t>(values.front()) || parameter.max - parameter.min > most_values) return;
  const std::uint64_t now = std::get<std::uint64_t>(values.front());
  for (std::uint64_t distance = 1; distance <= most_values; ++distance) {
    if (now >= parameter.min + distance) values.emplace_back(now - distance);
    if (now + distance <= parameter.max) values.emplace_back(now + distance);
  }
}

/// Of a count that may have a name, the name; of a name, no number is near.
void add_name(const Parameter& parameter, std::vector<ParameterValue>& values) {
  if (parameter.quantity != Quantity::count || parameter.choices.empty()) return;
  const ParameterValue name(parameter.choices.front());
  if (values.front() != name) values.push_back(name);
}

/// Of dimensions a candidate is what each of them may be a multiple of: the next one up, or down where that is too
/// many.
void add_multiples(const Parameter& parameter, const ParameterProblem& problem, std::vector<ParameterValue>& values) {
  for (const auto& [path, unit] : problem.candidates) {
    if (path != parameter.path || unit == 0) continue;
    std::vector<std::uint64_t> multiples = std::get<std::vector<std::uint64_t>>(values.front());
    for (std::uint64_t& number : multiples) {
      const std::uint64_t up = (number + unit - 1) / unit * unit;
      number = up <= parameter.max ? up : parameter.max / unit * unit;
    }
    values.emplace_back(multiples);
  }
}

bool is_number(const Parameter& parameter) {
  return parameter.quantity != Quantity::indices && parameter.quantity != Quantity::dimensions &&
         parameter.quantity != Quantity::text;
}

/// The first one is the present value.
std::vector<ParameterValue> values_of(const Parameter& parameter, const ParameterProblem& problem) {
  std::vector<ParameterValue> values{parameter.get()};
  for (const auto& [path, value] : problem.candidates)
    if (is_number(parameter) && path == parameter.path && value >= parameter.min && value <= parameter.max)
      values.emplace_back(value);
  switch (parameter.quantity) {
    case Quantity::flag:
      values.emplace_back(!std::get<bool>(values.front()));
      break;
    case Quantity::choice:
      for (const std::string& choice : parameter.choices)
        if (values.front() != ParameterValue(choice)) values.emplace_back(choice);
      break;
    case Quantity::indices:
      values.emplace_back(std::vector<std::uint64_t>{});
      break;
    case Quantity::dimensions:
      add_multiples(parameter, problem, values);
      break;
    case Quantity::text:  // nobody knows another one
      break;
    default:
      add_numbers(parameter, values);
      add_name(parameter, values);
  }
  return values;
}

/// Tries values and puts back what was there.
class Attempt {
 public:
  explicit Attempt(const ParameterTable& table) : table_(table) {}

  /// How many problems are left with these values.
  std::size_t problems(const std::vector<std::pair<const Trial*, std::size_t>>& changes) const {
    return problems_with(changes).size();
  }
  std::vector<ParameterProblem> problems_with(const std::vector<std::pair<const Trial*, std::size_t>>& changes) const {
    for (const auto& [trial, number] : changes) trial->parameter->set(trial->values[number]);
    std::vector<ParameterProblem> left = table_.problems();
    for (const auto& [trial, number] : changes) trial->put_back();
    return left;
  }

 private:
  const ParameterTable& table_;
};

Remedy as_text(const std::vector<std::pair<const Trial*, std::size_t>>& changes) {
  Remedy remedy;
  for (const auto& [trial, number] : changes)
    remedy.emplace_back(trial->parameter->path, format_value(trial->values[number], trial->parameter->quantity));
  return remedy;
}

/// The first value of each parameter that leaves the fewest problems, if these are fewer than `fewest`, which then is
/// their number.
std::vector<Remedy> single_changes(const Attempt& attempt, const std::vector<Trial>& trials, std::size_t& fewest) {
  std::vector<Remedy> found;
  for (const Trial& trial : trials) {
    std::optional<std::size_t> best;
    std::size_t left = fewest;
    for (std::size_t i = 1; i < trial.values.size(); ++i) {
      const std::size_t now = attempt.problems({{&trial, i}});
      if (now < left || (now == left && !best && !found.empty())) {
        left = now;
        best = i;
      }
    }
    if (!best) continue;
    if (left < fewest) found.clear();
    fewest = left;
    found.push_back(as_text({{&trial, *best}}));
  }
  return found;
}

/// The same for each pair of parameters.
std::vector<Remedy> double_changes(const Attempt& attempt, const std::vector<Trial>& trials, std::size_t& fewest) {
  std::vector<Remedy> found;
  for (auto one = trials.begin(); one != trials.end(); ++one)
    for (auto other = one + 1; other != trials.end(); ++other) {
      if (fewest == 0 && found.size() == most_remedies) return found;
      std::optional<Remedy> best;
      for (std::size_t i = 1; i < std::min(one->values.size(), most_in_pairs); ++i)
        for (std::size_t j = 1; j < std::min(other->values.size(), most_in_pairs); ++j) {
          const std::size_t now = attempt.problems({{&*one, i}, {&*other, j}});
          if (now > fewest || (now == fewest && (best || found.empty()))) continue;
          if (now < fewest) found.clear();
          fewest = now;
          best = as_text({{&*one, i}, {&*other, j}});
        }
      if (best) found.push_back(*best);
    }
  return found;
}

/// A step at least, where others must follow: this problem goes.
std::vector<Remedy> first_step(const Attempt& attempt, const std::vector<Trial>& trials, const std::string& path) {
  for (const Trial& trial : trials)
    for (std::size_t i = 1; i < trial.values.size(); ++i) {
      const std::vector<ParameterProblem> left = attempt.problems_with({{&trial, i}});
      const bool gone = std::none_of(left.begin(), left.end(),
                                     [&path](const ParameterProblem& problem) { return problem.path == path; });
      if (gone) return {as_text({{&trial, i}})};
    }
  return {};
}

}  // namespace

std::vector<Remedy> find_remedies(const ParameterTable& table, const ParameterProblem& problem,
                                  const std::set<std::string>& asked) {
  std::vector<Trial> trials;
  for (const std::string& path : problem.others)
    if (const Parameter* const parameter = table.find(path))
      trials.push_back({parameter, values_of(*parameter, problem), asked.count(path) != 0});
  std::stable_partition(trials.begin(), trials.end(), [](const Trial& trial) { return !trial.asked; });
  const Attempt attempt(table);
  std::size_t fewest = table.problems().size();
  std::vector<Remedy> found = single_changes(attempt, trials, fewest);
  if (fewest > 0) {
    std::vector<Remedy> pairs = double_changes(attempt, trials, fewest);
    if (!pairs.empty()) found = std::move(pairs);
  }
  if (found.empty()) found = first_step(attempt, trials, problem.path);
  if (found.size() > most_remedies) found.resize(most_remedies);
  return found;
}

std::string remedy_text(const ParameterProblem& problem, const std::vector<Remedy>& remedies) {
  if (remedies.empty()) return problem.remedy;
  std::string text;
  for (const Remedy& remedy : remedies) {
    text += text.empty() ? "Set " : ", or ";
    for (std::size_t i = 0; i < remedy.size(); ++i)
      text += fmt::format("{}`{}: {}`", i == 0 ? "" : " and ", remedy[i].first, remedy[i].second);
  }
  return text;
}

}  // namespace isochron
