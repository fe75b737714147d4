// SPDX-License-Identifier: Apache-2.0
#include <isochron/app/saturation.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include <isochron/scenario/value_reader.h>

namespace isochron {

namespace {

/// What is full; empty: nothing is.
std::string full_resource(const MachineDescription& machine) {
  const std::vector<ResourceBound> bounds = machine.bounds();
  const ResourceBound* const first = tightest(bounds);
  if (first == nullptr) return {};
  const std::optional<double> demand = machine.demand();
  const bool full = demand ? *demand >= first->limit : !first->of_work;
  return full ? first->resource : "";
}

/// What is varied beside `path`.
std::string others_of(const ScenarioPoint& point, const std::string& path) {
  std::string text;
  for (const VariedValue& varied : point.varied)
    if (varied.path != path) text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", varied.path, varied.text);
  return text;
}

const VariedValue& varied_at(const ScenarioPoint& point, const std::string& path) {
  return *std::find_if(point.varied.begin(), point.varied.end(),
                       [&path](const VariedValue& varied) { return varied.path == path; });
}

/// Values of one parameter of a machine, which has its own again at the end.
class ParameterAt {
 public:
  ParameterAt(MachineDescription& machine, const std::string& path)
      : machine_(machine), table_(machine.parameters()), parameter_(table_.find(path)) {
    if (parameter_ != nullptr) before_ = parameter_->get();
  }
  ~ParameterAt() {
    if (parameter_ != nullptr) parameter_->set(before_);
  }
  ParameterAt(const ParameterAt&) = delete;
  ParameterAt& operator=(const ParameterAt&) = delete;

  bool is_number() const { return parameter_ != nullptr && std::holds_alternative<std::uint64_t>(before_); }
  /// What is full there; nullopt: the machine cannot be so.
  std::optional<std::string> full_at(std::uint64_t value) {
    if (value < parameter_->min || value > parameter_->max) return std::nullopt;
    parameter_->set(value);
    if (!table_.problems().empty()) return std::nullopt;
    return full_resource(machine_);
  }

 private:
  MachineDescription& machine_;
  const ParameterTable table_;
  const Parameter* parameter_;
  ParameterValue before_;
};

/// Between two points on different sides; nullopt: there are values between at which the machine cannot be.
std::optional<Saturation> between(const ScenarioPoint& one, const ScenarioPoint& other, const std::string& path) {
  const VariedValue &from = varied_at(one, path), &to = varied_at(other, path);
  ParameterAt at(*other.machine, path);
  if (!at.is_number()) return std::nullopt;
  auto near = std::get<std::uint64_t>(from.value), far = std::get<std::uint64_t>(to.value);
  std::string full_near = full_resource(*one.machine), full_far = full_resource(*other.machine);
  if (full_near.empty() == full_far.empty()) return std::nullopt;
  const auto distance = [&] { return near < far ? far - near : near - far; };
  while (distance() > std::max<std::uint64_t>(1, far / 1'000'000)) {
    const std::uint64_t middle = near < far ? near + distance() / 2 : near - distance() / 2;
    const std::optional<std::string> full = at.full_at(middle);
    if (!full) return std::nullopt;
    const bool as_far = full->empty() == full_far.empty();
    (as_far ? far : near) = middle;
    (as_far ? full_far : full_near) = *full;
  }
  const bool begins = !full_far.empty();
  return Saturation{
      path, from.quantity, far, from.text, to.text, begins, begins ? full_far : full_near, others_of(other, path)};
}

}  // namespace

std::vector<Saturation> find_saturation(const std::vector<ScenarioPoint>& points) {
  std::vector<Saturation> found;
  if (points.empty()) return found;
  for (const VariedValue& varied : points.front().varied) {
    if (!std::holds_alternative<std::uint64_t>(varied.value)) continue;
    for (std::size_t p = 0; p < points.size(); ++p) {
      const std::string others = others_of(points[p], varied.path);
      const auto next = std::find_if(points.begin() + static_cast<std::ptrdiff_t>(p) + 1, points.end(),
                                     [&](const ScenarioPoint& one) { return others_of(one, varied.path) == others; });
      if (next == points.end()) continue;
      if (auto one = between(points[p], *next, varied.path)) found.push_back(std::move(*one));
    }
  }
  return found;
}

std::string saturation_text(const std::vector<Saturation>& found) {
  std::string text;
  for (const Saturation& one : found)
    text +=
        fmt::format("Saturation {} at {} = {}, between {} and {}{}: {} is {}full.\n", one.begins ? "begins" : "ends",
                    one.parameter, format_value(one.value, one.quantity), one.from, one.to,
                    one.others.empty() ? "" : " with " + one.others, one.resource, one.begins ? "" : "no longer ");
  return text;
}

}  // namespace isochron
