// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/elaborate/scope_check.h>

#include <string>
#include <unordered_map>
#include <vector>

#include <fmt/format.h>

#include <isochron/scenario/input_error.h>

namespace isochron {

namespace {

/// What `path` is within, the outermost first: "node[0]" and "node[0].disk" of "node[0].disk.cable".
std::vector<std::string> scopes_of(const std::string& path) {
  std::vector<std::string> scopes;
  for (std::size_t dot = path.find('.'); dot != std::string::npos; dot = path.find('.', dot + 1))
    scopes.push_back(path.substr(0, dot));
  return scopes;
}

}  // namespace

void check_scopes(const Netlist& netlist) {
  std::unordered_map<std::string, std::size_t> first;  // part of each scope
  std::vector<std::string> open;
  for (std::size_t p = 0; p < netlist.parts.size(); ++p) {
    const FlatPart& part = netlist.parts[p];
    const std::vector<std::string> scopes = scopes_of(part.path);
    for (std::size_t depth = 0; depth < scopes.size(); ++depth) {
      if (depth < open.size() && open[depth] == scopes[depth]) continue;
      open.resize(depth);
      const auto [before, is_new] = first.emplace(scopes[depth], p);
      if (!is_new)
        throw InputError(part.position,
                         fmt::format("`{}` is apart from `{}`, which is in `{}` too", part.path,
                                     netlist.parts[before->second].path, scopes[depth]),
                         "Let the parts of one scope follow each other, or name a link without dots");
      open.push_back(scopes[depth]);
    }
    open.resize(scopes.size());
  }
  for (const FlatPart& part : netlist.parts)
    if (const auto inside = first.find(part.path); inside != first.end())
      throw InputError(
          netlist.parts[inside->second].position,
          fmt::format("`{}` cannot be inside `{}`, which is a part", netlist.parts[inside->second].path, part.path),
          "Give it another name");
}

}  // namespace isochron
