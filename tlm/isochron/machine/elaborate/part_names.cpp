// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/elaborate/part_names.h>

#include <algorithm>

#include <fmt/format.h>

#include <isochron/machine/elaborate/array_remedy.h>
#include <isochron/scenario/input_error.h>
#include <isochron/scenario/suggestion.h>

namespace isochron {

namespace {

/// Types within types are fewer.
constexpr int deepest = 64;

/// The count among the parameters of `part` that decides how many ports `group` has; empty: none does.
std::string parameter_of_group(PartConfig& part, std::size_t group) {
  const ParameterTable table = part.parameters();
  const auto ports = [&part, group] { return part.ports().at(group).count; };
  for (const Parameter& parameter : table.all()) {
    if (parameter.quantity != Quantity::count) continue;
    const ParameterValue value = parameter.get();
    const auto number = std::get_if<std::uint64_t>(&value);
    if (number == nullptr || *number >= parameter.max) continue;
    const std::optional<std::uint64_t> before = ports();
    parameter.set(*number + 1);
    const bool decides = ports() != before;
    parameter.set(value);
    if (decides) return parameter.path;
  }
  return {};
}

}  // namespace

PartNames::End PartNames::find(const std::string& written, const SourcePosition& position) const {
  const Place named = settled({written, position});
  const std::string& path = named.path;
  const std::size_t dot = path.rfind('.');
  const std::string owner = dot == std::string::npos ? "" : path.substr(0, dot);
  const std::string port = path.substr(dot == std::string::npos ? 0 : dot + 1);
  const auto found = places_.find(owner);
  if (found == places_.end()) no_part(named, owner, port);
  const FlatPart& part = parts_[found->second];
  const std::size_t bracket = port.find('[');
  const std::string name = port.substr(0, bracket);
  for (unsigned g = 0; g < part.groups.size(); ++g) {
    const PortGroup& group = part.groups[g];
    if (group.name != name) continue;
    if (group.array != (bracket != std::string::npos))
      throw InputError(
          named.position,
          fmt::format("the port `{}` of `{}` {}", name, owner, group.array ? "needs an index" : "has no index"),
          group.array ? fmt::format("Write {}[0]", name) : fmt::format("Write {}", name));
    const std::uint64_t index = group.array ? std::stoull(port.substr(bracket + 1)) : 0;
    const std::uint64_t limit = group.count.value_or(group.array ? group.most : 1);
    if (index >= limit) no_port(part, g, index, limit, named.position);
    return {found->second, {g, static_cast<unsigned>(index)}};
  }
  std::vector<std::string> known;
  for (const PortGroup& group : part.groups)
    if (group.half != PeerHalf::rx) known.push_back(group.name + (group.array ? "[0]" : ""));
  throw InputError(named.position, fmt::format("`{}`, a `{}`, has no port `{}`", owner, part.type, name),
                   suggestion(port, known));
}

PartNames::Place PartNames::settled(Place written) const {
  // A name within a type stands for one further inside: there are no more of them than types within types.
  int names = 0;
  for (auto found = aliases_.find(written.path); found != aliases_.end(); found = aliases_.find(written.path)) {
    if (++names > deepest)
      throw InputError(found->second.position, fmt::format("the port `{}` stands for itself", written.path),
                       "Name a port of a part inside");
    written = found->second;
  }
  return written;
}

void PartNames::no_port(const FlatPart& part, std::size_t group, std::uint64_t index, std::uint64_t limit,
                        const SourcePosition& position) const {
  const std::string parameter = parameter_of_group(*part.config, group), name = part.groups[group].name;
  const std::string more = parameter.empty() ? "" : fmt::format("raise its `{}`", parameter);
  const std::string others = limit == 0 ? "" : limit == 1 ? "Use 0" : fmt::format("Use 0 to {}", limit - 1);
  throw InputError(position,
                   fmt::format("`{}` has {} port{} `{}`, there is no number {}", part.path, limit,
                               limit == 1 ? "" : "s", name, index),
                   others.empty() ? (more.empty() ? "Use another port" : more)
                   : more.empty() ? others
                                  : others + ", or " + more);
}

void PartNames::no_part(const Place& named, const std::string& owner, const std::string& port) const {
  const SourcePosition& position = named.position;
  const auto composite = composites_.find(owner);
  if (composite != composites_.end()) {
    std::vector<std::string> known;
    for (const PortDeclaration& declared : composite->second->ports)
      known.push_back(declared.name + (declared.size ? "[0]" : ""));
    throw InputError(position, fmt::format("`{}`, a `{}`, has no port `{}`", owner, composite->second->name, port),
                     known.empty() ? "Add `ports:` to the type" : suggestion(port, known));
  }
  std::vector<std::string> known;
  for (const FlatPart& part : parts_) known.push_back(part.path);
  const std::string there_are = array_remedy(owner, known);
  known.resize(std::min(known.size(), most_suggested));
  for (const auto& [path, type] : composites_) known.push_back(path);
  const std::string plain = owner.substr(0, owner.find('['));
  if (absent_.count(plain) != 0)
    throw InputError(position, fmt::format("`{}`: the part `{}` is left out by its `when`", named.path, plain),
                     "Give the connection the same `when`");
  if (owner.empty())
    throw InputError(position, fmt::format("`{}` names a part and no port", named.path), "Write part.port");
  throw InputError(position, fmt::format("`{}`: there is no part `{}`", named.path, owner),
                   there_are.empty() ? suggestion(owner, known) : there_are);
}

}  // namespace isochron
