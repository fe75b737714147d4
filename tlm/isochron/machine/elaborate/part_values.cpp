// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/elaborate/part_values.h>

namespace isochron {

const Value* PartValues::find(const std::string& path) {
  if (const auto known = known_.find(path); known != known_.end()) return &known->second;
  for (; seen_ < parts_.size(); ++seen_) places_.emplace(parts_[seen_].path, seen_);
  for (std::size_t dot = path.rfind('.'); dot != std::string::npos && dot > 0; dot = path.rfind('.', dot - 1)) {
    const auto part = places_.find(path.substr(0, dot));
    if (part == places_.end()) continue;
    const ParameterTable table = parts_[part->second].config->parameters();
    const Parameter* const parameter = table.find(path.substr(dot + 1));
    if (parameter == nullptr) return nullptr;
    const ParameterValue value = parameter->get();
    if (parameter->quantity == Quantity::choice)
      return &known_.emplace(path, std::get<std::string>(value)).first->second;
    if (parameter->quantity != Quantity::count || !std::holds_alternative<std::uint64_t>(value)) return nullptr;
    return &known_.emplace(path, Number::whole(std::get<std::uint64_t>(value))).first->second;
  }
  return nullptr;
}

}  // namespace isochron
