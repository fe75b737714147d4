// SPDX-License-Identifier: Apache-2.0
#include <isochron/compose/flatten/part_names.h>

#include <fmt/format.h>

#include <isochron/scenario/input_error.h>
#include <isochron/scenario/suggestion.h>

namespace isochron {

PartNames::End PartNames::find(const std::string& written, const SourcePosition& position) const {
  const std::string path = settled(written);
  const std::size_t dot = path.rfind('.');
  const std::string owner = dot == std::string::npos ? "" : path.substr(0, dot);
  const std::string port = path.substr(dot == std::string::npos ? 0 : dot + 1);
  const auto found = places_.find(owner);
  if (found == places_.end()) no_part(written, owner, port, position);
  const FlatPart& part = parts_[found->second];
  const std::size_t bracket = port.find('[');
  const std::string name = port.substr(0, bracket);
  for (unsigned g = 0; g < part.groups.size(); ++g) {
    const PortGroup& group = part.groups[g];
    if (group.name != name) continue;
    if (group.array != (bracket != std::string::npos))
      throw InputError(
          position,
          fmt::format("the port `{}` of `{}` {}", name, owner, group.array ? "needs an index" : "has no index"),
          group.array ? fmt::format("Write {}[0]", name) : fmt::format("Write {}", name));
    const std::uint64_t index = group.array ? std::stoull(port.substr(bracket + 1)) : 0;
    const std::uint64_t limit = group.array ? group.count.value_or(1 << 20) : group.count.value_or(1);
    if (index >= limit)
      throw InputError(
          position, fmt::format("`{}` has {} ports `{}`, there is no number {}", owner, limit, name, index),
          limit == 0 ? "Set the parameter that says how many there are"
                     : fmt::format("Use 0 to {}, or set the parameter that says how many there are", limit - 1));
    return {found->second, {g, static_cast<unsigned>(index)}};
  }
  std::vector<std::string> known;
  for (const PortGroup& group : part.groups) known.push_back(group.name + (group.array ? "[0]" : ""));
  throw InputError(position, fmt::format("`{}`, a `{}`, has no port `{}`", owner, part.type, name),
                   suggestion(port, known));
}

std::string PartNames::settled(std::string path) const {
  for (auto found = aliases_.find(path); found != aliases_.end(); found = aliases_.find(path)) path = found->second;
  return path;
}

void PartNames::no_part(const std::string& written, const std::string& owner, const std::string& port,
                        const SourcePosition& position) const {
  const auto composite = composites_.find(owner);
  if (composite != composites_.end()) {
    std::vector<std::string> known;
    for (const PortDeclaration& declared : composite->second->ports)
      known.push_back(declared.name + (declared.size ? "[0]" : ""));
    throw InputError(position, fmt::format("`{}`, a `{}`, has no port `{}`", owner, composite->second->name, port),
                     known.empty() ? "Add `ports:` to the type" : suggestion(port, known));
  }
  std::vector<std::string> known;
  for (const FlatPart& part : parts_)
    if (known.size() < 10'000) known.push_back(part.path);
  for (const auto& [path, type] : composites_) known.push_back(path);
  const std::string plain = owner.substr(0, owner.find('['));
  if (absent_.count(plain) != 0)
    throw InputError(position, fmt::format("`{}`: the part `{}` is left out by its `when`", written, plain),
                     "Give the connection the same `when`");
  throw InputError(position,
                   owner.empty() ? fmt::format("`{}` names a part and no port", written)
                                 : fmt::format("`{}`: there is no part `{}`", written, owner),
                   owner.empty() ? "Write part.port" : suggestion(owner, known));
}

}  // namespace isochron
