// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <isochron/machine/faults/path_form.h>
#include <isochron/scenario/yaml_node.h>

namespace isochron {

/// Which links are the two directions of one line, as the section `pairs` of a machine file says, with the same names
/// in both paths: {"node[a].link[b]": "node[b].link[a]"}.
class LinkPairs {
 public:
  LinkPairs() = default;
  /// Throws InputError.
  explicit LinkPairs(const YamlNode& node);

  /// The link of the other direction; nullopt: none is known.
  std::optional<std::string> back_of(const std::string& path) const;

 private:
  std::vector<std::pair<PathForm, PathForm>> pairs_;
};

}  // namespace isochron
