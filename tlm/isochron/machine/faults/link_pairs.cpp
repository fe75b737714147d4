// SPDX-License-Identifier: Apache-2.0
#include <isochron/machine/faults/link_pairs.h>

#include <algorithm>

#include <fmt/format.h>

#include <isochron/scenario/input_error.h>
#include <isochron/scenario/value_reader.h>

namespace isochron {

LinkPairs::LinkPairs(const YamlNode& node) {
  if (!node.is_map())
    throw InputError(node.position, fmt::format("`pairs` has {} instead of a map", node.kind_name()),
                     R"(Write lines `"node[a].link[b]": "node[b].link[a]"`)");
  for (std::size_t i = 0; i < node.keys.size(); ++i) {
    PathForm one(node.keys[i].text, node.keys[i].position);
    PathForm other(read_text(node.items[i], "pairs"), node.items[i].position);
    for (const auto& [has, wants] : {std::pair(&one, &other), std::pair(&other, &one)})
      for (const std::string& name : wants->names())
        if (std::find(has->names().begin(), has->names().end(), name) == has->names().end())
          throw InputError(node.items[i].position,
                           fmt::format("`{}` stands in one of two paths only", name.substr(0, 60)),
                           "Use the same names in both");
    pairs_.emplace_back(std::move(one), std::move(other));
  }
}

std::optional<std::string> LinkPairs::back_of(const std::string& path) const {
  for (const auto& [one, other] : pairs_) {
    if (const std::optional<PathForm::Indices> indices = one.match(path)) return other.path(*indices);
    if (const std::optional<PathForm::Indices> indices = other.match(path)) return one.path(*indices);
  }
  return std::nullopt;
}

}  // namespace isochron
