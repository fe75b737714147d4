// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/workload/jobs/step_parts.h>

#include <algorithm>

#include <fmt/format.h>

#include <isochron/machine/elaborate/array_remedy.h>
#include <isochron/part/job_part.h>
#include <isochron/scenario/input_error.h>
#include <isochron/scenario/suggestion.h>

namespace isochron {

std::size_t StepParts::at(const Names& names) {
  indices_.clear();
  for (const PathTemplate::Segment& segment : path_.segments())
    for (const Expression& index : segment.indices)
      indices_.push_back(index.count(names, fmt::format("the index of `{}`", segment.name)));
  const auto known = known_.find(indices_);
  if (known != known_.end()) return known->second;
  const std::string path = path_.path(names);
  const auto found = places_.find(path);
  if (found == places_.end()) no_part(path);
  return known_[indices_] = found->second;
}

std::string StepParts::remedy(const std::string& path, std::vector<std::string> parts) {
  const std::optional<ArrayBeyond> beyond = array_beyond(path, parts);
  if (!beyond) {
    parts.resize(std::min(parts.size(), most_suggested));
    return suggestion(path, parts);
  }
  return fmt::format("{}: `{}[job mod {}]` takes them in turn", array_remedy(path, parts), beyond->array, beyond->size);
}

void StepParts::no_part(const std::string& path) const {
  std::vector<std::string> parts;
  for (const FlatPart& part : netlist_.parts)
    if (part.config->as<JobPart>() != nullptr) parts.push_back(part.path);
  throw InputError(path_.position(), fmt::format("`{}`: there is no part `{}`", path_.text(), path),
                   parts.empty() ? "Add parts that jobs can use" : remedy(path, parts));
}

}  // namespace isochron
